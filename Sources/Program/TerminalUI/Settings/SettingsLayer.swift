import Application
import Controls
import MusicQuery
import SystemBase

/// The list of the settings with their values.
package final class SettingsLayer: ListLayer {
  /// The commands of the panels that act on the list.
  private static let own: Set<Command> = [.list(.activate), .search(.find)]

  package override var screen: ScreenName? { .settings }

  package var lines: [SettingLine] {
    let lines = application.program.settings
    guard let needle = Needle(filter) else { return lines }
    return lines.filter { needle.isIn($0.name) || needle.isIn($0.value) }
  }

  private var selected: SettingLine? { selection.map { lines[$0] } }

  package override func perform(_ command: Command, at time: HostTime?) -> Outcome? {
    switch command {
    case .list(.activate):
      guard let line = selected else { return .done }
      session.open(PaletteLayer(session, text: "set \(line.name) \(line.value)"))
      return .response(.acceptText)
    case .program(.keepSetting): if let line = selected { application.program.keep(line.name, nil) }
    case .search(.find): session.open(ListFilterPrompt(self))
    default: return nil
    }
    return .done
  }

  /// Returns whether a key has no effect in the list: letters that are commands do not act on the panels below it.
  package func ignores(_ command: Command) -> Bool {
    session.state.mode.shown == .listen && command.actsOnPanels && !SettingsLayer.own.contains(command)
  }

  /// `theme=light  config, line 3`
  package override var rows: [ListRow] {
    lines.map { ListRow("\($0.name)=\($0.value)  \(SettingText.source($0.source))") }
  }

  package override var name: String { "settings" }
  override var title: String { "Settings" }
  // The name in the file of histories, from former versions.
  override var filterHistory: String? { "SettingsFilterPrompt" }
  override func empty(_ keys: KeyMap) -> String { "nothing found" }
  override var spokenEmpty: String? { nil }

  override var keyHints: [KeyHint.Group] {
    [
      ([.list(.activate)], "change"), KeyHint.group([.program(.keepSetting)]), ([.search(.find)], "search"),
    ] + super.keyHints
  }
}

/// The value of a setting, and its source.
enum SettingText {
  static func source(_ source: SettingLine.Source) -> String {
    switch source {
    case .standard: "default"
    case .file(let number): "config, line \(number)"
    case .option: "command line"
    case .session: "set now"
    }
  }

  /// Returns `theme is light (config, line 3); :set theme VALUE changes it`.
  static func sentence(_ line: SettingLine) -> String {
    let value = line.value.isEmpty ? "not set" : FilePath(line.value).shown
    return "\(line.name) is \(value) (\(source(line.source))); :set \(line.name) VALUE changes it"
  }
}

extension Command {
  /// Whether it acts on the panels, the takes or what plays, and closes what is open.
  var actsOnPanels: Bool {
    switch self {
    case .playback, .seek, .list, .queue, .search, .take, .library, .timeline: !keepsLayers
    case .move, .program, .takeList, .practiceScreen, .pads, .padForm, .mixer, .mixerScreen, .pad, .request:
      false
    }
  }
}
