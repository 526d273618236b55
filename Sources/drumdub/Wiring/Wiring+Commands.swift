import Application
import AudioBase
import Configuration
import Dubbing
import MixEngine
import MusicFiles
import MusicLibrary
import Percussion
import Player
import SystemBase

/// Connects commands with arguments and changed settings to the parts that they change.
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
    application.services.insertMusic = { [weak loader] in loader?.open($0, at: $1, playing: $2) }
    application.services.set = { [weak self] in self?.set($0, FilePath($1)) }
    application.services.argumentChoices = { [weak desktop, choices] form, argument in
      form.name == "system" ? desktop?.playerNames ?? [] : choices.choices(form, argument)
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
    application.services.completeFile = { text in
      _ = WorkerThread(name: "completion") {
        report(
          .folderCompleted(
            FolderCompletion(typed: text, findsFiles: true, folder: MusicFolder.folder(typed:))))
      }
    }
  }

  // MARK: Settings

  /// Changes a setting until the program ends.
  private func set(_ name: String, _ value: FilePath) {
    guard let setting = Setting.named(name) else {
      return application.report(.setting(.invalid(.unknownSetting(name))))
    }
    if name == "theme" { return readTheme(setting, value) }
    var changed = settings
    guard setting.apply(&changed, value) else { return refuse(setting, value) }
    guard setting.isLive else { return application.report(.setting(.onlyAtStart(name: name))) }
    if name == "output" { return change(to: changed.output) }
    settings = changed
    apply(setting, value)
  }

  /// Reports a value that a setting cannot have.
  func refuse(_ setting: Setting, _ value: FilePath) {
    application.report(
      .setting(
        .invalid(
          .badValue(setting: setting.name, value, expected: setting.expected, summary: setting.summary))))
  }

  /// Changes the output. The setting is that of the former one until the new one works.
  private func change(to choice: OutputChoice) {
    var changed = settings
    changed.output = choice
    output.change(to: OutputOpener(changed)) { [weak self] in self?.settings.output = choice }
  }

  private func apply(_ setting: Setting, _ value: FilePath) {
    switch setting.name {
    // These report when the file or the device was opened.
    case "kit": return kit.change(to: settings.kit, engine, report: report)
    case "click-output": return clickOutput.change(to: OutputOpener.metronome(settings))
    case "input", "input-latency": application.input?.restart()
    case "input-monitor": application.input?.monitor(settings.monitorsInput)
    case "speed": if let speed = settings.speed { application.model.setSpeed(speed) }
    case "replaygain": application.model.setReplayGain(settings.replayGain)
    case "crossfade": application.model.setCrossfade(settings.crossfade)
    case "others": desktop.othersMode = settings.others
    case "on-unplug": pump.pausesOnUnplug = settings.unplug == .pause
    case "write-ratings": application.tags?.writesRatings = settings.writesRatings
    case "notifications": desktop.wantsNotifications = settings.notifications
    case "music-level", "pads-level":
      application.model.setLevels(MixLevels(music: settings.musicLevel, pads: settings.padsLevel))
    case "count-in", "record-start":
      application.takes?.setRecordStart(settings.recordStart, countIn: settings.countIn)
    case "velocity", "accent-velocity", "velocity-curve":
      let velocities = settings.velocities
      input.change { $0.velocities = velocities }
    case "direction": showSettings()
    // Others are read when they are needed.
    default: break
    }
    application.report(.setting(.changed(name: setting.name, value: value.shown)))
  }
}
