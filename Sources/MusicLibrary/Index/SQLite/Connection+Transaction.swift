import SystemBase

extension Connection {
  /// Runs `body` as one change: all of it, or nothing where it throws.
  ///
  /// Waits where another connection writes.
  func transaction<Result>(
    _ body: (borrowing Connection) throws(LibraryError) -> Result
  ) throws(LibraryError) -> Result {
    try execute("BEGIN IMMEDIATE")
    do throws(LibraryError) {
      let result = try body(self)
      try execute("COMMIT")
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  /// Runs `body` so that all its queries see the same state of the index.
  func snapshot<Result>(
    _ body: (borrowing Connection) throws(LibraryError) -> Result
  ) throws(LibraryError) -> Result {
    try execute("BEGIN")
    do throws(LibraryError) {
      let result = try body(self)
      try execute("COMMIT")
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  /// Takes back an open transaction; a full disk may have ended it already.
  func rollBack() {
    if isInTransaction { try? execute("ROLLBACK") }
  }

  /// A number that changes with every change that another connection has made.
  func dataVersion() throws(LibraryError) -> Int64 {
    let statement = try prepare("PRAGMA data_version")
    return try statement.first { $0.integer(0) } ?? 0
  }
}
