import CSQLite
import SystemBase

/// A prepared statement; finalised with its owner. One thread at a time.
struct Statement: ~Copyable {
  /// Nil where it could not be prepared.
  private let raw: OpaquePointer?
  private let subject: String
  private let failure: LibraryError?

  /// - Parameter failure: why there is no statement, if there is none.
  init(_ raw: OpaquePointer?, subject: String, failure: LibraryError?) {
    precondition((raw == nil) == (failure != nil), "SQL without a statement")
    self.raw = raw
    self.subject = subject
    self.failure = failure
  }

  deinit { sqlite3_finalize(raw) }

  /// Moves to the next row.
  ///
  /// - Returns: false behind the last one; the statement can then be bound anew.
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

  /// Gives up the rows that are left.
  func reset() { sqlite3_reset(raw) }

  /// Runs it for its first row alone.
  func first<Value>(_ value: (borrowing Statement) -> Value) throws(LibraryError) -> Value? {
    guard try step() else { return nil }
    let found = value(self)
    reset()
    return found
  }

  // MARK: Parameters, counted from 1. What was bound stays until it is bound again.

  func bind(_ index: Int32, _ value: Int64?) {
    if let value {
      check(sqlite3_bind_int64(raw, index, value))
    } else {
      check(sqlite3_bind_null(raw, index))
    }
  }

  func bind(_ index: Int32, _ value: Int?) { bind(index, value.map(Int64.init)) }

  func bind(_ index: Int32, _ value: Double?) {
    if let value {
      check(sqlite3_bind_double(raw, index, value))
    } else {
      check(sqlite3_bind_null(raw, index))
    }
  }

  func bind(_ index: Int32, _ value: String?) {
    guard var value else { return check(sqlite3_bind_null(raw, index)) }
    let code = value.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        drumdub_bind_text(raw, index, $0.baseAddress, Int32($0.count))
      }
    }
    check(code)
  }

  /// UTF-8.
  func bind(text bytes: [UInt8], _ index: Int32) {
    let code = bytes.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) {
        drumdub_bind_text(raw, index, $0.baseAddress, Int32($0.count))
      }
    }
    check(code)
  }

  func bind(_ index: Int32, _ value: [UInt8]?) {
    guard let value else { return check(sqlite3_bind_null(raw, index)) }
    if value.isEmpty { return check(sqlite3_bind_zeroblob(raw, index, 0)) }
    check(value.withUnsafeBytes { drumdub_bind_blob(raw, index, $0.baseAddress, Int32($0.count)) })
  }

  func bind(_ index: Int32, _ path: FilePath) { bind(index, path.bytes) }

  func bind(_ index: Int32, _ name: IndexName) { bind(index, name.bytes) }

  // MARK: Columns, counted from 0. Only behind a `step` that returned true.

  func isNull(_ index: Int32) -> Bool { sqlite3_column_type(raw, index) == SQLITE_NULL }

  func integer(_ index: Int32) -> Int64 { sqlite3_column_int64(raw, index) }

  func optionalInteger(_ index: Int32) -> Int? { isNull(index) ? nil : Int(integer(index)) }

  /// Nil for NULL, and for what a damaged file holds outside of the range.
  func integer(_ index: Int32, in range: ClosedRange<Int>) -> Int? {
    optionalInteger(index).flatMap { range.contains($0) ? $0 : nil }
  }

  /// The id of a track; nil where it is none.
  func trackID(_ index: Int32) -> Int32? { integer(index, in: 1...Int(Int32.max)).map { Int32($0) } }

  func optionalDouble(_ index: Int32) -> Double? { isNull(index) ? nil : sqlite3_column_double(raw, index) }

  func text(_ index: Int32) -> String? {
    guard let start = sqlite3_column_text(raw, index) else { return nil }
    let count = Int(sqlite3_column_bytes(raw, index))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  func bytes(_ index: Int32) -> [UInt8]? {
    isNull(index) ? nil : withBytes(index) { Array($0) }
  }

  func path(_ index: Int32) -> FilePath { FilePath(bytes: withBytes(index) { Array($0) }) }

  func name(_ index: Int32) -> IndexName { IndexName(bytes: withBytes(index) { Array($0) }) }

  /// The bytes of a text or a blob, good during the call.
  func withBytes<Result>(_ index: Int32, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let start = sqlite3_column_blob(raw, index)
    let count = start == nil ? 0 : Int(sqlite3_column_bytes(raw, index))
    return body(UnsafeBufferPointer(start: start?.assumingMemoryBound(to: UInt8.self), count: count))
  }

  /// Binding fails only by a mistake in the program, or without memory.
  private func check(_ code: Int32) { precondition(code == SQLITE_OK || raw == nil, "sqlite3_bind: \(code)") }
}
