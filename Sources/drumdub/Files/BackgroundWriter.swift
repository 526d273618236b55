import AudioBase
import Synchronization
import SystemBase

/// Writes a sound file on a thread of its own, so that decoding need not wait for the disk.
///
/// Used by one thread at a time; each start is followed by one `close`.
final class BackgroundWriter: Sendable {
  private struct State {
    var blocks: [[Frame]] = []
    var isClosing = false
    var failure: FileError?
  }

  /// Blocks that may wait to be written.
  private static let most = 4

  private let state = Mutex(State())
  private let filled = WakeSignal()
  private let taken = WakeSignal()
  private let thread = Mutex<WorkerThread?>(nil)

  /// - Parameter open: makes the writer, on the new thread.
  init(_ open: @escaping @Sendable () throws(FileError) -> any AudioFileWriter) {
    let worker = WorkerThread(name: "writer") { [self] in run(open) }
    thread.withLock { $0 = worker }
  }

  /// Hands frames over; waits while too many are on their way.
  ///
  /// - Throws: what went wrong with earlier ones.
  func write(_ frames: UnsafeBufferPointer<Frame>) throws(FileError) {
    while true {
      let (failure, hasRoom) = state.withLock { ($0.failure, $0.blocks.count < BackgroundWriter.most) }
      if let failure { throw failure }
      if hasRoom { break }
      taken.wait(milliseconds: nil)
    }
    state.withLock { $0.blocks.append(Array(frames)) }
    filled.wake()
  }

  /// Waits until all is written and the file is closed.
  func close() throws(FileError) {
    state.withLock { $0.isClosing = true }
    filled.wake()
    thread.withLock { $0.take() }?.join()
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }

  private func run(_ open: () throws(FileError) -> any AudioFileWriter) {
    do throws(FileError) {
      let writer = try open()
      while let block = nextBlock() {
        try block.withUnsafeBufferPointer { (frames) throws(FileError) in try writer.write(frames) }
      }
      try writer.close()
    } catch {
      state.withLock { $0.failure = error }
      taken.wake()
    }
  }

  /// - Returns: nil once all has been taken and no more will come.
  private func nextBlock() -> [Frame]? {
    while true {
      let (block, isClosing) = state.withLock { state in
        (state.blocks.isEmpty ? nil : state.blocks.removeFirst(), state.isClosing)
      }
      if let block {
        taken.wake()
        return block
      }
      if isClosing { return nil }
      filled.wait(milliseconds: nil)
    }
  }
}
