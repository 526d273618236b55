import Application
import Controls

/// Describes the effect of a key in the plain mode by comparing the layers before and after it. Main thread.
@MainActor
package struct PlainAnswer {
  /// The layers that were open, with the texts for their closing.
  private let layers: [(view: ScreenLayer, leaving: String)]
  private let field: TextField?
  private let keys: KeyMap
  private let markCount: Int
  /// The selected row of the help; nil while it is closed.
  private let helpRow: Int?
  /// Whether hits or points of the timeline were selected.
  private let hadSelection: Bool

  /// Stores what is open. Called before the key is performed.
  ///
  /// - Parameter keys: the keys that lines name.
  package init(_ session: ScreenSession, _ keys: KeyMap = KeyMap()) {
    self.keys = keys
    layers = session.layers.map { ($0, $0.leaving) }
    field = session.field
    markCount = PlainAnswer.markCount(session)
    helpRow = session.layer(HelpLayer.self)?.row
    hadSelection = session.layer(TimelineLayer.self)?.isSelecting ?? false
  }

  /// Returns a line for each layer that was closed: `chapters: closed`.
  package func closed(_ session: ScreenSession) -> [String] {
    layers.filter { layer in !session.layers.contains { $0 === layer.view } }
      .map { "\($0.view.name): \($0.leaving)" }
  }

  private static func markCount(_ session: ScreenSession) -> Int {
    let marks = session.hasLibraryFocus ? session.libraryPanel?.browser.markCount : nil
    return marks ?? session.state.marks.count
  }

  /// Returns whether a row was marked, since the row that is selected then is another one: `marked: 2 in all`.
  private func marked(_ session: ScreenSession) -> [String] {
    let count = PlainAnswer.markCount(session)
    return count == markCount ? [] : ["\(count > markCount ? "marked" : "unmarked"): \(count) in all"]
  }

  /// Returns lines about the effects of a command besides its answer. A layer that replaces another one is named when it opens.
  package func lines(after command: Command, _ session: ScreenSession) -> [String] {
    ([.list(.mark), .program(.cancel)].contains(command) ? marked(session) : [])
      + (session.coveringLayer == nil ? closed(session) : []) + ranges(after: command, session)
  }

  /// Returns that a range of the timeline begins, or that nothing is selected in it any more.
  private func ranges(after command: Command, _ session: ScreenSession) -> [String] {
    guard let timeline = session.layer(TimelineLayer.self) else { return [] }
    switch command {
    case .timeline(.selectRange) where timeline.isSelectingRange:
      return PlainOutcome(session: session, keys: keys).text(.rangeBegins, of: command).map { [$0] } ?? []
    case .program(.cancel) where hadSelection && !timeline.isSelecting:
      return ["nothing is selected any more"]
    default: return []
    }
  }

  /// Returns whether the lines about the effects of a command answer it.
  package static func areAnswers(to command: Command) -> Bool {
    command == .program(.cancel) || command == .timeline(.selectRange)
  }

  package func lines(after edit: PromptEdit, _ session: ScreenSession) -> [String] {
    switch edit {
    case .cancel: closed(session)
    case .mark: marked(session)
    case .accept where (layers.last?.view as? PaletteLayer)?.performed?.command == .list(.mark):
      marked(session)
    case .move(.pageDown): helpRow.flatMap { session.layer(HelpLayer.self)?.spokenRows(from: $0) } ?? []
    case .insert, .edit, .history, .accept, .complete, .move, .remove: []
    }
  }

  // MARK: Commands

  /// Returns the answer to a command that no other line has answered; nil if the closing of a layer is the answer.
  package func line(_ command: Command, _ outcome: Outcome, _ session: ScreenSession) -> String? {
    let isClosed = !closed(session).isEmpty
    if isClosed, outcome == .answered { return nil }
    if case .move(let movement) = command, let end = PlainSelection.end(session, at: movement) { return end }
    return PlainOutcome(session: session, keys: keys).text(outcome, of: command)
      ?? (isClosed ? nil : "\(command.summary): done")
  }

  /// Returns the answer to a command of another program that no other line has answered. Layers do not perform it.
  package static func line(
    requested command: Command, _ outcome: Outcome, _ session: ScreenSession, _ keys: KeyMap = KeyMap()
  ) -> String {
    PlainOutcome(session: session, keys: keys).text(outcome, of: command) ?? "\(command.summary): done"
  }

  // MARK: Typing

  /// Returns the answer to an edit of a line of text that no other line has answered; nil for typed text.
  package func line(_ edit: PromptEdit, _ session: ScreenSession) -> String? {
    switch edit {
    case .insert, .cancel: nil
    case .edit: edited(session)
    case .remove:
      (field?.text == session.field?.text ? row(session) : nil) ?? edited(session)
        ?? "there is nothing to remove"
    case .mark: row(session) ?? "there is nothing to mark"
    case .complete: row(session) ?? "there is no completion"
    case .history(let older): "there is no \(older ? "older" : "newer") text"
    case .move(let movement):
      if layers.last?.view.hasRows == false {
        "there is no \(movement == .up ? "older" : "newer") text"
      } else {
        PlainSelection.end(session, at: movement) ?? row(session) ?? "there are no rows"
      }
    case .accept: accepted(session)
    }
  }

  /// Returns the selected row of a list in which the field is.
  private func row(_ session: ScreenSession) -> String? {
    layers.last?.view.hasRows == true ? PlainSelection.line(session) : nil
  }

  private func accepted(_ session: ScreenSession) -> String? {
    guard let (view, leaving) = layers.last, let field else { return nil }
    if session.layers.contains(where: { $0 === view }) {
      return session.field?.error.map(PlainText.refusal) ?? row(session)
    }
    if let (command, outcome) = (view as? PaletteLayer)?.performed { return line(command, outcome, session) }
    return "\(view.name): \(field.text.isEmpty ? leaving : "\(field.text), done")"
  }

  /// Returns what was deleted or inserted, or what is at the cursor.
  private func edited(_ session: ScreenSession) -> String? {
    guard let field, let now = session.field else { return nil }
    let (old, new) = (Array(field.text), Array(now.text))
    let (from, cursor) = (field.cursor ?? old.count, now.cursor ?? new.count)
    if new.count < old.count {
      return "deleted \(PlainAnswer.spoken(old[cursor..<(cursor + old.count - new.count)]))"
    }
    if new.count > old.count { return "inserted \(PlainAnswer.spoken(new[from..<cursor]))" }
    if new.isEmpty { return "the text is empty" }
    if cursor == new.count { return "end of the text" }
    if cursor == 0, from == 0 { return "start of the text" }
    return PlainAnswer.spoken(new[cursor...cursor])
  }

  private static func spoken(_ characters: ArraySlice<Character>) -> String {
    characters.allSatisfy { $0 == " " } ? "space" : String(characters)
  }
}
