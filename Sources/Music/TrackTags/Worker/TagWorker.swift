import AudioBase
import CSystem
import Glibc
import SystemBase

/// The worker process: answers requests until the socket is closed. A file that crashes the process does not
/// affect the player.
package struct TagWorker {
  /// The longest time in seconds that answers are collected before they are sent.
  private static let delay = 0.02
  private static let mostBytes = 48 << 10
  /// The seconds that the change of a file may take, which copies it.
  static let editTimeout = 300.0
  /// The limit of the address space in bytes; allocations beyond it fail.
  private static let memory: UInt64 = 1 << 30

  private let answer: (TagRequest.Subject, FilePath) -> TagAnswer
  /// The seconds that a file may take until SIGALRM ends this process. The parent process ends it earlier if
  /// it is alive.
  private let timeout: UInt32
  private var writer = ByteWriter()
  private var lastFlush = HostTime.now

  /// Creates a worker.
  ///
  /// - Parameters:
  ///   - beforeReplacing: called before a changed file replaces the former one; for tests.
  ///   - read: reads the tags and sound properties of a file: `TagReader.read`, or another function in tests.
  package init(
    timeout: UInt32 = 15, beforeReplacing: @escaping (FilePath) -> Void = { _ in },
    read: @escaping (FilePath) throws(FileError) -> TrackInfo
  ) {
    self.timeout = timeout
    answer = { subject, path in
      do throws(FileError) {
        switch subject {
        case .track: return .track(try read(path))
        case .picture: return .picture(try TagReader.picture(of: path))
        case .lyrics: return .lyrics(try TagReader.lyrics(of: path))
        case .texts: return .texts(try TagEditor.texts(of: path))
        case .edit(let edit):
          let former = try TagEditor.apply(edit, to: path) { beforeReplacing(path) }
          return .edited(TagEditResult(inverse: .restore(former), track: try? read(path)))
        }
      } catch {
        return .failed(error)
      }
    }
  }

  /// Reads requests from standard input and writes answers to standard output. Returns the exit code.
  package mutating func run() -> Int32 {
    // A hanging or stopped worker would not notice that the socket is closed.
    drumdub_die_with_parent()
    drumdub_limit_memory(TagWorker.memory)
    // Keeps freed memory for the next picture.
    drumdub_keep_heap()
    while true {
      alarm(0)
      guard case .frame(let bytes) = PipeFrame.read(from: STDIN_FILENO) else { return 0 }
      var reader = ByteReader(bytes)
      guard let request = try? TagRequest(from: &reader) else { return 1 }
      guard serve(request) else { return 0 }
    }
  }

  /// Serves a request. Returns whether the socket is still open.
  private mutating func serve(_ request: TagRequest) -> Bool {
    alarm(request.subject.isEdit ? UInt32(TagWorker.editTimeout) : timeout)
    for path in request.paths {
      answer(request.subject, path).write(to: &writer)
      let isLate = HostTime.now.seconds(since: lastFlush) > TagWorker.delay
      if isLate || writer.bytes.count > TagWorker.mostBytes {
        guard flush() else { return false }
        alarm(timeout)
      }
    }
    return writer.bytes.isEmpty || flush()
  }

  private mutating func flush() -> Bool {
    defer {
      writer.removeAll()
      lastFlush = .now
    }
    return PipeFrame.write(writer.bytes, to: STDOUT_FILENO)
  }
}
