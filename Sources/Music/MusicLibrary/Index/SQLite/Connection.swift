import CSQLite
import SystemBase

/// Owns a connection to a database file. One thread at a time.
struct Connection: ~Copyable {
  private let raw: OpaquePointer
  /// The path of the file, for messages.
  let subject: String

  /// Opens a database.
  ///
  /// - Parameter create: whether a file that does not exist is created.
  init(_ path: FilePath, create: Bool) throws(LibraryError) {
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

  deinit { sqlite3_close_v2(raw) }

  /// Runs statements without parameters and results.
  func execute(_ sql: String) throws(LibraryError) {
    try checked(sqlite3_exec(raw, sql, nil, nil, nil), "sqlite3_exec")
  }

  /// Prepares a statement that is run once.
  func prepare(_ sql: String) throws(LibraryError) -> Statement {
    var statement: OpaquePointer?
    try checked(sqlite3_prepare_v3(raw, sql, -1, 0, &statement, nil), "sqlite3_prepare_v3")
    return Statement(statement, subject: subject, failure: nil)
  }

  /// Prepares a statement that contains user input.
  ///
  /// - Throws: `unsupported` if it is too long for SQLite.
  func prepare(typed sql: String) throws(LibraryError) -> Statement {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(raw, sql, -1, 0, &statement, nil)
    // An extended code of SQLITE_ERROR, such as that of an unknown collation, is an error of the tables.
    if code == SQLITE_ERROR || code & 0xFF == SQLITE_TOOBIG {
      throw LibraryError(.unsupported, subject, detail: String(cString: sqlite3_errmsg(raw)))
    }
    try checked(code, "sqlite3_prepare_v3")
    return Statement(statement, subject: subject, failure: nil)
  }

  /// Prepares a statement that is run many times. If that fails, each run throws the error.
  func prepareReusable(_ sql: String) -> Statement {
    var statement: OpaquePointer?
    do throws(LibraryError) {
      let code = sqlite3_prepare_v3(raw, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
      try checked(code, "sqlite3_prepare_v3")
      return Statement(statement, subject: subject, failure: nil)
    } catch {
      return Statement(nil, subject: subject, failure: error)
    }
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
    let check = CancellationCheck(isCancelled)
    return try withExtendedLifetime(check) { () throws(LibraryError) in
      sqlite3_progress_handler(
        raw, CancellationCheck.steps,
        { context in
          guard let context else { return 0 }
          return Unmanaged<CancellationCheck>.fromOpaque(context).takeUnretainedValue().result
        },
        Unmanaged.passUnretained(check).toOpaque())
      defer { sqlite3_progress_handler(raw, 0, nil, nil) }
      return try body()
    }
  }

  /// The number of rows that were changed since the connection was opened.
  var totalChanges: Int { Int(sqlite3_total_changes(raw)) }

  /// Whether a transaction is open; a full disk may end it.
  var isInTransaction: Bool { sqlite3_get_autocommit(raw) == 0 }

  private func checked(_ code: Int32, _ call: String) throws(LibraryError) {
    if code == SQLITE_OK { return }
    throw LibraryError(
      sqlite: code, system: sqlite3_system_errno(raw), subject, call: call,
      message: String(cString: sqlite3_errmsg(raw)))
  }
}

/// The callback of SQLite's progress handler.
private final class CancellationCheck {
  /// The number of virtual machine instructions between two calls.
  static let steps: Int32 = 10_000

  private let isCancelled: () -> Bool

  init(_ isCancelled: @escaping () -> Bool) { self.isCancelled = isCancelled }

  var result: Int32 { isCancelled() ? 1 : 0 }
}
