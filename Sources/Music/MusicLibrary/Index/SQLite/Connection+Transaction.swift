extension Connection {
  /// Runs `body` in a write transaction, which is rolled back if it throws. Waits while another connection
  /// writes.
  func transaction<Result>(
    _ body: (borrowing Connection) throws(LibraryError) -> Result
  ) throws(LibraryError) -> Result {
    try bracketed("BEGIN IMMEDIATE", body)
  }

  /// Runs `body` in a read transaction: all its queries see the same state of the index.
  func snapshot<Result>(
    _ body: (borrowing Connection) throws(LibraryError) -> Result
  ) throws(LibraryError) -> Result {
    try bracketed("BEGIN", body)
  }

  private func bracketed<Result>(
    _ begin: String, _ body: (borrowing Connection) throws(LibraryError) -> Result
  ) throws(LibraryError) -> Result {
    try execute(begin)
    do throws(LibraryError) {
      let result = try body(self)
      try execute("COMMIT")
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  /// Rolls back an open transaction; a full disk may have ended it already.
  func rollBack() {
    if isInTransaction { try? execute("ROLLBACK") }
  }

  /// Returns a number that changes with each commit of another connection.
  func dataVersion() throws(LibraryError) -> Int64 {
    try prepare("PRAGMA data_version").firstInteger() ?? 0
  }
}
