import Synchronization
import SystemBase

/// Connections that read: as many as there are readers at once, each opened at its first need.
final class ReaderPool: Sendable {
  /// One thread at a time: whoever has taken it.
  private final class Reader: @unchecked Sendable {
    let connection: Connection

    init(_ path: FilePath) throws(LibraryError) {
      connection = try Connection(path, create: false)
      // Memory: each reader has its own cache, and the kernel has another; searches are as fast with half of it.
      try connection.execute("PRAGMA query_only = 1; PRAGMA cache_size = -2048")
      try connection.addFunctions()
    }
  }

  private let path: FilePath
  private let idle = Mutex<[Reader]>([])

  init(_ path: FilePath) { self.path = path }

  /// Runs `body`, whose queries all see the same state of the index.
  func read<Result>(
    _ body: (borrowing Connection) throws(LibraryError) -> Result
  ) throws(LibraryError) -> Result {
    let reader = try take()
    defer { idle.withLock { $0.append(reader) } }
    return try reader.connection.snapshot(body)
  }

  /// Gives back what idle readers keep of what they have read; the kernel has it too.
  func releaseMemory() {
    let readers = idle.withLock { idle in
      defer { idle = [] }
      return idle
    }
    for reader in readers { try? reader.connection.execute("PRAGMA shrink_memory") }
    idle.withLock { $0 += readers }
  }

  private func take() throws(LibraryError) -> Reader {
    if let reader = idle.withLock({ $0.popLast() }) { return reader }
    return try Reader(path)
  }
}
