/// What a screen shows of a list: a page of it, however long it is.
///
/// Whoever fills it asks for the rows of that page alone, so a list of a million rows costs as much as one of ten.
package struct ListContent: Hashable, Sendable {
  package struct Row: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case usual, current, failed, away }

    package var kind: Kind
    /// The place in the list, counted from 1; nil is not shown.
    package var number: Int?
    package var title: String
    /// What else is known, where there is room.
    package var detail: String?
    /// What stands at the row's end: a length, a year, why it failed.
    package var end: String
    package var isMarked: Bool

    package init(
      _ title: String, kind: Kind = .usual, number: Int? = nil, detail: String? = nil, end: String = "",
      isMarked: Bool = false
    ) {
      self.title = title
      self.kind = kind
      self.number = number
      self.detail = detail
      self.end = end
      self.isMarked = isMarked
    }
  }

  /// The heading's parts, the most telling first: `Queue`, `12 tracks`, `48:10`.
  package var heading: [String] = []
  /// What is said at the heading's end besides which rows are seen.
  package var note = ""
  /// The rows of the whole list.
  package var count = 0
  /// The index of the first row that is shown, from 0.
  package var first = 0
  /// The rows from `first` on: as many as fit at least, as far as there are any.
  package var rows: [Row] = []
  /// The index of the selected row, from 0.
  package var selection: Int?
  /// What is looked for: where rows have these words, they stand out.
  package var words: [String] = []
  /// The highest number that a row of the whole list may have; nil: as many as there are.
  package var highestNumber: Int?
  /// Whether keys go to this list.
  package var hasFocus = true

  package init(
    heading: [String] = [], count: Int = 0, first: Int = 0, rows: [Row] = [], selection: Int? = nil
  ) {
    self.heading = heading
    self.count = count
    self.first = first
    self.rows = rows
    self.selection = selection
  }

  /// The rows of the page that look otherwise than in another one; nil where more than rows has changed.
  package func changedRows(since other: ListContent) -> [Int]? {
    var same = other
    (same.rows, same.selection) = (rows, selection)
    guard same == self, rows.count == other.rows.count else { return nil }
    return rows.indices.filter { index in
      let isSelected = first + index == selection
      return rows[index] != other.rows[index] || isSelected != (first + index == other.selection)
    }
  }

  /// The first row to show so that the selection is seen and the screen is filled: the one before, where that will do.
  package static func first(after previous: Int, selection: Int?, count: Int, height: Int) -> Int {
    let last = max(count - height, 0)
    guard let selection, height > 0 else { return min(max(previous, 0), last) }
    return min(max(min(max(previous, selection - height + 1), selection), 0), last)
  }
}
