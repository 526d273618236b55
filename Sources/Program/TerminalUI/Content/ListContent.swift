/// The visible page of a list.
///
/// It contains only the visible rows, so a list of a million rows costs as much as one of ten.
package struct ListContent: Hashable, Sendable {
  package struct Row: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case usual, current, failed, away }

    /// The title of a row that is not read yet.
    static let unread = "…"

    package var title: String
    package var kind = Kind.usual
    /// The position in the list, from 1; nil is not shown.
    package var number: Int?
    /// Additional text, shown if there is room.
    package var detail: String?
    /// The text at the end of the row: a length, a year, an error.
    package var end = ""
    package var isMarked = false
    /// Whether something is known to be wrong with the sound of the track.
    package var isDamaged = false
    /// The texts in the columns of the list; empty for a row without columns.
    package var cells: [String] = []
  }

  /// The parts of the heading, the most important first: `Queue`, `12 tracks`, `48:10`.
  package var heading: [String] = []
  /// The columns of the rows; empty for a list without columns.
  package internal(set) var columns: [Column] = []
  /// The cells that the columns use at most, without what the first one gets in addition.
  var columnRoom = Int.max
  /// Whether the titles of the columns are above the rows.
  var hasTitles = true
  /// A note at the end of the heading, such as the filter.
  package var note = ""
  /// The number of rows of the whole list.
  package var count = 0
  /// The index of the first row that is shown, from 0.
  package var first = 0
  /// The visible rows, from `first` on.
  package var rows: [Row] = []
  /// The index of the selected row, from 0.
  package var selection: Int?
  /// The words that are highlighted.
  package var words: [String] = []
  /// The highest number of a row of the whole list; nil: `count`.
  package var highestNumber: Int?
  package var hasFocus = true

  /// Returns the indices of the rows that differ from another page; nil if more than rows has changed.
  package func changedRows(since other: ListContent) -> [Int]? {
    var same = other
    (same.rows, same.selection) = (rows, selection)
    guard same == self, rows.count == other.rows.count else { return nil }
    return rows.indices.filter { index in
      let isSelected = first + index == selection
      return rows[index] != other.rows[index] || isSelected != (first + index == other.selection)
    }
  }

  /// Returns the first row of a page that contains the selection and fills the screen; the previous one if possible.
  package static func first(
    after previous: Int = 0, selection: Int?, count: Int, height: Int
  ) -> Int {
    let last = max(count - height, 0)
    guard let selection, height > 0 else { return min(max(previous, 0), last) }
    return min(max(min(max(previous, selection - height + 1), selection), 0), last)
  }
}
