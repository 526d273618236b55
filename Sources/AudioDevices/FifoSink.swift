import AudioBase
import Glibc
import SystemBase

/// Writes interleaved float32 to a named pipe; drops blocks that the reader does not accept in time.
package final class FifoSink: PacedSink, @unchecked Sendable {
  /// Writes of up to PIPE_BUF bytes go in whole or not at all (pipe(7)), so frames are never torn.
  private static let framesAtOnce = Int(PIPE_BUF) / MemoryLayout<Frame>.stride
  private static let blocksBetweenTries = 16

  private let path: FilePath
  private var descriptor: Int32 = -1
  private var blocksUntilTry = 0

  /// Creates the pipe if it does not exist. Throws if the path exists and is not a pipe.
  package init(path: FilePath) throws(FileError) {
    self.path = path
    let made = path.withCString { mkfifo($0, 0o666) }
    if made != 0 && errno != EEXIST {
      throw FileError(errno: errno, path.shown, call: "mkfifo", writing: true)
    }
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else {
      throw FileError(errno: errno, path.shown, call: "stat", writing: true)
    }
    guard status.st_mode & S_IFMT == S_IFIFO else {
      throw FileError(.writeFailed, path.shown, detail: "it is there already and is no named pipe")
    }
  }

  package func write(_ block: UnsafeBufferPointer<Frame>) {
    guard hasReader() else { return }
    var done = 0
    while done < block.count {
      let end = min(done + FifoSink.framesAtOnce, block.count)
      let part = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: block[done..<end]))
      if Glibc.write(descriptor, part.baseAddress, part.count) != part.count {
        // A reader that is too slow loses blocks; after EPIPE, the pipe is opened again when there is a reader.
        if errno != EAGAIN { close() }
        return
      }
      done = end
    }
  }

  package func close() {
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
    blocksUntilTry = 0
  }

  /// A non-blocking open for writing fails while there is no reader, so it is retried from time to time.
  private func hasReader() -> Bool {
    if descriptor >= 0 { return true }
    blocksUntilTry -= 1
    if blocksUntilTry > 0 { return false }
    blocksUntilTry = FifoSink.blocksBetweenTries
    descriptor = path.withCString { open($0, O_WRONLY | O_NONBLOCK | O_CLOEXEC) }
    return descriptor >= 0
  }
}
