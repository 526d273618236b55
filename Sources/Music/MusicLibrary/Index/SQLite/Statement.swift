import CSQLite
import SystemBase

/// Owns a prepared statement. One thread at a time.
struct Statement: ~Copyable {
  /// The statement; nil if it could not be prepared.
  private let raw: OpaquePointer?
  private let subject: String
  private let failure: LibraryError?

  /// Takes the ownership of a prepared statement.
  ///
  /// - Parameter failure: the error of a statement that could not be prepared, else nil.
  init(_ raw: OpaquePointer?, subject: String, failure: LibraryError?) {
    precondition((raw == nil) == (failure != nil), "SQL without a statement")
    self.raw = raw
    self.subject = subject
    self.failure = failure
  }

  deinit { sqlite3_finalize(raw) }

  /// Moves to the next row.
  ///
  /// - Returns: false after the last row; the statement can then be bound again.
  func step() throws(LibraryError) -> Bool {
    if let failure { throw failure }
    let code = sqlite3_step(raw)
    if code == SQLITE_ROW { return true }
    defer { sqlite3_reset(raw) }
    if code == SQLITE_DONE { return false }
    let database = sqlite3_db_handle(raw)
    throw LibraryError(
      sqlite: code, system: sqlite3_system_errno(database), subject, call: "sqlite3_step",
      message: String(cString: sqlite3_errmsg(database)))
  }

  /// Runs a statement that returns no rows.
  func run() throws(LibraryError) {
    while try step() {}
  }

  /// Runs an insertion.
  ///
  /// - Returns: the new row's id.
  func insert() throws(LibraryError) -> Int64 {
    try run()
    return sqlite3_last_insert_rowid(sqlite3_db_handle(raw))
  }

  /// Discards the remaining rows.
  func reset() { sqlite3_reset(raw) }

  /// Returns the value of the first row; nil if there is none. Discards the other rows.
  func first<Value>(_ value: (borrowing Statement) -> Value) throws(LibraryError) -> Value? {
    guard try step() else { return nil }
    let found = value(self)
    reset()
    return found
  }

  /// Returns the values of all rows that are not nil.
  func all<Value>(_ value: (borrowing Statement) -> Value?) throws(LibraryError) -> [Value] {
    var values: [Value] = []
    while try step() {
      if let value = value(self) { values.append(value) }
    }
    return values
  }

  // MARK: Parameters; values stay bound until they are replaced.

  func bind(_ parameter: some SQLParameters, _ value: Int64?) { bind(parameter.position, value) }

  func bind(_ parameter: some SQLParameters, _ value: Int?) {
    bind(parameter.position, value.map(Int64.init))
  }

  func bind(_ parameter: some SQLParameters, _ value: Double?) { bind(parameter.position, value) }

  func bind(_ parameter: some SQLParameters, _ value: String?) {
    guard var value else { return bindNull(parameter.position) }
    value.withUTF8 { bind(parameter.position, text: $0) }
  }

  /// Binds UTF-8 as a text.
  func bind(_ parameter: some SQLParameters, text: [UInt8]) {
    text.withUnsafeBufferPointer { bind(parameter.position, text: $0) }
  }

  /// Binds bytes as a BLOB.
  func bind(_ parameter: some SQLParameters, _ value: [UInt8]?) {
    guard let value else { return bindNull(parameter.position) }
    if value.isEmpty { return check(sqlite3_bind_zeroblob(raw, parameter.position, 0)) }
    let code = value.withUnsafeBytes {
      drumdub_bind_blob(raw, parameter.position, $0.baseAddress, Int32($0.count))
    }
    check(code)
  }

  func bind(_ parameter: some SQLParameters, _ path: FilePath) { bind(parameter, path.bytes) }

  func bind(_ parameter: some SQLParameters, _ name: IndexName) { bind(parameter, name.bytes) }

