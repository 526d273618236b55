import Application
import AudioBase
import Controls
import MusicLibrary
import Player
import SystemBase
import TerminalKit
import TerminalUI

/// What commands with arguments, changed keys and changed settings use.
extension Wiring {
  func connectCommands() {
    let loader = loader
    application.services.openMusic = { loader.open(FilePath($0).expandingHome) }
    application.services.set = { [weak self] in self?.set($0, FilePath($1)) }
    application.services.argumentChoices = ArgumentChoices.choices
    connectKeys()
  }

  private func connectKeys() {
    let (bindings, input, application) = (bindings, input, application)
    bindings.onChange = { [weak self] keys in
      input.change { $0.keys = keys }
      self?.onKeys?(keys)
    }
    application.services.keys = { bindings.map.keys(for: $0).map(\.name) }
    application.services.bindKey = { [unowned application] key, command in
      KeyChord(name: key).map { bindings.bind($0, to: command, for: application) }
    }
    application.services.removeKey = { [unowned application] key in
      KeyChord(name: key).map { bindings.remove($0, for: application) }
    }
    application.services.restoreKeys = { [unowned application] in bindings.restore(for: application) }
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

/// The values that complete the argument of a command.
enum ArgumentChoices {
  static func choices(_ form: CommandForm, _ argument: String) -> [String] {
    switch form.name {
    case "set":
      let words = argument.split(separator: " ", omittingEmptySubsequences: false)
      guard words.count > 1 else { return Setting.all.filter(\.isLive).map(\.name) }
      return values(of: String(words[0]))
    default: return values(of: form.name)
    }
  }

  private static func values(of name: String) -> [String] {
    switch name {
    case "theme": ThemeChoice.names
    case "output": ["alsa", "alsa:", "fifo:", "file:", "jack", "null"]
    case "kit": names(in: KitFolders.all, suffix: "")
    default:
      Setting.named(name).map {
        $0.value.contains("|") ? $0.value.split(separator: "|").map(String.init) : []
      } ?? []
    }
  }

  /// The names in folders, sorted, without a suffix that they must have.
  static func names(in folders: [FilePath], suffix: String) -> [String] {
    let names = folders.flatMap { (try? FolderReader($0).names()) ?? [] }.compactMap(\.text)
    return Set(
      names.filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }
    )
    .sorted()
  }
}
