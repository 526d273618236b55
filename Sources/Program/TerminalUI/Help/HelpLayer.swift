import Application
import Controls
import SystemBase

/// The help, where typed text filters the commands and keys are changed.
package final class HelpLayer: ScreenLayer {
  /// The rows of a page in the plain mode.
  static let spokenPage = 10

  package private(set) var search = TextField()
  package private(set) var selection = 0
  /// The rows, as the front end lists them for `search`.
  package var entries: [HelpContent.Entry] = []

  /// The layer that the help covers, whose keys are listed first; nil if there is none.
  package var covered: ScreenLayer? { session.layers.last { $0 !== self && $0.coversPanels } }

  /// The text of the search; nil while a key is awaited.
  package override var field: TextField? { application.state.keyEdit == nil ? search : nil }

  package override var closingCommands: [Command] { [.program(.help), .program(.cancel)] }

  package override func perform(_ command: Command, at time: HostTime?) -> Outcome? {
    command == .list(.activate)
      ? .response(bind()) : command == .list(.remove) ? .response(remove()) : nil
  }

  package override func move(_ movement: Movement) {
    selection = movement.row(
      from: row, last: entries.count - 1, page: max(session.state.rows.help, 1))
  }

  package override func type(_ text: String) {
    search.text = text
    selection = 0
  }

  package override func accept() -> Application.Response { bind() }

  /// The index of the selected row; 0 without rows.
  var row: Int { min(selection, max(entries.count - 1, 0)) }

  private var command: Command? { entries.indices.contains(row) ? entries[row].command : nil }

  // MARK: Changing keys

  /// Waits for the key that the selected command gets.
  private func bind() -> Application.Response { command.map { application.await(.bind($0)) } ?? .done }

  /// Removes the key of the selected command; if it has several, waits for the one to remove.
  package override func remove() -> Application.Response {
    guard let command else { return .done }
    let keys = application.keys.names(of: command)
    if keys.count > 1 { return application.await(.remove(command)) }
    if let key = keys.first { application.keys.remove(key, of: command, for: application) }
    return .done
  }

  /// Asks before the default keys are restored.
  package override func mark() -> Application.Response {
    application.ask(.defaultKeys)
    return .done
  }

  package override var name: String { "help" }
  package override var leaving: String { "closed" }
  package override var fieldName: String { "search" }
  package override var matchesNothing: Bool { entries.isEmpty }

  /// `2 of 3: mute: M, ctrl+u`.
  package override var selectedRow: (list: String, row: String)? {
    guard entries.indices.contains(row) else { return nil }
    if field == nil { return ("Keys", "press a key, or Escape") }
    return ("Keys", "\(row + 1) of \(entries.count): \(spoken(entries[row]))")
  }

  /// Returns the rows between the selected one and another one, which a page movement has skipped.
  func spokenRows(from other: Int) -> [String] {
    other < row ? entries[(other + 1)..<row].map(spoken) : []
  }

  /// `mute: M, ctrl+u`.
  private func spoken(_ entry: HelpContent.Entry) -> String {
    guard let command = entry.command else { return "\(entry.text): \(entry.keys)" }
    let keys = application.keys.names(of: command).filter { !$0.hasPrefix("media-") }.map(
      session.speech.label)
    let summary = command == .program(.redraw) ? "say where you are" : command.summary
    return "\(summary): \(keys.isEmpty ? "no key" : keys.joined(separator: ", "))"
  }

  /// Lists the commands that match what is typed.
  func list(_ keys: KeyMap) { entries = HelpContent(self, keys).entries }

  package override func hints(_ keys: KeyMap) -> [KeyHint] {
    if field == nil { return [KeyHint("Esc", "cancel")] }
    return [
      .leave("close"), .enter("new key"), KeyHint("Del", "remove key", .remove),
      KeyHint("Ins", "default keys", .mark), .choose,
    ]
  }

  package override func content(on screen: PlayerScreen, at now: HostTime) -> (any LayerContent)? {
    HelpContent(self, screen.keys)
  }
}
