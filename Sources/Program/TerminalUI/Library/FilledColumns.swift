import Player

/// The columns of a list that are not empty in the rows that were shown. In the layout *listen*, empty columns are hidden.
///
/// A column that was shown stays visible until another list is shown, so that the columns do not move when another track plays.
struct FilledColumns<List: Equatable> {
  /// The list; nil before the first one.
  private(set) var list: List?
  private var filled: Set<LibraryColumn> = []
  /// Whether a row of the list was read.
  private var isDecided = false

  /// Begins another list.
  mutating func begin(_ list: List?) { (self.list, filled, isDecided) = (list, [], false) }

  /// Adds the columns for which `isFilled` returns true, which is asked only of those that may be empty.
  mutating func add(_ columns: [LibraryColumn], where isFilled: (Int, LibraryColumn) -> Bool) {
    for (index, column) in columns.enumerated() where !isKept(column) && isFilled(index, column) {
      filled.insert(column)
    }
  }

  /// Adds the columns in which rows have a text.
  ///
  /// - Parameter rows: the rows with the cells of all columns; those that were not read have none.
  /// - Returns: the indices of the columns that are empty; none before a row was read, or if all were.
  mutating func empty(_ columns: [LibraryColumn], _ rows: [ListContent.Row]) -> Set<Int> {
    let read = rows.filter { $0.cells.count == columns.count }
    if !read.isEmpty { isDecided = true }
    guard isDecided else { return [] }
    add(columns) { index, _ in read.contains { !$0.cells[index].isEmpty } }
    let empty = columns.indices.filter { !isKept(columns[$0]) }
    return empty.count < columns.count ? Set(empty) : []
  }

  private func isKept(_ column: LibraryColumn) -> Bool {
    [.title, .artist, .album, .length].contains(column) || filled.contains(column)
  }
}

extension PlayerScreen {
  /// The rows of the queue in which tags are looked for when it is shown first.
  private static let lookedAt = 1_000

  private var leavesOutColumns: Bool { state.mode.shown == .listen }

  /// Returns the indices of the columns of the queue that are left out.
  func emptyQueueColumns(_ columns: [LibraryColumn], _ rows: [ListContent.Row]) -> Set<Int> {
    guard leavesOutColumns else { return [] }
    let queue = model.queue
    // While one of its tracks is left, it is the same queue.
    if drawing.queueColumns.list.flatMap({ queue.index(of: $0) }) == nil {
      drawing.queueColumns.begin(queue.items.last?.id)
      drawing.queueColumns.add(columns) { _, column in
        queue.items.prefix(PlayerScreen.lookedAt).contains { !column.text($0, nil).isEmpty }
      }
    }
    return drawing.queueColumns.empty(columns, rows)
  }

  /// Returns the indices of the columns of the list of the library that are left out.
  func emptyLibraryColumns(_ columns: [LibraryColumn], _ rows: [ListContent.Row]) -> Set<Int> {
    guard leavesOutColumns, let level = libraryPanel?.browser.level, LibraryColumns.hasTracks(level) else {
      return []
    }
    if drawing.libraryColumns.list != level.place { drawing.libraryColumns.begin(level.place) }
    return drawing.libraryColumns.empty(columns, rows)
  }
}
