import AudioBase
import SystemBase

/// Saves from a damaged index what no scan can find again.
extension LibraryStore {
  private struct Former: Sendable {
    var name: IndexName
    var key: [UInt8]?
    var numbers: [Int?]
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
      let statement = connection.keep("INSERT OR REPLACE INTO former VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0)")
      for row in rows {
        statement.bind(1, row.name)
        statement.bind(2, row.key)
        for (place, number) in row.numbers.enumerated() { statement.bind(Int32(place) + 3, number) }
        try statement.run()
      }
    }
    return rows.count { $0.numbers[1] != nil || $0.numbers[2] ?? 0 > 0 }
  }

  /// With the name of a part behind it.
  private static let longestPath = 8_192

  private static func paths(_ source: borrowing Connection) throws(LibraryError) -> [FilePath] {
    try source.prepare("SELECT path FROM folders").paths().filter(\.isAbsolute)
  }

  private static func collect(
    _ source: borrowing Connection, _ table: String, _ order: String, into found: inout [IndexName: Former]
  ) throws(LibraryError) {
    let statement = try source.prepare(
      "SELECT path, key, added, rating, plays, last_played FROM \(table) ORDER BY \(order)")
    while try statement.step() {
      let name = statement.name(0)
      // Damage may look like a row.
      guard name.file.isAbsolute, name.bytes.count <= longestPath, !statement.isNull(2), !statement.isNull(4)
      else { continue }
      let numbers = [
        statement.integer(2, in: LibraryTrack.times) ?? 0, statement.integer(3, in: LibraryTrack.ratings),
        statement.integer(4, in: LibraryTrack.playCounts) ?? 0,
        statement.integer(5, in: LibraryTrack.times),
      ]
      let key = statement.bytes(1).flatMap { TrackKey(bytes: $0) }?.bytes
      found[name] = Former(name: name, key: key, numbers: numbers)
    }
  }
}
