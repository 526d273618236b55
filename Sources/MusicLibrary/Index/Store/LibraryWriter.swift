import SystemBase

/// The connection that writes, and what it has prepared.
struct LibraryWriter: ~Copyable {
  let connection: Connection
  /// Prepared at the first batch: a player that only reads does without.
  private var changes: ChangeWriter?

  init(_ connection: consuming Connection) {
    self.connection = connection
    changes = nil
  }

  mutating func apply(_ batch: [LibraryChange], now: Int64) throws(LibraryError) {
    // Where the batch fails, what was prepared and remembered for it goes too.
    var writer = takeChanges()
    try connection.execute("BEGIN IMMEDIATE")
    do throws(LibraryError) {
      try writer.begin(dataVersion: try connection.dataVersion(), now: now)
      for change in batch { try writer.take(change) }
      try writer.finish()
      try connection.execute("COMMIT")
    } catch {
      connection.rollBack()
      throw error
    }
    changes = consume writer
  }

  private mutating func takeChanges() -> ChangeWriter {
    if let writer = changes.take() { return writer }
    return ChangeWriter(connection)
  }
}
