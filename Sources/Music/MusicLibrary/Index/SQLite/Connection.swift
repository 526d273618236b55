import CSQLite
import SystemBase

/// Owns a connection to a database file. One thread at a time.
struct Connection: ~Copyable {
  private let raw: OpaquePointer
  /// The statements of the open transaction by their text: most are run again.
  private let statements = StatementCache()
  /// What the writer knows of the tables.
  let known = KnownRows()
  /// The path of the file, for messages.
  let subject: String

  /// Opens a database, and creates a file that does not exist if `create` is true.
  init(_ path: FilePath, create: Bool) throws(LibraryError) {
    _ = Connection.setUp
    subject = path.shown
    if path.isDeviceOrPipe {
      throw LibraryError(.readFailed, subject, detail: "it is a pipe or a device, not a file; move it away")
    }
    var opened: OpaquePointer?
    let flags =
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | (create ? SQLITE_OPEN_CREATE : 0)
    let code = path.withCString { sqlite3_open_v2($0, &opened, flags, nil) }
    guard code == SQLITE_OK, let opened else {
      let system = opened.map { sqlite3_system_errno($0) } ?? 0
      let error = LibraryError(sqlite: code, system: system, subject, call: "sqlite3_open_v2", message: nil)
      sqlite3_close_v2(opened)
      throw error
    }
    raw = opened
    // Waits for another writer; its transactions are short.
    sqlite3_busy_timeout(raw, 10_000)
    // The file may be damaged or come from another person (sqlite.org/security.html). These pragmas of the
    // connection cannot fail.
    sqlite3_exec(raw, "PRAGMA cell_size_check = 1; PRAGMA trusted_schema = 0", nil, nil, nil)
  }

  deinit {
    statements.prepared = [:]
    sqlite3_close_v2(raw)
  }

  /// Sets SQLite up for this process, before the first connection: memory is not counted, since each allocation would lock
  /// the counter (sqlite.org/c3ref/config.html).
  private static let setUp: Void = drumdub_count_no_memory()

  /// Runs statements without parameters and results.
  func execute(_ sql: String) throws(LibraryError) {
    try checked(sqlite3_exec(raw, sql, nil, nil, nil), "sqlite3_exec")
  }

  /// Prepares a statement, which the caller keeps.
  ///
  /// - Parameter isTyped: whether it contains user input.
  /// - Throws: `unsupported` for a typed statement that is too long for SQLite.
  func prepare(_ sql: SQL, isTyped: Bool = false) throws(LibraryError) -> Statement {
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v3(raw, sql.text, -1, 0, &prepared, nil)
    // An extended code of SQLITE_ERROR, such as that of an unknown collation, is an error of the tables.
    if isTyped, code == SQLITE_ERROR || code & 0xFF == SQLITE_TOOBIG {
      throw LibraryError(.unsupported, subject, detail: String(cString: sqlite3_errmsg(raw)))
    }
    try checked(code, "sqlite3_prepare_v3")
    guard let prepared else { preconditionFailure("SQL without a statement") }
    let statement = Statement(prepared, subject: subject)
    statement.bind(sql.values)
    return statement
  }

  /// Adds a deterministic SQL function.
  func add(
    _ name: String, arguments: Int32,
    _ body: @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void
  ) throws(LibraryError) {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC
    let code = sqlite3_create_function_v2(raw, name, arguments, flags, nil, body, nil, nil, nil)
    try checked(code, "sqlite3_create_function_v2")
  }

  /// Runs `body`. As soon as `isCancelled` returns true, statements in `body` fail within about a
  /// millisecond; a sort that has all its rows finishes first.
  func interruptible<Result>(
    _ isCancelled: @escaping () -> Bool, _ body: () throws(LibraryError) -> Result
  ) throws(LibraryError) -> Result {
    var isCancelled = isCancelled
    return try withUnsafeMutablePointer(to: &isCancelled) { pointer throws(LibraryError) in
      sqlite3_progress_handler(
        raw, Connection.stepsBetweenChecks,
        { $0?.assumingMemoryBound(to: (() -> Bool).self).pointee() == true ? 1 : 0 }, pointer)
      defer { sqlite3_progress_handler(raw, 0, nil, nil) }
      return try body()
    }
  }

