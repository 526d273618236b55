import SystemBase

/// Upgrades an index of any earlier version to the current one, step by step; `user_version` is the number of
/// steps done.
enum Migrations {
  /// The steps in order. Steps that were released never change; a change is a new step at the end.
  static let steps = [
    Schema.first, Schema.counts, Schema.parts, Schema.sides, Schema.damage, Schema.identities, Schema.ratings,
  ]

  static var current: Int { steps.count }

  /// Upgrades the index of a connection.
  ///
  /// - Throws: `newer` for a higher version than that of this program; `damaged` for an invalid version, or tables that do
  ///   not belong to the version.
  static func run(_ connection: borrowing Connection) throws(LibraryError) {
    let found = try version(connection)
    guard found < current else { return try check(found, connection) }
    // This setting is stored in the file. It fails if another instance has the file open, which has set it
    // then.
    try? connection.execute("PRAGMA journal_mode = WAL")
    try connection.transaction { connection throws(LibraryError) in
      // Read again within the transaction: another instance may have upgraded the index.
      for step in steps.dropFirst(try version(connection)) { try connection.execute(step) }
      try connection.execute("PRAGMA user_version = \(current)")
    }
  }

  private static func check(_ found: Int, _ connection: borrowing Connection) throws(LibraryError) {
    guard found > current else { return }
    throw LibraryError(
      .newer, connection.subject, detail: "it has version \(found), this drumdub reads up to \(current)")
  }

  private static func version(_ connection: borrowing Connection) throws(LibraryError) -> Int {
    let version = Int(try connection.prepare("PRAGMA user_version").firstInteger() ?? 0)
    guard version >= 0 else {
      throw LibraryError(.damaged, connection.subject, detail: "its version is \(version)")
    }
    return version
  }
}
