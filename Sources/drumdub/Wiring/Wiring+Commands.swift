import Application
import MusicLibrary
import Percussion
import Player
import SystemBase

/// What commands with arguments and changed settings use.
extension Wiring {
  func connectCommands() {
    let loader = loader
    application.services.openMusic = { loader.open(FilePath($0).expandingHome) }
    application.services.set = { [weak self] in self?.set($0, FilePath($1)) }
    application.services.argumentChoices = ArgumentChoices.choices
  }

  // MARK: Kits

  func connectKits() {
    let (kit, engine, report) = (kit, engine, report)
    var tools = KitController.Tools()
    tools.list = { kit.list(report: report) }
    tools.load = { kit.change(to: $0, engine, isSetting: false, report: report) }
    tools.apply = { kit.apply($0, engine, report: report) }
    tools.save = { kit.save($0, as: $1, in: KitFolders.user, report: report) }
    tools.isOwn = { $0.format == .native && $0.path.directory == KitFolders.user }
    application.kits = KitController(loaded: kit.kit, tools: tools)
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
    var changed = settings
    guard setting.apply(&changed, value) else {
      return application.report(
        .setting(
          .invalid(
            .badValue(setting: name, value, expected: setting.expected, summary: setting.summary))))
    }
    guard setting.isLive else { return application.report(.setting(.onlyAtStart(name: name))) }
    settings = changed
    apply(setting, value)
  }

  private func apply(_ setting: Setting, _ value: FilePath) {
    switch setting.name {
    // These report when the file or the device was opened.
    case "kit": return kit.change(to: settings.kit, engine, report: report)
    case "output": return changeOutput()
    case "speed": if let speed = settings.speed { application.model.setSpeed(speed) }
    case "replaygain": application.model.setReplayGain(settings.replayGain)
    case "music-level", "pads-level":
      application.model.setLevels(MixLevels(music: settings.musicLevel, pads: settings.padsLevel))
    case "count-in", "record-start":
      application.takes?.setRecordStart(settings.recordStart, countIn: settings.countIn)
    case "velocity", "accent-velocity", "velocity-curve":
      let velocities = settings.velocities
      input.change { $0.velocities = velocities }
    default: showSettings?(settings)
    }
    application.report(.setting(.changed(name: setting.name, value: value.shown)))
  }

  private func changeOutput() {
    var memory = DeviceMemory(path: BaseFolders.deviceFile)
    let name = settings.output.name
    pump.changeOutput(
      to: OutputOpener(choice: settings.output, rate: settings.rate, period: settings.period),
      needed: memory.buffer(of: name), remember: { memory.remember($0, for: name) })
  }
}
