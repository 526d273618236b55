import Application
import Player
import SystemBase
import TerminalUI

/// The running player, whose settings change. A setting reaches the parts that `application` has through it.
@MainActor
package protocol LiveSettings: AnyObject {
  /// The settings of the start, with the changes since.
  var settings: Settings { get set }
  var application: Application { get }
  var screenSession: ScreenSession { get }
  var pausesOnUnplug: Bool { get set }

  /// Opens another output. The setting is that of the former one until the new one works, and then `then` is called.
  func changeOutput(to choice: OutputChoice, then: @escaping () -> Void)
  func changeClickOutput()
  func changeKit()
  /// Gives the keys of the pads their velocities.
  func velocitiesChanged()
  /// Gives the pads of the kit their keys.
  func padOrderChanged()
  /// Opens another MIDI input.
  func midiChanged()
  /// Follows or sends a MIDI clock, or no longer.
  func midiClockChanged()
  /// Follows or leads the transport of other programs, or no longer.
  func transportChanged()
  /// Continues other tracks where they were left.
  func resumeLongChanged()
  /// Gives the keys their commands.
  func keysChanged()
  func showSettings()
  /// Reads the theme that a value names, and shows it.
  func readTheme(_ setting: Setting, _ name: FilePath)
  func desktopSettingsChanged()
  /// Writes a setting to the configuration file, and reports that when it is on the disk, or why it is not.
  func store(_ name: String, _ value: FilePath)
}

extension LiveSettings {
  /// Changes a setting until the program ends, and reports the result.
  package func set(_ name: String, _ value: FilePath) {
    do throws(ConfigurationError) {
      if let notice = try change(Setting.named(name), value) { application.report(.setting(notice)) }
    } catch {
      application.report(.setting(.invalid(error)))
    }
  }

  /// Changes a setting until the program ends. `then`: called when the value is accepted: for an output, when it was
  /// opened. Returns the result; nil if it is reported later.
  private func change(
    _ setting: Setting, _ value: FilePath, then: @escaping () -> Void = {}
  ) throws(ConfigurationError) -> SettingNotice? {
    if case .reads(let read) = setting.change {
      read(self, setting, value)
      then()
      return nil
    }
    let name = setting.name
    var changed = settings
    try setting.assign(value, to: &changed)
    changed.sources[name] = .session
    switch setting.change {
    case .atStart:
      then()
      return .onlyAtStart(name: name)
    case .now(let apply):
      settings = changed
      apply(self)
      then()
      let isSaved = setting.isSaved && !settings.given.contains(name)
      return isSaved
        ? .saved(name: name, value: value.shown) : .changed(name: name, value: value.shown)
    case .opens(let open):
      open(self, changed) { [weak self] in
        self?.settings.sources[name] = .session
        then()
      }
    case .reads: break
    }
    return nil
  }

  /// Writes a setting to the configuration file and changes it, if it can change while the program runs. What is
  /// reported is the result of writing. An output is written when it was opened. `value`: nil for the value of now.
  package func keep(_ name: String, _ value: FilePath?) {
    var trial = settings
    do throws(ConfigurationError) {
      let setting = try Setting.named(name)
      guard let value else { return keepPresent(setting) }
      try setting.assign(value, to: &trial)
      _ = try change(setting, value) { [weak self] in self?.write(name, value) }
    } catch {
      application.report(.setting(.invalid(error)))
    }
  }

  private func keepPresent(_ setting: Setting) {
    guard let text = setting.text(settings) else {
      return application.report(.setting(.nothingToKeep(name: setting.name)))
    }
    write(setting.name, FilePath(text))
  }

  private func write(_ name: String, _ value: FilePath) {
    store(name, value)
    settings.given.insert(name)
  }

  /// The settings with their values, in the order of the manual.
  package var lines: [SettingLine] {
    Setting.all.map { setting in
      SettingLine(
        name: setting.name, value: setting.text(settings) ?? "",
        source: settings.sources[setting.name] ?? .standard)
    }
  }

  func levelsChanged() {
    application.model.setLevels(MixLevels(music: settings.musicLevel, pads: settings.padsLevel))
  }

  func limiterChanged() { application.mixer?.meters?.limiter = settings.limiter }

  func sceneTimingChanged() { application.mixer?.sceneTiming = settings.sceneTiming }

  func recordStartChanged() {
    application.takes?.recording.setStart(settings.recordStart, countIn: settings.countIn)
  }
}
