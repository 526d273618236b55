extension ListContent {
  package struct Column: Hashable, Sendable {
    package enum Direction: Hashable, Sendable { case ascending, descending }

    package var title: String
    /// The width at least; all of it for a column without a share.
    var least: Int
    /// The share of the width that is left over.
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
  /// - Parameter most: the columns of the terminal that they use at most; the first one gets the rest.
  mutating func fit(_ all: [Column], width: Int, most: Int = .max) {
    columnRoom = min(max(width - margin, 0), most)
    let chosen = Column.fitting(all, width: columnRoom)
    columns = chosen.map { all[$0] }
    for index in rows.indices where rows[index].cells.count == all.count {
      let cells = rows[index].cells
      rows[index].cells = chosen.map { cells[$0] }
    }
  }

  /// The lines above the rows: the heading, and the titles of the columns if they are shown.
  package var headingLines: Int { columns.isEmpty || !hasTitles ? 1 : 2 }
}
