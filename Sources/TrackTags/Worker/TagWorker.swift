import AudioBase
import CSystem
import Glibc
import SystemBase

/// The worker's side: answers requests until the other side closes. What a bad file does to this process it does to
/// nobody else.
package struct TagWorker {
  /// Answers wait no longer than this for those behind them.
  private static let delay = 0.02
  private static let mostBytes = 48 << 10
  /// Bytes of address space: a file that wants more is refused it.
  private static let memory: UInt64 = 1 << 30

  package typealias Read = (FilePath) throws(FileError) -> TrackInfo

  private let answer: (TagRequest.Subject, FilePath) -> TagAnswer
  /// Seconds a file may take; whoever asks ends this process before that, while it lives.
  private let patience: UInt32
  private var writer = ByteWriter()
  private var lastFlush = HostTime.now

  /// - Parameter read: `TagReader.read`; in tests something else.
  package init(patience: UInt32 = 15, read: @escaping Read) {
    self.patience = patience
    answer = { subject, path in
      do throws(FileError) {
        switch subject {
        case .track: return .track(try read(path))
        case .picture: return .picture(try TagReader.picture(of: path))
        }
      } catch {
        return .failed(error)
      }
    }
  }

  /// Reads requests from standard input and answers on standard output.
  ///
  /// - Returns: the exit code.
  package mutating func run() -> Int32 {
    // A file may hang, or this process be stopped: nobody is left then to see the pipe close.
    drumdub_die_with_parent()
    drumdub_limit_memory(TagWorker.memory)
    // A picture's memory is that of the next picture too.
    drumdub_keep_heap()
    while true {
      alarm(0)
      guard case .frame(let bytes) = PipeFrame.read(from: STDIN_FILENO) else { return 0 }
      var reader = ByteReader(bytes)
      guard let request = try? TagRequest(from: &reader) else { return 1 }
      guard serve(request) else { return 0 }
    }
  }

  /// - Returns: whether anybody listens still.
  private mutating func serve(_ request: TagRequest) -> Bool {
    alarm(patience)
    for path in request.paths {
      answer(request.subject, path).write(to: &writer)
      let isLate = HostTime.now.seconds(since: lastFlush) > TagWorker.delay
      if isLate || writer.bytes.count > TagWorker.mostBytes {
        guard flush() else { return false }
        alarm(patience)
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
