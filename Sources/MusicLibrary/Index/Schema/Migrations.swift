import SystemBase

/// Brings an index of any earlier version up to this one, step by step; `user_version` counts the steps taken.
enum Migrations {
  /// In their order. A step that has shipped is never changed; a change is a new step behind it.
  static let steps = [Schema.first, Schema.counts, Schema.parts, Schema.sides]

  static var current: Int { steps.count }

  /// Above all versions that there will ever be.
  private static let unlikely = 10_000

  /// - Throws: `unsupported` for an index that a newer program has written; `damaged` for a version that no program
  ///   writes, or tables that do not belong to the version.
  static func run(_ connection: borrowing Connection) throws(LibraryError) {
    let found = try version(connection)
    guard found < current else { return try check(found, connection) }
    // Kept in the file. It fails, without waiting, where another instance is at it: that one has set it then.
    try? connection.execute("PRAGMA journal_mode = WAL")
    try connection.transaction { connection throws(LibraryError) in
      // Another instance may have been faster.
      for step in steps.dropFirst(try version(connection)) { try connection.execute(step) }
      try connection.execute("PRAGMA user_version = \(current)")
    }
  }

  private static func check(_ found: Int, _ connection: borrowing Connection) throws(LibraryError) {
    guard found > current else { return }
    throw LibraryError(
      .unsupported, connection.subject, detail: "a newer drumdub wrote it: version \(found), not \(current)")
  }

  private static func version(_ connection: borrowing Connection) throws(LibraryError) -> Int {
    let statement = try connection.prepare("PRAGMA user_version")
    let version = try statement.first { Int($0.integer(0)) } ?? 0
    guard (0..<unlikely).contains(version) else {
      throw LibraryError(.damaged, connection.subject, detail: "its version is \(version)")
    }
    return version
  }
}