  /// Binds the values of a typed query, which numbers its parameters in their order.
  func bind(_ values: [SQLValue]) {
    for (position, value) in zip(Int32(1)..., values) {
      switch value {
      case .text(var text): text.withUTF8 { bind(position, text: $0) }
      case .bytes(let bytes): bytes.withUnsafeBufferPointer { bind(position, text: $0) }
      case .number(let number): bind(position, number)
      }
    }
  }

  private func bind(_ position: Int32, _ value: Int64?) {
    guard let value else { return bindNull(position) }
    check(sqlite3_bind_int64(raw, position, value))
  }

  private func bind(_ position: Int32, _ value: Double?) {
    guard let value else { return bindNull(position) }
    check(sqlite3_bind_double(raw, position, value))
  }

  private func bind(_ position: Int32, text: UnsafeBufferPointer<UInt8>) {
    let code = text.withMemoryRebound(to: CChar.self) {
      drumdub_bind_text(raw, position, $0.baseAddress, Int32($0.count))
    }
    check(code)
  }

  private func bindNull(_ position: Int32) { check(sqlite3_bind_null(raw, position)) }

  /// Stops the program: binding fails only if a parameter does not exist or memory is exhausted.
  private func check(_ code: Int32) { precondition(code == SQLITE_OK || raw == nil, "sqlite3_bind: \(code)") }
}

/// Reads the columns of a row; only after `step` has returned true.
extension Statement {
  func isNull(_ column: some SQLColumns) -> Bool { sqlite3_column_type(raw, column.rawValue) == SQLITE_NULL }

  func integer(_ column: some SQLColumns) -> Int64 { sqlite3_column_int64(raw, column.rawValue) }

  func optionalInteger(_ column: some SQLColumns) -> Int? { isNull(column) ? nil : Int(integer(column)) }

  /// Returns nil for NULL and for values outside of the range, which a damaged file may have.
  func integer(_ column: some SQLColumns, in range: ClosedRange<Int>) -> Int? {
    optionalInteger(column).flatMap { range.contains($0) ? $0 : nil }
  }

  /// Returns the id of a track; nil for an invalid id.
  func trackID(_ column: some SQLColumns) -> Int32? {
    integer(column, in: 1...Int(Int32.max)).map { Int32($0) }
  }

  func optionalDouble(_ column: some SQLColumns) -> Double? {
    isNull(column) ? nil : sqlite3_column_double(raw, column.rawValue)
  }

  func text(_ column: some SQLColumns) -> String? {
    guard let start = sqlite3_column_text(raw, column.rawValue) else { return nil }
    let count = Int(sqlite3_column_bytes(raw, column.rawValue))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  func bytes(_ column: some SQLColumns) -> [UInt8]? {
    isNull(column) ? nil : withBytes(column) { Array($0) }
  }

  func path(_ column: some SQLColumns) -> FilePath { FilePath(bytes: withBytes(column) { Array($0) }) }

  func name(_ column: some SQLColumns) -> IndexName { IndexName(bytes: withBytes(column) { Array($0) }) }

  /// Calls `body` with the bytes of a text or a BLOB, which are valid during the call.
  func withBytes<Result>(
    _ column: some SQLColumns, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let start = sqlite3_column_blob(raw, column.rawValue)
    let count = start == nil ? 0 : Int(sqlite3_column_bytes(raw, column.rawValue))
    return body(UnsafeBufferPointer(start: start?.assumingMemoryBound(to: UInt8.self), count: count))
  }
}

/// Reads the results of queries of one column.
extension Statement {
  /// Returns the ids of tracks in all rows.
  func trackIDs() throws(LibraryError) -> [Int32] { try all { $0.trackID(OnlyColumn.value) } }

  /// Returns the paths in all rows.
  func paths() throws(LibraryError) -> [FilePath] { try all { $0.path(OnlyColumn.value) } }

  /// Returns the number in the first row; nil if there is no row.
  func firstInteger() throws(LibraryError) -> Int64? { try first { $0.integer(OnlyColumn.value) } }
}

/// A value of a typed query.
enum SQLValue {
  case text(String)
  /// UTF-8.
  case bytes([UInt8])
  case number(Double)
}
