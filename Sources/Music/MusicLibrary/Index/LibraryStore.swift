import CSystem
import Glibc
import Synchronization
import SystemBase

/// The index of the user's music, in one SQLite file. No other type contains SQL.
///
/// Any thread. One thread at a time writes, even across several instances of the program; readers have their
/// own connections and do not wait (write-ahead log). Errors are `LibraryError`s that name the index:
/// `noSpace` if the disk is full (the index is then as before the call), `damaged`, `notPermitted`, or
/// `newer` for the index of a newer program.
package final class LibraryStore: Sendable {
  package let path: FilePath
  private let writer: Mutex<LibraryWriter>
  private let readers: ReaderPool
  let order = OrderCache()

  /// Opens the index, or creates it and the folders above it.
  package init(_ path: FilePath) throws(LibraryError) {
    self.path = path
    do throws(FileError) {
      try FileBytes.makeFolder(path.directory, permissions: 0o700)
    } catch {
      throw LibraryError(error)
    }
    let connection = try Connection(path, create: true)
    try Schema.prepare(connection)
    try connection.execute(LibraryStore.writing)
    writer = Mutex(LibraryWriter(connection))
    readers = ReaderPool(path)
  }

  /// Each commit is complete after a crash. A power failure may lose the last ones, which the next scan
  /// repeats.
  private static let writing = """
    PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16384; PRAGMA wal_autocheckpoint = 4000;
    PRAGMA journal_size_limit = 16777216
    """

  /// Applies the results of a scan in one transaction.
  ///
  /// - Parameter now: the date of adding, in seconds since 1970.
  package func apply(
    _ changes: [LibraryChange], now: Int64 = Int64(Timestamp.now)
  ) throws(LibraryError) {
    try writer.withLock { writer throws(LibraryError) in try writer.apply(changes, now: now) }
  }

  /// Runs `body` in a write transaction.
  func write<Result: Sendable>(
    _ body: @Sendable (borrowing Connection) throws(LibraryError) -> Result
  ) throws(LibraryError) -> Result {
    try writer.withLock { writer throws(LibraryError) in try writer.connection.transaction(body) }
  }

  /// Runs `body` on the writing connection outside of a transaction.
  func withoutTransaction<Result: Sendable>(
    _ body: @Sendable (borrowing Connection) throws(LibraryError) -> Result
  ) throws(LibraryError) -> Result {
    try writer.withLock { writer throws(LibraryError) in try body(writer.connection) }
  }

  /// Runs `body` in a read transaction, in which all queries see the same state.
  func read<Result: Sendable>(
    _ body: (borrowing Connection) throws(LibraryError) -> Result
  ) throws(LibraryError) -> Result {
    try readers.read(body)
  }

  /// Runs a statement in a write transaction.
  func run(_ sql: SQL) throws(LibraryError) {
    try write { connection throws(LibraryError) in try connection.run(sql) }
  }

  /// Returns the value of the first row of a query; nil if there is none.
  func first<Value: Sendable>(
    _ sql: SQL, _ value: (borrowing Statement) -> Value?
  ) throws(LibraryError) -> Value? {
    try read { connection throws(LibraryError) in try connection.first(sql, value) }
  }

  /// Returns the values of all rows of a query that are not nil.
  func all<Value: Sendable>(
    _ sql: SQL, _ value: (borrowing Statement) -> Value?
  ) throws(LibraryError) -> [Value] {
    try read { connection throws(LibraryError) in try connection.all(sql, value) }
  }

  /// Frees memory after a large result: the caches of idle readers and unused heap.
  ///
  /// - Parameter includesWriter: whether the cache of the writer is freed too, after waiting for its
  ///   transaction.
  package func releaseMemory(includesWriter: Bool = false) {
    readers.releaseMemory()
    if includesWriter { writer.withLock { try? $0.connection.execute("PRAGMA shrink_memory") } }
    drumdub_trim_heap()
  }
}
