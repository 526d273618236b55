import AudioBase
import Glibc
import Synchronization
import SystemBase

/// Writes interleaved samples of the machine's byte order to a named pipe; drops blocks that the reader does not accept
/// in time.
package final class FifoSink: PacedSink, @unchecked Sendable {
  private static let blocksBetweenTries = 16

  private let path: FilePath
  private let format: PCMSampleFormat
  /// Writes of up to PIPE_BUF bytes go in whole or not at all (pipe(7)), so frames are never torn.
  private let framesAtOnce: Int
  /// The samples of `framesAtOnce` frames.
  private var samples: [UInt8]
  private var descriptor: Int32 = -1
  private var blocksUntilTry = 0
  private let opener: PipeOpener

  /// Creates the pipe if it does not exist. Throws if the path exists and is not a pipe.
  package init(path: FilePath, format: PCMSampleFormat = .float) throws(FileError) {
    (self.path, self.format) = (path, format)
    framesAtOnce = Int(PIPE_BUF) / (2 * format.bytes)
    samples = [UInt8](repeating: 0, count: framesAtOnce * 2 * format.bytes)
    opener = PipeOpener(path)
    let made = path.withCString { mkfifo($0, 0o666) }
    if made != 0 && errno != EEXIST {
      throw FileError(errno: errno, path.shown, call: "mkfifo", writing: true)
    }
    guard let type = path.type else {
      throw FileError(errno: errno, path.shown, call: "stat", writing: true)
    }
    guard type == S_IFIFO else {
      throw FileError(.writeFailed, path.shown, detail: "it exists and is not a named pipe")
    }
  }

  package func write(_ block: UnsafeBufferPointer<Frame>) {
    guard hasReader() else { return }
    var done = 0
    while done < block.count {
      let end = min(done + framesAtOnce, block.count)
      format.convert(UnsafeBufferPointer(rebasing: block[done..<end]), into: &samples)
      let size = (end - done) * 2 * format.bytes
      if Glibc.write(descriptor, samples, size) != size {
        // A reader that is too slow loses blocks; after EPIPE, the pipe is opened again when there is a reader.
        if errno != EAGAIN { disconnect() }
        return
      }
      done = end
    }
  }

  package var hasReceiver: Bool { descriptor >= 0 }

  package func close() {
    opener.stop()
    disconnect()
  }

  private func disconnect() {
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
    blocksUntilTry = 0
  }

  /// Returns whether a reader has opened the pipe. A non-blocking open for writing fails without a reader, so it is
  /// retried from time to time. `PipeOpener` finds a reader that opens the pipe only for a moment.
  private func hasReader() -> Bool {
    if descriptor >= 0 { return true }
    descriptor = opener.takeDescriptor()
    if descriptor >= 0 { return true }
    blocksUntilTry -= 1
    if blocksUntilTry > 0 { return false }
    blocksUntilTry = FifoSink.blocksBetweenTries
    descriptor = path.withCString { open($0, O_WRONLY | O_NONBLOCK | O_CLOEXEC) }
    if descriptor < 0 { opener.start() }
    return descriptor >= 0
  }
}

/// Opens the write end of a named pipe on a thread, as soon as a reader opens the pipe.
///
/// A blocking open ends even if the reader closes the pipe at once, as snapserver(1) does while there is no writer.
private final class PipeOpener: Sendable {
  /// Seconds for which `stop` waits: if the pipe was removed, the open never ends.
  private static let timeout = 0.1

  private enum State {
    case idle, opening, stopped
    case opened(Int32)
  }

  private let path: FilePath
  private let state = Mutex(State.idle)
  private let thread = Mutex<WorkerThread?>(nil)

  init(_ path: FilePath) { self.path = path }

  /// Starts to open the pipe, unless that has begun.
  func start() {
    let isNew = state.withLock { state in
      guard case .idle = state else { return false }
      state = .opening
      return true
    }
    guard isNew else { return }
    let worker = WorkerThread(name: "pipe") { [self] in open() }
    thread.withLock { $0 = worker }
  }

  /// Returns the descriptor of the pipe, which does not block; -1 if it is not open yet.
  func takeDescriptor() -> Int32 {
    state.withLock { state in
      guard case .opened(let descriptor) = state else { return -1 }
      state = .idle
      return descriptor
    }
  }

  func stop() {
    let previous = state.withLock { state in
      defer { state = .stopped }
      return state
    }
    switch previous {
    case .opened(let descriptor): close(descriptor)
    case .opening:
      // A reader ends the open of the thread.
      let reader = path.withCString { Glibc.open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
      _ = thread.withLock { $0.take() }?.join(until: .now.advanced(bySeconds: PipeOpener.timeout))
      if reader >= 0 { close(reader) }
    case .idle, .stopped: break
    }
  }

  private func open() {
    let descriptor = path.withCString { Glibc.open($0, O_WRONLY | O_CLOEXEC) }
    if descriptor >= 0 { _ = fcntl(descriptor, F_SETFL, O_WRONLY | O_NONBLOCK) }
    let isWanted = state.withLock { state in
      guard case .opening = state else { return false }
      state = descriptor >= 0 ? .opened(descriptor) : .idle
      return true
    }
    if !isWanted, descriptor >= 0 { close(descriptor) }
  }
}
