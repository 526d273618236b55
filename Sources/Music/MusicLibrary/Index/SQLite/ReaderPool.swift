import Synchronization
import SystemBase

/// A pool of reading connections: one for each thread that reads at the same time, opened on demand.
final class ReaderPool: Sendable {
  /// A connection, used by the thread that has borrowed it.
  private final class Reader: @unchecked Sendable {
    let connection: Connection

    init(_ path: FilePath) throws(LibraryError) {
      connection = try Connection(path, create: false)
      // A small cache saves memory: the kernel caches the file too, and searches are as fast.
      try connection.execute("PRAGMA query_only = 1; PRAGMA cache_size = -2048")
      try connection.addFunctions()
    }
  }

  /// The most connections that are kept open; more exist only while as many threads read.
  private static let mostIdle = 4

  private let path: FilePath
  private let idle = Mutex<[Reader]>([])

  init(_ path: FilePath) { self.path = path }

  /// Runs `body` in a read transaction: all its queries see the same state of the index.
  func read<Result>(
    _ body: (borrowing Connection) throws(LibraryError) -> Result
  ) throws(LibraryError) -> Result {
    let reader = if let reader = idle.withLock({ $0.popLast() }) { reader } else { try Reader(path) }
    defer { keep(reader) }
    return try reader.connection.transaction(writes: false, body)
  }

  /// Frees the page caches of idle connections; the kernel still caches the pages.
  func releaseMemory() {
    // One after the other, so that threads that read meanwhile find the rest.
    for _ in 0..<idle.withLock({ $0.count }) {
      guard let reader = idle.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return }
      try? reader.connection.execute("PRAGMA shrink_memory")
      keep(reader)
    }
  }

  private func keep(_ reader: Reader) {
    idle.withLock { if $0.count < ReaderPool.mostIdle { $0.append(reader) } }
  }
}
