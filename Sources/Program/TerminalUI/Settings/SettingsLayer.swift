import Application
import Controls
import SystemBase
import TerminalKit

/// The list of the settings with their values.
package final class SettingsLayer: ScreenLayer {
  static let page = 10
  /// The commands of the panels that mean something in the list.
  private static let own: Set<Command> = [.list(.activate), .queue(.save), .search(.find)]

  package unowned let session: ScreenSession
  package private(set) var selection = 0
  /// The text that the listed names or values contain.
  package var filter = "" { didSet { selection = 0 } }

  init(_ session: ScreenSession) { self.session = session }

  package var lines: [SettingLine] {
    let lines = application.program.settings
    guard let needle = Needle(filter) else { return lines }
    return lines.filter { needle.isIn($0.name) || needle.isIn($0.value) }
  }

  private var selected: SettingLine? { lines.indices.contains(selection) ? lines[selection] : nil }

  package func perform(_ command: Command, at time: HostTime?) -> Application.Response? {
    switch command {
    case .program(.cancel): close()
    case .list(.activate):
      guard let line = selected else { return .done }
      session.open(PaletteLayer(session, text: "set \(line.name) \(line.value)"))
      return .acceptText
    case .queue(.save): if let line = selected { application.program.keep(line.name, nil) }
    case .search(.find): session.open(SettingsFilterPrompt(session, text: filter))
    default: return nil
    }
    return .done
  }

  /// Returns whether a key does nothing in the list: where letters are commands, they do not act on what it hides.
  package func ignores(_ command: Command) -> Bool {
    session.state.mode.shown == .listen && command.actsOnPanels && !SettingsLayer.own.contains(command)
  }

  package func move(_ movement: Movement) {
    selection = movement.row(from: selection, last: lines.count - 1, page: SettingsLayer.page)
  }

  package var name: String { "settings" }

  package func hints(_ keys: KeyMap) -> [KeyHint]? {
    KeyHint.hints(
      [
        ([.list(.activate)], "change"), ([.queue(.save)], "keep"), ([.search(.find)], "search"),
        ([.program(.cancel)], "close"), ([.move(.up), .move(.down)], "choose"),
      ], keys)
  }

  /// Returns `theme=light  config, line 3`.
  private func text(_ line: SettingLine) -> String {
    "\(line.name)=\(line.value)  \(SettingText.source(line.source))"
  }

  package func content(on screen: PlayerScreen, at now: HostTime) -> (any LayerContent)? {
    TextListContent(
      heading: filter.isEmpty ? "Settings" : "Settings ▸ \(filter)", lines: lines.map(text),
      selection: selection, empty: "nothing found")
  }

  package var selectedRow: (list: String, row: String)? {
    let lines = lines
    guard lines.indices.contains(selection) else { return nil }
    return ("Settings", "\(selection + 1) of \(lines.count): \(text(lines[selection]))")
  }
}

/// Filters the list of settings.
package final class SettingsFilterPrompt: FilterPrompt {
  private var list: SettingsLayer? { session.layer(SettingsLayer.self) }

  package override var matchesNothing: Bool { list?.lines.isEmpty ?? false }
  override func textChanged() { list?.filter = text.text }
  override func discard() { list?.filter = "" }
  package override func move(_ movement: Movement) { list?.move(movement) }
}

extension Command {
  /// Whether it acts on the panels, the takes or what plays, and closes what is open.
  var actsOnPanels: Bool {
    switch self {
    case .playback, .seek, .list, .queue, .search, .take, .library, .timeline: !keepsLayers
    case .move, .program, .takeList, .practiceScreen, .pads, .mixer, .mixerScreen, .pad, .request: false
    }
  }
}
