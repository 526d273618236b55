import AudioBase
import CSystem
import Glibc
import Synchronization
import SystemBase

/// The index: what is known of the user's music, in one file. No SQL is written anywhere else.
///
/// Any thread. One writes at a time, several instances of the program included; readers have connections of their
/// own and never wait (WAL). What goes wrong is a `LibraryError` that names the index: `noSpace` where the disk is
/// full (the index is then as it was before the call), `damaged`, `notPermitted`, `unsupported` for the index of a
/// newer program.
package final class LibraryStore: Sendable {
  package let path: FilePath
  private let writer: Mutex<LibraryWriter>
  private let readers: ReaderPool
  let order = OrderCache()

  /// Opens the index, or makes a new one with the folders above it.
  package init(_ path: FilePath) throws(LibraryError) {
    self.path = path
    do throws(FileError) {
      try FileBytes.makeFolder(path.directory, permissions: 0o700)
    } catch {
      throw LibraryError(error)
    }
    let connection = try Connection(path, create: true)
    try Migrations.run(connection)
    try connection.execute(LibraryStore.writing)
    writer = Mutex(LibraryWriter(connection))
    readers = ReaderPool(path)
  }

  /// Each commit is whole after a crash, the last ones may be lost with the power: the next scan finds them again.
  private static let writing = """
    PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16384; PRAGMA wal_autocheckpoint = 4000;
    PRAGMA journal_size_limit = 16777216
    """

  /// Takes in what a scan found, all of it or nothing.
  ///
  /// - Parameter now: seconds since 1970, for the date of adding.
  package func apply(
    _ changes: [LibraryChange], now: Int64 = LibraryStore.currentTime
  ) throws(LibraryError) {
    try writer.withLock { writer throws(LibraryError) in try writer.apply(changes, now: now) }
  }

  func write<Result: Sendable>(
    _ body: @Sendable (borrowing Connection) throws(LibraryError) -> Result
  ) throws(LibraryError) -> Result {
    try writer.withLock { writer throws(LibraryError) in try writer.connection.transaction(body) }
  }

  /// Outside of a transaction.
  func unguarded<Result: Sendable>(
    _ body: @Sendable (borrowing Connection) throws(LibraryError) -> Result
  ) throws(LibraryError) -> Result {
    try writer.withLock { writer throws(LibraryError) in try body(writer.connection) }
  }

  func read<Result: Sendable>(
    _ body: (borrowing Connection) throws(LibraryError) -> Result
  ) throws(LibraryError) -> Result {
    try readers.read(body)
  }

  /// Gives memory back after a long answer: what idle readers keep, and what is free since.
  ///
  /// - Parameter includesWriter: after a scan; waits for what is being written.
  package func releaseMemory(includesWriter: Bool = false) {
    readers.releaseMemory()
    if includesWriter { writer.withLock { try? $0.connection.execute("PRAGMA shrink_memory") } }
    drumdub_trim_heap()
  }

  /// Seconds since 1970.
  package static var currentTime: Int64 { Int64(time(nil)) }
}

/// One thing that a scan found, for the index to take in. A batch of them is one transaction.
package enum LibraryChange: Hashable, Sendable {
  /// New, or changed: rating, play counts and the date of adding stay with a path that is known already.
  case read(TrackInfo, FileStamp)
  /// Kept in the index with the reason, and not read again until its stamp changes.
  case unreadable(FilePath, FileStamp, reason: String)
  /// The same file under another name: its history goes with it.
  case moved(from: FilePath, to: FilePath, FileStamp)
  case removed(FilePath)
  /// The drive that holds the folder is not mounted (or is again): its tracks stay, and are shown as away.
  case away(folder: FilePath, Bool)
  /// The sound of a track was identified.
  case key(TrackLocation, TrackKey)
  /// The loudness of a track was measured.
  case loudness(TrackLocation, ReplayGain)
  /// A sheet beside the music that has been read; nil where it has gone.
  case sheet(FilePath, FileStamp?)
}
