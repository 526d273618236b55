import Application
import AudioAnalysis
import AudioDevices
import AudioFiles
import Configuration
import Dubbing
import Player
import Plugins
import Studio
import Subcommands
import SystemBase
import TerminalUI

/// Connects commands with arguments to the parts that they change.
extension Wiring {
  func connectCommands() {
    application.takes?.tempo.analyse(
      by: TrackAnalyser(decoders: DecoderRegistry()), main: mainThread.calls)
    application.takes?.songs.makeParts(by: DrumPartsSetup.cache, main: mainThread.calls)
    application.takes?.songs.findStems(
      by: StemSearch(decoders: DecoderRegistry(), converters: SampleRateConverterMaker()),
      main: mainThread.calls)
    application.sharedTakes = SharedTakeController(
      application, loader,
      SharedImport.services(TakeStore(folder: BaseFolders.takes), library: settings.library),
      main: mainThread.calls)
  }

  // MARK: The mixer

  /// Gives the application the mixer, and reads the files of mixers on another thread.
  func connectMixer() {
    let (catalog, files, main) = (BaseFolders.mixers, storage.files, mainThread.calls)
    let (engine, jack, place, plugins) = (playing.engine, playing.jack, storage.place, workers.plugins)
    let owner = MixOwner(engine.control, catalog) { path, bytes in files.replace(path) { bytes } }
    let name = "mixer.json"
    let saved =
      settings.isSafe
      ? nil : SavedMixer(owner, SavedFile(place.file(name), by: files), first: place.firstFile(name))
    application.mixer = MixerController(owner: owner, model: application.model, saved: saved)
    application.mixer?.sceneTiming = settings.sceneTiming
    application.mixer?.meters = MasterMeters(engine.control, LoudnessMeter.liveMaker)
    transportLink = TransportLink(
      application.model, mode: settings.transport, changes: playing.transportChanges
    ) { [jack] in jack.transport?.request($0) }
    sessions.mixer = saved
    application.use(
      MixerUnits(
        plugins: settings.isSafe ? nil : PluginFolders.catalog, soundFonts: BaseFolders.soundFonts,
        programs: { JACKProgram.units }, marker: plugins, rate: engine.sampleRate),
      main: main)
    owner.instrumentChanged = { [midi] in midi.setInstrument($0) }
    owner.serveLoops = { [jack] loops in
      jack.loops?.set(loops.map { JACKLoops.Request(name: $0.name, loop: $0.loop) })
    }
    // Posted, so that the front end, which begins later, shows it.
    application.restoreMixer(suspects: plugins.removeLeftBehind).forEach(mainThread.notices.send)
    main.run("mixers", { catalog.presets() }) { [weak owner] in owner?.presets = $0 }
  }
}

/// The parts that changed settings reach.
extension Wiring: LiveSettings {
  var screenSession: ScreenSession { screen.session }

  var pausesOnUnplug: Bool {
    get { events.outputs.pausesOnUnplug }
    set { events.outputs.pausesOnUnplug = newValue }
  }

  func changeOutput(to choice: OutputChoice, then: @escaping () -> Void) {
    var changed = settings
    changed.output = choice
    playing.output.change(to: OutputOpener(changed, jack: playing.jack)) { [weak self] in
      self?.settings.output = choice
      then()
    }
  }

  func store(_ name: String, _ value: FilePath) {
    let written: FileSaver.Completion = { [notify = mainThread.notices.send] error in
      // The saver reports errors.
      if error == nil { notify(.setting(.kept(name: name, value: value.shown))) }
    }
    SavedFile(BaseFolders.configurationFile, by: storage.files).edit(permissions: 0o666, completion: written)
    {
      $0 = ConfigurationFile.setting(name, to: value, in: $0)
    }
  }

  func changeClickOutput() { playing.clickOutput.change(to: OutputOpener.metronome(settings)) }

  func changeKit() { playing.kit.change(to: settings.chosenKit) }

  func velocitiesChanged() {
    let velocities = settings.velocities
    keys.thread.change { $0.velocities = velocities }
    midi.use(settings)
  }

  func padOrderChanged() {
    application.kits.places.usual = settings.padOrder.order
    if let kit = application.kits.loaded { usePlaces(of: kit) }
  }

  func keysChanged() {
    let maps = settings.keyMaps
    keys.bindings.use(maps.current, defaults: maps.defaults)
  }

  func midiChanged() { midi.changeInput(settings) }

  func midiClockChanged() {
    midi.use(settings)
    midi.sendClock(settings, of: takes.controller)
  }

  func transportChanged() { transportLink?.mode = settings.transport }

  func resumeLongChanged() { resume.threshold = settings.resumeLong }

  func desktopSettingsChanged() { clients.desktop.settingsChanged(settings) }
}

/// The theme of the screen. While the program runs, its file is read on another thread, since a disk may be slow.
extension Wiring {
  /// Reads the theme of a name that the user has given.
  func readTheme(_ setting: Setting, _ name: FilePath) {
    let use: @Sendable (Result<ThemeFile?, ConfigurationError>) -> Void = mainThread.calls.sender {
      [weak self] in self?.use($0, as: setting, name)
    }
    screen.themes.run { [settings] in
      use(
        Result { () throws(ConfigurationError) in
          var changed = settings
          try setting.assign(name, to: &changed)
          return ThemeChoice.read(changed.theme)
        })
    }
  }

  /// Shows the theme of a file that was read, or the built-in theme if the setting names no file.
  private func use(_ file: Result<ThemeFile?, ConfigurationError>, as setting: Setting, _ name: FilePath) {
    switch file {
    case .failure(let error): application.report(.setting(.invalid(error)))
    case .success(let file):
      settings.theme = name.shown
      settings.sources[setting.name] = .session
      screen.theme = file
      showSettings()
      application.report(.setting(.changed(name: setting.name, value: name.shown)))
    }
  }
}