  /// The number of instructions of SQLite's virtual machine between two checks for cancellation.
  private static let stepsBetweenChecks: Int32 = 10_000

  // MARK: Transactions

  /// Runs `body` in a transaction, in which all queries see the same state of the index. It is rolled back if `body`
  /// throws. One that writes waits while another connection writes.
  func transaction<Result>(
    writes: Bool, _ body: (borrowing Connection) throws(LibraryError) -> Result
  ) throws(LibraryError) -> Result {
    try execute(writes ? "BEGIN IMMEDIATE" : "BEGIN")
    do throws(LibraryError) {
      let result = try body(self)
      try commit()
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  func commit() throws(LibraryError) {
    statements.prepared = [:]
    try execute("COMMIT")
  }

  /// Rolls back an open transaction; a full disk may have ended it already.
  func rollBack() {
    statements.prepared = [:]
    if sqlite3_get_autocommit(raw) == 0 { try? execute("ROLLBACK") }
  }

  /// The number of rows that were changed since the connection was opened.
  var totalChanges: Int { Int(sqlite3_total_changes(raw)) }

  private func checked(_ code: Int32, _ call: String) throws(LibraryError) {
    if code == SQLITE_OK { return }
    throw LibraryError(
      sqlite: code, system: sqlite3_system_errno(raw), subject, call: call,
      message: String(cString: sqlite3_errmsg(raw)))
  }
}

/// Statements, which are prepared when they are run for the first time in a transaction.
extension Connection {
  /// Calls `body` with a statement whose parameters are bound.
  private func with<Result>(
    _ sql: SQL, isTyped: Bool = false, _ body: (borrowing Statement) throws(LibraryError) -> Result
  ) throws(LibraryError) -> Result {
    let text = StatementText(text: sql.text)
    if let known = statements.prepared[text] {
      known.statement.bind(sql.values)
      return try body(known.statement)
    }
    let new = PreparedStatement(try prepare(sql, isTyped: isTyped))
    statements.prepared[text] = new
    return try body(new.statement)
  }

  /// Runs a statement that returns no rows.
  func run(_ sql: SQL) throws(LibraryError) { try each(sql) { _ in } }

  /// Runs an insertion and returns the id of the new row.
  func insert(_ sql: SQL) throws(LibraryError) -> Int64 {
    try with(sql) { statement throws(LibraryError) in
      while try statement.step() {}
      return statement.lastInsertedID
    }
  }

  /// - Parameter isTyped: whether the statement contains user input.
  func each(_ sql: SQL, isTyped: Bool = false, _ body: (inout Row) -> Void) throws(LibraryError) {
    try with(sql, isTyped: isTyped) { statement throws(LibraryError) in
      while try statement.step() { statement.row(body) }
    }
  }

  /// Returns the value of the first row; nil if there is none.
  func first<Value>(
    _ sql: SQL, _ value: (inout Row) -> Value?
  ) throws(LibraryError) -> Value? {
    try with(sql) { statement throws(LibraryError) in try statement.first(value) }
  }

  /// Returns the values of all rows that are not nil.
  func all<Value>(
    _ sql: SQL, isTyped: Bool = false, _ value: (inout Row) -> Value?
  ) throws(LibraryError) -> [Value] {
    var values: [Value] = []
    try each(sql, isTyped: isTyped) { row in
      if let value = value(&row) { values.append(value) }
    }
    return values
  }

  /// Returns the number in the first row of a query of one column; nil if there is no row.
  func integer(_ sql: SQL) throws(LibraryError) -> Int64? { try first(sql) { $0.value() } }
}

private final class StatementCache {
  var prepared: [StatementText: PreparedStatement] = [:]
}

/// The text of a statement. Texts are long, and their lengths and ends tell most of them apart: only these are hashed.
private struct StatementText: Hashable {
  var text: String

  func hash(into hasher: inout Hasher) {
    let utf8 = text.utf8
    hasher.combine(utf8.count)
    hasher.combine(utf8.suffix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
  }
}

private final class PreparedStatement {
  let statement: Statement

  init(_ statement: consuming Statement) { self.statement = statement }
}
