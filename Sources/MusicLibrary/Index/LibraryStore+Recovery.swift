import AudioBase
import SystemBase

/// Recovers from a damaged index what no scan can find again.
extension LibraryStore {
  private typealias Column = HistoryRows.Column
  private enum FolderParameter: Int32, SQLParameters { case path }

  /// Copies the folders and the history of the tracks of a damaged index into this one.
  ///
  /// Histories are stored like those of files that are gone: the next scan restores them.
  ///
  /// - Returns: the number of tracks with plays or a rating.
  func recover(from damaged: FilePath) throws(LibraryError) -> Int {
    let source = try Connection(damaged, create: false)
    // Reads tables whose definition is valid even if others are not (sqlite.org/pragma.html).
    try? source.execute("PRAGMA writable_schema = 1; PRAGMA query_only = 1")
    var found: [IndexName: TrackHistory] = [:]
    // Each table from both ends up to the damage.
    for (table, order) in [
      ("former", "path"), ("former", "path DESC"), ("tracks", "id"), ("tracks", "id DESC"),
    ] {
      try? LibraryStore.collect(source, table, order, into: &found)
    }
    let histories = Array(found.values)
    let folders = (try? LibraryStore.paths(source)) ?? []
    try write { connection throws(LibraryError) in
      let addFolder = connection.prepareReusable(
        "INSERT OR IGNORE INTO folders(path, added) VALUES (\(FolderParameter.path.parameter), 0)")
      for folder in folders {
        addFolder.bind(FolderParameter.path, folder)
        try addFolder.run()
      }
      let rows = HistoryRows(connection)
      for history in histories { try rows.put(history) }
    }
    return histories.count { $0.rating != nil || $0.playCount > 0 }
  }

  /// The longest name in bytes, that of a part included.
  private static let longestName = 8_192

  private static func paths(_ source: borrowing Connection) throws(LibraryError) -> [FilePath] {
    try source.prepare("SELECT path FROM folders").paths().filter(\.isAbsolute)
  }

  private static func collect(
    _ source: borrowing Connection, _ table: String, _ order: String,
    into found: inout [IndexName: TrackHistory]
  ) throws(LibraryError) {
    let row = try source.prepare("SELECT \(Column.list) FROM \(table) ORDER BY \(order)")
    while try row.step() {
      let name = row.name(Column.path)
      // Damaged pages may contain rows that no program wrote.
      guard name.file.isAbsolute, name.bytes.count <= longestName, !row.isNull(Column.added),
        !row.isNull(Column.plays)
      else { continue }
      found[name] = TrackHistory(
        name: name, key: row.trackKey(Column.key), added: row.time(Column.added) ?? 0,
        rating: row.rating(Column.rating), playCount: row.playCount(Column.plays),
        lastPlayed: row.time(Column.lastPlayed))
    }
  }
}
