import Application
import Controls
import SystemBase

/// A list over the panels. A subclass states its rows, its keys, and what they do besides moving the selection.
package class ListLayer: ScreenLayer {
  static let page = 10

  /// The row that was selected by hand; nil until then.
  final var chosen: Int?
  /// The text that the listed rows contain.
  package var filter = "" { didSet { chosen = nil } }

  /// The name in the frame. The plain mode names it before a row.
  var title: String { "" }
  package var rows: [ListRow] { [] }
  /// The index of the selected row; nil if none is selected.
  package var selection: Int? { rows.isEmpty ? nil : min(chosen ?? 0, rows.count - 1) }
  var style: ListBox.Style { ListBox.Style() }
  override var keyHints: [KeyHint.Group] {
    [([.program(.cancel)], "close"), ([.move(.up), .move(.down)], "choose")]
  }
  package override var closingCommands: [Command] { [.program(.cancel)] }

  /// Whether the keys that seek act on the music: the list is read along with it.
  var isReadAlong: Bool { false }

  /// Returns what is shown without rows.
  func empty(_ keys: KeyMap) -> String { "" }

  /// The text of the plain mode if no row is selected.
  var spokenEmpty: String? { empty(.empty) }

  func select(_ row: Int) { chosen = row }

  package override func move(_ movement: Movement) {
    select(movement.row(from: selection ?? 0, last: rows.count - 1, page: ListLayer.page))
  }

  /// The name of the history of its filter.
  var filterHistory: String? { nil }
  /// Called when the typed filter was accepted.
  func filterWasKept() {}

  package override func content(on screen: PlayerScreen, at now: HostTime) -> (any LayerContent)? {
    box(screen.keys)
  }

  func box(_ keys: KeyMap) -> ListBox {
    ListBox(
      title: filter.isEmpty ? title : "\(title) ▸ \(filter)", rows: rows, selection: selection,
      empty: empty(keys), hints: style.hasMarks ? hintTexts(keys) : [], style: style)
  }

  package override var selectedRow: (list: String, row: String)? {
    let rows = rows
    guard let selection, rows.indices.contains(selection) else { return spokenEmpty.map { (title, $0) } }
    return (spokenTitle(selection), "\(selection + 1) of \(rows.count): \(rows[selection].spoken)")
  }

  /// Returns the name that the plain mode prints before a row.
  func spokenTitle(_ row: Int) -> String { title }
}

/// Filters a list over the panels.
package final class ListFilterPrompt: FilterPrompt {
  private let list: ListLayer
  package override var historyName: String? { list.filterHistory }

  init(_ list: ListLayer) {
    self.list = list
    super.init(list.session, text: list.filter)
  }

  package override var matchesNothing: Bool { list.rows.isEmpty }
  override func textChanged() { list.filter = text.text }
  override func apply(_ text: String) { list.filterWasKept() }
  override func discard() { list.filter = "" }
  package override func move(_ movement: Movement) { list.move(movement) }
}
