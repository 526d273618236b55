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

  var lastInsertedID: Int64 { sqlite3_last_insert_rowid(sqlite3_db_handle(raw)) }

  /// Returns the value of the first row; nil if there is none. Discards the other rows.
  func first<Value>(_ value: (inout Row) -> Value?) throws(LibraryError) -> Value? {
    guard try step() else { return nil }
    defer { sqlite3_reset(raw) }
    return row(value)
  }

  /// Returns the number in the first row of a query of one column; nil if there is no row.
  func firstInteger() throws(LibraryError) -> Int64? { try first { $0.value() } }

  /// Calls `body` with the current row; only after `step` has returned true.
  func row<Result>(_ body: (inout Row) -> Result) -> Result {
    var row = Row(raw)
    return body(&row)
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

/// A row of a result, whose columns are read from left to right.
struct Row: ~Copyable {
  private let raw: OpaquePointer
  private var column: Int32 = 0

  fileprivate init(_ raw: OpaquePointer) { self.raw = raw }

  /// Returns the value of the next column; 0 or an empty value for NULL.
  mutating func value<Value: SQLReadable>() -> Value { Value(from: &self) }

  /// Returns the value of the next column; nil for NULL.
  mutating func optional<Value: SQLReadable>() -> Value? {
    if sqlite3_column_type(raw, column) != SQLITE_NULL { return value() }
    column += 1
    return nil
  }

  /// Returns nil for NULL and for values outside of the range, which a damaged file may have.
  mutating func integer(in range: ClosedRange<Int>) -> Int? {
    optional().flatMap { range.contains($0) ? $0 : nil }
  }

  /// Returns the id of a track; nil for an invalid id.
  mutating func trackID() -> Int32? { integer(in: 1...Int(Int32.max)).map { Int32($0) } }

  /// Calls `body` with the bytes of a text or a BLOB, which are valid during the call.
  mutating func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    defer { column += 1 }
    let start = sqlite3_column_blob(raw, column)
    let count = start == nil ? 0 : Int(sqlite3_column_bytes(raw, column))
    return body(UnsafeBufferPointer(start: start?.assumingMemoryBound(to: UInt8.self), count: count))
  }

  fileprivate mutating func integer() -> Int64 {
    defer { column += 1 }
    return sqlite3_column_int64(raw, column)
  }

  fileprivate mutating func double() -> Double {
    defer { column += 1 }
    return sqlite3_column_double(raw, column)
  }

  fileprivate mutating func text() -> String {
    defer { column += 1 }
    guard let start = sqlite3_column_text(raw, column) else { return "" }
    let count = Int(sqlite3_column_bytes(raw, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }
}

/// A type that columns are read as.
protocol SQLReadable {
  init(from row: inout Row)
}

extension Int64: SQLReadable { init(from row: inout Row) { self = row.integer() } }
extension Int: SQLReadable { init(from row: inout Row) { self.init(row.integer()) } }
extension UInt64: SQLReadable { init(from row: inout Row) { self.init(bitPattern: row.integer()) } }
extension Bool: SQLReadable { init(from row: inout Row) { self = row.integer() != 0 } }
extension Double: SQLReadable { init(from row: inout Row) { self = row.double() } }
extension String: SQLReadable { init(from row: inout Row) { self = row.text() } }
extension [UInt8]: SQLReadable { init(from row: inout Row) { self = row.withBytes { Array($0) } } }
extension FilePath: SQLReadable { init(from row: inout Row) { self.init(bytes: row.value() as [UInt8]) } }
extension IndexName: SQLReadable { init(from row: inout Row) { self.init(bytes: row.value()) } }
