import AudioBase
import Synchronization
import SystemBase

/// Writes a sound file on its own thread, so that decoding does not wait for the disk.
///
/// Used by one thread at a time; each start is followed by one `close`.
final class BackgroundWriter: Sendable {
  private struct State {
    var blocks: [[Frame]] = []
    var isClosing = false
    var failure: FileError?
  }

  /// The limit of the blocks that wait.
  private static let most = 4

  private let state = Mutex(State())
  private let filled = WakeSignal()
  private let taken = WakeSignal()
  private let thread = Mutex<WorkerThread?>(nil)

  /// Creates a writer and starts its thread. `open`: makes the writer, on the new thread.
  init(_ open: @escaping @Sendable () throws(FileError) -> any AudioFileWriter) {
    let worker = WorkerThread(name: "writer") { [self] in run(open) }
    thread.withLock { $0 = worker }
  }

  /// Adds frames to write; waits while too many blocks wait. Throws the error of earlier frames.
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

  /// Waits until everything is written and closes the file.
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

  /// Waits for the next block; nil when all blocks were returned and the writer is closing.
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
