import Application
import Player

/// The list with the focus and its selected row as text.
@MainActor
package enum PlainSelection {
  /// The longest library path in characters.
  static let width = 200

  /// The rows of the lists that are read at a time.
  private static var rows: ScreenState.VisibleRows {
    var rows = ScreenState.VisibleRows()
    (rows.queue, rows.library, rows.picker, rows.help) = (40, 40, 22, HelpLayer.spokenPage)
    (rows.lyrics, rows.timelineColumns, rows.timelineHasStepsOnly) = (1, 80, true)
    return rows
  }

  /// `Queue`, `2 of 3: Flower Duet, Léo Delibes, 04:31`; nil if no row was selected.
  ///
  /// - Parameter isBelowPalette: whether the row below the palette is wanted.
  package static func text(_ session: ScreenSession, isBelowPalette: Bool = false) -> (
    list: String, row: String
  )? {
    var rows = rows
    rows.lastPracticeRow = session.layer(PracticeLayer.self).map(\.lastSpokenRow) ?? 0
    session.show(rows)
    let covering = session.layers.last { $0.coversPanels && !(isBelowPalette && $0 is PaletteLayer) }
    if let covering { return covering.selectedRow }
    guard let list = list(session) else { return nil }
    return row(list) ?? (session.hasLibraryFocus ? note(list) : nil)
  }

  /// Returns the note of a list of the library without rows; nil while it is read, and for a filter, which is said otherwise.
  private static func note(_ list: ListContent) -> (list: String, row: String)? {
    guard list.selection == nil, list.note.isEmpty, list.rows.count == 1, list.rows[0].kind == .away else {
      return nil
    }
    return (list.heading.first ?? "", list.rows[0].title)
  }

  /// The selected row under the name of its list, in one line.
  package static func line(_ session: ScreenSession) -> String? {
    text(session).map { "\($0.list): \($0.row)" }
  }

  /// Returns the message that the list has no row in the direction of a movement; nil if it has one, or if no row is selected.
  static func end(_ session: ScreenSession, at movement: Movement) -> String? {
    if let timeline = session.coveringLayer as? TimelineLayer {
      return timeline.end(at: movement).map(end(isAfter:))
    }
    // `2 of 3: `
    let words = text(session)?.row.split(separator: " ", maxSplits: 3).prefix(3) ?? []
    guard words.count == 3, words[1] == "of", let row = Int(words[0]), words[2].hasSuffix(":") else {
      return nil
    }
    return switch movement {
    case .down, .pageDown: Int(words[2].dropLast()) == row ? end(isAfter: true) : nil
    case .up, .pageUp: row == 1 ? end(isAfter: false) : nil
    case .start, .end: nil
    }
  }

  static func end(isAfter: Bool) -> String { isAfter ? "nothing after this" : "nothing before this" }

  /// Returns the selected row of a list; nil if there is none.
  static func row(_ list: ListContent) -> (list: String, row: String)? {
    guard let selection = list.selection else { return nil }
    let index = selection - list.first
    // A row that is not read yet is said when it is.
    guard list.rows.indices.contains(index), list.rows[index].title != ListContent.Row.unread else {
      return nil
    }
    return (list.heading.first ?? "", text(list.rows[index], selection + 1, of: list.count))
  }

  private static func list(_ session: ScreenSession) -> ListContent? {
    let playing = session.application.model.nowPlaying.map(\.location)
    if session.hasLibraryFocus, let library = session.libraryPanel {
      // The rows of the former filter, the first ones of a list whose length is not known yet, and an entry of a playlist
      // before the index has answered are not said.
      guard library.browser.level.isCurrent, !library.browser.level.isAwaiting, !library.awaitsSelectedEntry
      else { return nil }
      return ListContent(
        library, width: width, rows: rows.library, playing: playing,
        emptySelection: session.state.emptyLibrarySelection, keys: .empty)
    }
    guard session.state.selection != nil else { return nil }
    let (queue, state) = (session.application.model.queue, session.state)
    return ListContent(queue, state, first: state.row(of: session.selected, in: queue) ?? 0, rows: 1)
  }

  private static func text(_ row: ListContent.Row, _ number: Int, of count: Int) -> String {
    let states: [ListContent.Row.Kind: String] = [.current: "current", .failed: "failed"]
    let parts = [
      row.title, row.detail, row.end, states[row.kind], row.isMarked ? "marked" : nil,
      row.isDamaged ? "damaged" : nil,
    ]
    return "\(number) of \(count): "
      + parts.compactMap { $0?.isEmpty ?? true ? nil : $0 }.joined(separator: ", ")
  }
}
