import AudioBase
import SystemBase

/// Saves from a damaged index what no scan can find again.
extension LibraryStore {
  private enum Column: Int32, SQLColumns { case path, key, added, rating, plays, lastPlayed }

  private struct Former: Sendable {
    var name: IndexName
    var key: [UInt8]?
    var added: Int
    var rating: Int?
    var plays: Int
    var lastPlayed: Int?
  }

  /// The tracks' history waits among that of files that are gone: the next scan takes it back.
  ///
  /// - Returns: how many tracks with plays or a rating were saved.
  func recover(from damaged: FilePath) throws(LibraryError) -> Int {
    let source = try Connection(damaged, create: false)
    // Tables whose definition can be read are read, whatever has become of the others (sqlite.org/pragma.html).
    try? source.execute("PRAGMA writable_schema = 1; PRAGMA query_only = 1")
    var found: [IndexName: Former] = [:]
    // From both ends up to the damage.
    for (table, order) in [
      ("former", "path"), ("former", "path DESC"), ("tracks", "id"), ("tracks", "id DESC"),
    ] {
      try? LibraryStore.collect(source, table, order, into: &found)
    }
    let rows = Array(found.values)
    let folders = (try? LibraryStore.paths(source)) ?? []
    try write { connection throws(LibraryError) in
      for folder in folders {
        let statement = try connection.prepare("INSERT OR IGNORE INTO folders(path, added) VALUES (?1, 0)")
        statement.bind(1, folder)
        try statement.run()
      }
      let statement = connection.keep(
        "INSERT OR REPLACE INTO former(\(Column.list), gone) VALUES (\(Column.parameters), 0)")
      for row in rows {
        statement.bind(Column.path.parameter, row.name)
        statement.bind(Column.key.parameter, row.key)
        statement.bind(Column.added.parameter, row.added)
        statement.bind(Column.rating.parameter, row.rating)
        statement.bind(Column.plays.parameter, row.plays)
        statement.bind(Column.lastPlayed.parameter, row.lastPlayed)
        try statement.run()
      }
    }
    return rows.count { $0.rating != nil || $0.plays > 0 }
  }

  /// With the name of a part behind it.
  private static let longestPath = 8_192

  private static func paths(_ source: borrowing Connection) throws(LibraryError) -> [FilePath] {
    try source.prepare("SELECT path FROM folders").paths().filter(\.isAbsolute)
  }

  private static func collect(
    _ source: borrowing Connection, _ table: String, _ order: String, into found: inout [IndexName: Former]
  ) throws(LibraryError) {
    let row = try source.prepare("SELECT \(Column.list) FROM \(table) ORDER BY \(order)")
    while try row.step() {
      let name = row.name(Column.path)
      // Damage may look like a row.
      guard name.file.isAbsolute, name.bytes.count <= longestPath, !row.isNull(Column.added),
        !row.isNull(Column.plays)
      else { continue }
      found[name] = Former(
        name: name, key: row.bytes(Column.key).flatMap { TrackKey(bytes: $0) }?.bytes,
        added: row.integer(Column.added, in: LibraryTrack.times) ?? 0,
        rating: row.integer(Column.rating, in: LibraryTrack.ratings),
        plays: row.integer(Column.plays, in: LibraryTrack.playCounts) ?? 0,
        lastPlayed: row.integer(Column.lastPlayed, in: LibraryTrack.times))
    }
  }
}
