import CSQLite
import SystemBase

/// Owns a prepared statement. One thread at a time.
struct Statement: ~Copyable {
  private let raw: OpaquePointer
  private let subject: String

  /// Takes the ownership of a prepared statement.
  init(_ raw: OpaquePointer, subject: String) { (self.raw, self.subject) = (raw, subject) }

  deinit { sqlite3_finalize(raw) }

  /// Moves to the next row. Returns false after the last row; the statement can then be bound again.
  func step() throws(LibraryError) -> Bool {
    let code = sqlite3_step(raw)
    if code == SQLITE_ROW { return true }
    defer { sqlite3_reset(raw) }
    if code == SQLITE_DONE { return false }
    let database = sqlite3_db_handle(raw)
    throw LibraryError(
      sqlite: code, system: sqlite3_system_errno(database), subject, call: "sqlite3_step",
      message: String(cString: sqlite3_errmsg(database)))
  }

  /// The id of the row that was inserted last.
  var lastInsertedID: Int64 { sqlite3_last_insert_rowid(sqlite3_db_handle(raw)) }

  /// Returns the value of the first row; nil if there is none. Discards the other rows.
  func first<Value>(_ value: (borrowing Statement) -> Value?) throws(LibraryError) -> Value? {
    guard try step() else { return nil }
    let found = value(self)
    sqlite3_reset(raw)
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

  /// Binds the values of the parameters, which stay bound until they are replaced.
  func bind(_ values: [SQLValue]) {
    for (position, value) in zip(Int32(1)..., values) {
      let code =
        switch value {
        case .null: sqlite3_bind_null(raw, position)
        case .integer(let number): sqlite3_bind_int64(raw, position, number)
        case .number(let number): sqlite3_bind_double(raw, position, number)
        case .text(var text): text.withUTF8 { bind(position, text: $0) }
        case .utf8(let bytes): bytes.withUnsafeBufferPointer { bind(position, text: $0) }
        case .blob([]): sqlite3_bind_zeroblob(raw, position, 0)
        case .blob(let bytes):
          bytes.withUnsafeBytes { drumdub_bind_blob(raw, position, $0.baseAddress, Int32($0.count)) }
        }
      // Binding fails only if a parameter does not exist or memory is exhausted.
      precondition(code == SQLITE_OK, "sqlite3_bind: \(code)")
    }
  }

  private func bind(_ position: Int32, text: UnsafeBufferPointer<UInt8>) -> Int32 {
    text.withMemoryRebound(to: CChar.self) {
      drumdub_bind_text(raw, position, $0.baseAddress, Int32($0.count))
    }
  }
}

/// Reads the columns of a row; only after `step` has returned true.
extension Statement {
  func isNull(_ column: some SQLColumns) -> Bool { sqlite3_column_type(raw, column.rawValue) == SQLITE_NULL }

  func integer(_ column: some SQLColumns) -> Int64 { sqlite3_column_int64(raw, column.rawValue) }

  func int(_ column: some SQLColumns) -> Int { Int(integer(column)) }

  func flag(_ column: some SQLColumns) -> Bool { integer(column) != 0 }

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

extension Statement {
  /// Returns the number in the first row of a query of one column; nil if there is no row.
  func firstInteger() throws(LibraryError) -> Int64? { try first { $0.integer(OnlyColumn.value) } }
}
