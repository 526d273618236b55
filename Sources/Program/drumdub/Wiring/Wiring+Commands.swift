import Application
import AudioAnalysis
import AudioDevices
import AudioFiles
import Configuration
import Dubbing
import Effects
import Instruments
import MusicFiles
import Percussion
import Plugins
import Studio
import Subcommands
import SystemBase

/// Connects commands with arguments to the parts that they change.
extension Wiring {
  func connectCommands() {
    // The loader has the application.
    application.services.openMusic = { [weak loader] in loader?.open(FilePath($0).expandingHome) }
    application.services.readMIDI = { [report] text in
      let path = FilePath(text).expandingHome
      _ = WorkerThread(name: "midi file") {
        report(.midiRead(path, Result { () throws(FileError) in try MIDIFileReader.read(path) }))
      }
    }
    application.takes?.tempo.findBeats(by: BeatSearch(decoders: DecoderRegistry())) { [report] in
      report(.beats($0))
    }
    application.sharedTakes = SharedTakeController(
      application, SharedImport.services(TakeStore(folder: BaseFolders.takes), library: settings.library)
    ) { [report] in report(.sharedTake($0)) }
    application.services.insertMusic = { [weak loader] in loader?.open($0, at: $1, playing: $2) }
    application.services.set = { [weak self] in self?.set($0, FilePath($1)) }
    application.services.keepSetting = { [weak self] in self?.keep($0, $1.map { FilePath($0) }) }
    application.services.strikePad = { [weak self, pads = remote.pads] pad, stroke in
      self.flatMap { pads.strike(pad, velocity: $0.settings.velocities.velocity(of: stroke)) }
    }
    application.services.settings = { [weak self] in self?.lines ?? [] }
    application.services.prepareArgumentChoices = { [choices] in choices.readNames() }
    application.services.argumentChoices = { [weak desktop, weak application, choices] name, argument in
      switch name {
      case "system": desktop?.playerNames ?? []
      case "mixer", "save-mixer": application?.mixer?.owner.presets.map(\.name) ?? []
      case "instrument": application?.mixer?.instrumentCompletions(argument) ?? []
      case "mix": application?.addressCompletions(argument) ?? []
      case "throw", "stutter", "brake": ["on", "off"]
      case "view": ScreenView.names
      case "tempo": BeatCommand.all.map(\.word)
      default: choices.choices(name, argument)
      }
    }
  }

  // MARK: The mixer

  /// Gives the application the mixer, and reads the files of mixers on another thread.
  func connectMixer() {
    let (catalog, files, report) = (MixFolders.catalog, files, report)
    let owner = MixOwner(engine.control, catalog) { path, bytes in files.replace(path) { bytes } }
    let name = "mixer.json"
    let saved =
      settings.isSafe
      ? nil : SavedMixer(owner, SavedFile(place.file(name), by: files), first: place.firstFile(name))
    application.mixer = MixerController(owner: owner, model: application.model, saved: saved)
    application.instrument = InstrumentController(owner, engine.control.notePort(for: .control))
    application.transportLink = TransportLink(application.model, mode: settings.transport) { [jack] in
      jack.transport?.request($0)
    }
    sessions.mixer = saved
    connectPlugins(settings.isSafe ? nil : PluginFolders.catalog, SoundFontFolders.catalog)
    owner.orderPlugin = { [report, plugins] order in
      // Each on a thread of its own: one that hangs holds up no other one.
      _ = WorkerThread(name: "plug-in") {
        plugins.note(order.description.name)
        report(.pluginMade(order.make(), ofInsert: order.id))
      }
    }
    owner.instrumentChanged = { [midi] in midi.setInstrument($0) }
    owner.serveLoops = { [jack] loops in
      jack.loops?.set(loops.map { JACKLoops.Request(name: $0.name, loop: $0.loop) })
    }
    // Posted, so that the front end, which begins later, shows it.
    application.restoreMixer(suspects: plugins.removeLeftBehind).forEach { report(.notice($0)) }
    _ = WorkerThread(name: "mixers") { report(.mixersFound(catalog.presets())) }
  }

