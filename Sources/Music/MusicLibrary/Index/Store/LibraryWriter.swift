/// Owns the writing connection and its prepared statements.
struct LibraryWriter: ~Copyable {
  let connection: Connection
  /// The statements of `apply`, prepared for the first batch to save memory in programs that only read.
  private var changes: ChangeWriter?

  init(_ connection: consuming Connection) {
    self.connection = connection
    changes = nil
  }

  mutating func apply(_ batch: [LibraryChange], now: Int64) throws(LibraryError) {
    // If the batch fails, the statements and cached ids are discarded.
    var writer = takeChanges()
    try connection.execute("BEGIN IMMEDIATE")
    do throws(LibraryError) {
      try writer.begin(dataVersion: try connection.dataVersion(), now: now)
      for change in batch { try writer.apply(change) }
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
