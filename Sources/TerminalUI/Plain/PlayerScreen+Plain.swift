import Application
import AudioBase
import Player
import TerminalKit

/// What a screen would show, in words.
extension PlayerScreen {
  /// As much of the lists as is asked for at a time.
  package static let plainSize = Size(200, 60)

  /// The row that keys act on, and the list that it is of: `Queue`, `2 of 3: Flower Duet, Léo Delibes, 04:31`. Nil where
  /// nobody has chosen one.
  package var selectionText: (list: String, row: String)? {
    state.size = PlayerScreen.plainSize
    scrollToSelection()
    if state.overlay == .takes { return takes.flatMap(selectedTake) }
    guard let list = listOfKeys, let selection = list.selection else { return nil }
    let index = selection - list.first
    guard list.rows.indices.contains(index) else { return nil }
    return (list.heading.first ?? "", text(list.rows[index], selection + 1, of: list.count))
  }

  private var listOfKeys: ListContent? {
    let playing = model.nowPlaying.map { TrackLocation($0) }
    switch state.overlay {
    case .picker:
      return library?.picking.map { ListContent($0, rows: PlayerScreen.plainSize.height, playing: playing) }
    case .help, .notices, .takes: return nil
    case nil: break
    }
    guard hasLibraryFocus, let library else {
      return state.selection == nil ? nil : ListContent(model.queue, state)
    }
    return ListContent(
      library, width: PlayerScreen.plainSize.width, rows: state.libraryRows, playing: playing,
      emptySelection: state.offer)
  }

  private func text(_ row: ListContent.Row, _ number: Int, of count: Int) -> String {
    let states: [ListContent.Row.Kind: String] = [.current: "current", .failed: "failed"]
    let parts = [row.title, row.detail, row.end, states[row.kind], row.isMarked ? "marked" : nil]
    return "\(number) of \(count): "
      + parts.compactMap { $0?.isEmpty ?? true ? nil : $0 }.joined(separator: ", ")
  }

  private func selectedTake(_ controller: TakeController) -> (list: String, row: String)? {
    let list = TakeListContent(controller, selection: state.takeSelection)
    guard list.rows.indices.contains(list.selection) else { return ("Takes", "none") }
    let row = list.rows[list.selection]
    if row.isHeading { return ("Takes", "none") }
    let heading = list.rows[..<list.selection].last { $0.isHeading }.map { ", \($0.text)" } ?? ""
    let number = list.rows[...list.selection].count { !$0.isHeading }
    return ("Takes", "\(number) of \(list.rows.count { !$0.isHeading }): \(row.text), \(row.note)\(heading)")
  }

  /// What was told so far, the latest last.
  package var noticeTexts: [String] { state.notices.entries.map(\.text) }

  /// What is being typed, as it stands before the text; nil where nothing is.
  package var promptText: String? { state.prompt.map { "\($0.purpose.name): \($0.text)" } }
}
