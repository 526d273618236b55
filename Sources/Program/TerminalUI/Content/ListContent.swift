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
  /// The maximum number of cells of the columns. The first column gets the rest of the line in addition.
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

  /// Returns the indices of the rows that differ from those of another page; nil if the pages differ in other respects too.
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

extension ListContent {
  package struct Column: Hashable, Sendable {
    package enum Direction: Hashable, Sendable { case ascending, descending }

    package var title: String
    /// The minimum width. A column without a share has this width.
    var least: Int
    /// The share of the width that remains after all minimum widths.
    var share: Int
    var isTrailing: Bool
    /// The columns with the highest rank are left out first if there is no room.
    var rank: Int
    /// The order of the list, if it is sorted by this column.
    package var direction: Direction?

    init(
      _ title: String, least: Int, share: Int = 0, isTrailing: Bool = false, rank: Int,
      direction: Direction? = nil
    ) {
      (self.title, self.least, self.share) = (title, least, share)
      (self.isTrailing, self.rank, self.direction) = (isTrailing, rank, direction)
    }

    /// The title with an arrow if the list is sorted by the column: `Year▲`.
    var heading: String {
      switch direction {
      case nil: title
      case .ascending: "\(title)▲"
      case .descending: "\(title)▼"
      }
    }

    static let gap = 2

    /// Returns the indices of the columns that fit beside each other; always the one with the lowest rank, and none whose
    /// rank is higher than that of a column without room.
    static func fitting(_ columns: [Column], width: Int) -> [Int] {
      var (chosen, used) = ([Int](), -gap)
      for index in columns.indices.sorted(by: { (columns[$0].rank, $0) < (columns[$1].rank, $1) }) {
        guard chosen.isEmpty || used + gap + columns[index].least <= width else { break }
        chosen.append(index)
        used += gap + columns[index].least
      }
      return chosen.sorted()
    }
  }

  /// The digits of the numbers of the rows; 0 if the rows have no numbers.
  var digits: Int {
    rows.contains { $0.number != nil } ? max(String(highestNumber ?? count).count, 2) : 0
  }

  /// The cells before the first column: cursor, mark, state, and the number with its gap.
  var lead: Int { 3 + digits + (digits > 0 ? 2 : 1) }

  /// The cells of a row beside the columns: those before them, and the margin at the end.
  var margin: Int { lead + 1 }

  /// Keeps the columns that fit the width of the list, in all rows.
  ///
  /// - Parameters:
  ///   - most: the columns of the terminal that they use at most; the first one gets the rest.
  ///   - empty: the indices of columns that are left out.
  mutating func fit(_ all: [Column], width: Int, most: Int = .max, without empty: Set<Int> = []) {
    columnRoom = min(max(width - margin, 0), most)
    let filled = all.indices.filter { !empty.contains($0) }
    let chosen = Column.fitting(filled.map { all[$0] }, width: columnRoom).map { filled[$0] }
    columns = chosen.map { all[$0] }
    for index in rows.indices where rows[index].cells.count == all.count {
      let cells = rows[index].cells
      rows[index].cells = chosen.map { cells[$0] }
    }
  }

  /// The lines above the rows: the heading, and the titles of the columns if they are shown.
  package var headingLines: Int { columns.isEmpty || !hasTitles ? 1 : 2 }
}
