import AudioBase
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

  /// Applies the results of a scan in one transaction. Tracks are added at `now`, in seconds since 1970.
  package func apply(
    _ changes: [LibraryChange], now: Int64 = Int64(Timestamp.now)
  ) throws(LibraryError) {
    try writer.withLock { writer throws(LibraryError) in try writer.apply(changes, now: now) }
  }

  /// Runs `body` in a write transaction.
  func write<Result: Sendable>(
    _ body: @Sendable (borrowing Connection) throws(LibraryError) -> Result
  ) throws(LibraryError) -> Result {
    try writer.withLock { writer throws(LibraryError) in try writer.connection.transaction(writes: true, body)
    }
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
    _ sql: SQL, _ value: (inout Row) -> Value?
  ) throws(LibraryError) -> Value? {
    try read { connection throws(LibraryError) in try connection.first(sql, value) }
  }

  /// Returns the values of all rows of a query that are not nil.
  func all<Value: Sendable>(
    _ sql: SQL, _ value: (inout Row) -> Value?
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

/// Reads tracks by their ids.
extension LibraryStore {
  /// Returns tracks in the order of the ids, without those that no longer exist. Takes about 10 µs for each:
  /// meant for a page of a list.
  package func tracks(_ ids: some Sequence<Int32>) throws(LibraryError) -> [LibraryTrack] {
    try read { connection throws(LibraryError) in
      var tracks: [LibraryTrack] = []
      for id in ids {
        if let track = try connection.track(id) { tracks.append(track) }
      }
      return tracks
    }
  }

  /// Returns a page of a list.
  package func tracks(
    of list: TrackList, from offset: Int, limit: Int
  ) throws(LibraryError) -> [LibraryTrack] {
    try tracks(list.ids.dropFirst(max(offset, 0)).prefix(max(limit, 0)))
  }

  /// Returns the track at a location; nil if the index does not have it.
  package func track(at location: TrackLocation) throws(LibraryError) -> LibraryTrack? {
    try read { connection throws(LibraryError) in
      try connection.id(of: IndexName(location)).flatMap { id throws(LibraryError) in try connection.track(id)
      }
    }
  }

  /// Returns the id of the track at a location; nil if the index does not have it.
  package func id(of location: TrackLocation) throws(LibraryError) -> Int32? {
    try read { connection throws(LibraryError) in try connection.id(of: IndexName(location)) }
  }

  /// Returns when each file was changed last, in seconds since 1970; nil for files that the index does not have.
  package func modificationTimes(of paths: [FilePath]) throws(LibraryError) -> [Int64?] {
    try read { connection throws(LibraryError) in
      var times: [Int64?] = []
      for path in paths {
        let time = try connection.integer("SELECT modified FROM files WHERE size >= 0 AND path = \(path)")
        times.append(time.map { $0 / 1_000_000_000 })
      }
      return times
    }
  }

  package func trackCount() throws(LibraryError) -> Int {
    try read { connection throws(LibraryError) in try connection.trackCount() }
  }
}

extension Connection {
  /// Returns the id of a track by its name; nil if the index does not have it.
  func id(of name: IndexName) throws(LibraryError) -> Int32? {
    try first("SELECT track FROM files WHERE path = \(name)") { $0.trackID() }
  }

  func trackCount() throws(LibraryError) -> Int {
    Int(try integer("SELECT count(*) FROM tracks") ?? 0)
  }
}