  /// Lists and finds SoundFonts, and lists, finds and tries plug-ins, on threads of their own, when they are needed.
  ///
  /// - Parameter catalog: nil if no plug-in is used.
  private func connectPlugins(_ catalog: PluginCatalog?, _ soundFonts: SoundFontCatalog) {
    let (report, rate) = (report, engine.sampleRate)
    application.mixer?.listPlugins = {
      if let catalog {
        _ = WorkerThread(name: "plug-ins", isBackground: true) {
          report(.pluginsListed(Result { () throws(FileError) in try catalog.list() }))
        }
      }
      _ = WorkerThread(name: "soundfonts", isBackground: true) {
        report(.soundFontsListed(soundFonts.list()))
      }
      _ = WorkerThread(name: "jack programs", isBackground: true) {
        report(.programsListed(JACKProgram.units))
      }
    }
    application.mixer?.findInstrument = { text in
      _ = WorkerThread(name: "soundfonts") {
        report(.instrumentFound(text, Result { () throws(UnitRefusal) in try soundFonts.find(text) }))
      }
    }
    application.mixer?.owner.findPlugins = { requests in
      _ = WorkerThread(name: "plug-in trial") {
        PluginWatch.start { report(.pluginsChanged) }
        for request in requests {
          let found = Result { () throws(UnitRefusal) in try request.find(catalog, soundFonts, rate: rate) }
          report(.pluginsFound([request: found]))
        }
      }
    }
  }

  // MARK: Kits

  /// Connects the services of kits to the application.
  ///
  /// - Parameter first: the kit that is loaded first; nil if it is not known yet.
  func connectKits(_ first: Kit?) {
    let report = report
    application.kits = KitController(
      loaded: first, service: EngineKits(kit, engine, folder: KitFolders.user, report: report))
    let (file, isNamed) = (SavedFile(KitFolders.choiceFile, by: files), settings.kit != nil)
    application.services.keepKit = { kit in
      file.replace(with: { kit.bytes })
      return !isNamed
    }
    application.services.completeFile = { text in
      _ = WorkerThread(name: "completion") {
        report(
          .folderCompleted(
            FolderCompletion(typed: text, findsFiles: true, folder: MusicFolder.folder(typed:))))
      }
    }
  }
}

/// The parts that changed settings reach.
extension Wiring: LiveSettings {
  var pausesOnUnplug: Bool {
    get { pump.pausesOnUnplug }
    set { pump.pausesOnUnplug = newValue }
  }

  func changeOutput(to choice: OutputChoice, then: @escaping () -> Void) {
    var changed = settings
    changed.output = choice
    output.change(to: OutputOpener(changed, jack: jack)) { [weak self] in
      self?.settings.output = choice
      then()
    }
  }

  func store(_ name: String, _ value: FilePath) {
    let written: FileSaver.Completion = { [report] error in
      // The saver reports errors.
      if error == nil { report(.notice(.setting(.kept(name: name, value: value.shown)))) }
    }
    SavedFile(BaseFolders.configurationFile, by: files).edit(permissions: 0o666, completion: written) {
      $0 = ConfigurationFile.setting(name, to: value, in: $0)
    }
  }

  func changeClickOutput() { clickOutput.change(to: OutputOpener.metronome(settings)) }

  func changeKit() { kit.change(to: settings.chosenKit, engine, report: report) }

  func velocitiesChanged() {
    let velocities = settings.velocities
    terminalThread.change { $0.velocities = velocities }
    midi.use(settings)
  }

  func keysChanged() {
    let maps = settings.keyMaps
    bindings.use(maps.current, defaults: maps.defaults)
  }

  func midiClockChanged() {
    midi.use(settings)
    midi.sendClock(settings, of: takes.controller)
  }

  func desktopSettingsChanged() { desktop.settingsChanged(settings) }
}
