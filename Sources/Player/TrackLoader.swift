import AudioBase
import Synchronization
import SystemBase

/// Reads the tags of queued files on a thread of its own, so that a long queue delays neither screen nor sound.
package final class TrackLoader: Sendable {
  package typealias Read = @Sendable (FilePath) -> TrackInfo?
  package typealias Result = (id: QueueItem.ID, track: TrackInfo)

  /// So many are handed over at once: each handover redraws the screen.
  private static let batch = 64

  private struct Mailbox {
    var wanted: [(id: QueueItem.ID, path: FilePath)] = []
    var isStopping = false
  }

  private let mailbox = Mutex(Mailbox())
  private let signal = WakeSignal()
  private let thread = Mutex<WorkerThread?>(nil)

  /// - Parameters:
  ///   - read: nil for a file that says nothing.
  ///   - deliver: called on the loader's thread.
  package init(read: @escaping Read, deliver: @escaping @Sendable ([Result]) -> Void) {
    let worker = WorkerThread(name: "tags") { [self] in run(read, deliver) }
    thread.withLock { $0 = worker }
  }

  /// Reads these first, in this order, then what was asked for before.
  package func load(_ tracks: [(id: QueueItem.ID, path: FilePath)]) {
    mailbox.withLock { $0.wanted.insert(contentsOf: tracks.reversed(), at: $0.wanted.count) }
    signal.wake()
  }

  package func stop() {
    mailbox.withLock { $0.isStopping = true }
    signal.wake()
    thread.withLock { $0.take() }?.join()
  }

  private func run(_ read: Read, _ deliver: ([Result]) -> Void) {
    var results: [Result] = []
    // The first is handed over at once: it may be about to play.
    var isFirst = true
    while true {
      let (wanted, isStopping) = mailbox.withLock { ($0.wanted.popLast(), $0.isStopping) }
      if isStopping { return }
      if let wanted, let track = read(wanted.path) { results.append((wanted.id, track)) }
      if !results.isEmpty && (isFirst || wanted == nil || results.count == TrackLoader.batch) {
        deliver(results)
        results = []
      }
      isFirst = wanted == nil
      if wanted == nil { signal.wait(milliseconds: nil) }
    }
  }
}
