import AudioBase
import Synchronization
import SystemBase

/// Reads the tags of queued files on its own thread, so that a long queue delays neither screen nor sound.
package final class TrackLoader: Sendable {
  /// Reads the tags of a file; nil if that fails.
  package typealias Read = @Sendable (FilePath) -> TrackInfo?
  package typealias Result = (id: QueueItem.ID, track: TrackInfo)

  /// The least and the most results that are delivered at once: each delivery redraws the screen, and is applied in one turn
  /// of the main loop.
  static let batch = 64...1_024
  /// The seconds after which `batch.lowerBound` results are enough. What each delivery costs depends on the length of the
  /// queue, so there are few, however fast the files are read.
  static let interval = 0.1

  private struct State {
    /// The requested files; the next one is the last element.
    var wanted: [(id: QueueItem.ID, path: FilePath)] = []
    var isStopping = false
  }

  private let read: Read
  private let deliver: @Sendable ([Result]) -> Void
  private let state = Mutex(State())
  private let now: @Sendable () -> HostTime
  private let worker = SerialWorker(name: "tags")

  /// Creates a loader, which calls `read` and `deliver` on its thread.
  package init(
    read: @escaping Read, deliver: @escaping @Sendable ([Result]) -> Void,
    now: @escaping @Sendable () -> HostTime = { .now }
  ) {
    (self.read, self.deliver, self.now) = (read, deliver, now)
  }

  /// Reads these files first, in this order, then those requested before.
  package func load(_ tracks: [(id: QueueItem.ID, path: FilePath)]) {
    let isWanted = state.withLock { state in
      if !state.isStopping { state.wanted += tracks.reversed() }
      return !state.wanted.isEmpty
    }
    if isWanted { worker.run { [self] in loadAll() } }
  }

  /// Ends the thread after the file that is being read; the others are not read.
  package func stop() {
    state.withLock { $0 = State(isStopping: true) }
    worker.stop()
  }

  private func loadAll() {
    var results: [Result] = []
    // The first is delivered at once: it may be about to play.
    var due = now()
    var least = 1
    while let wanted = state.withLock({ $0.wanted.popLast() }) {
      if let track = read(wanted.path) { results.append((wanted.id, track)) }
      let isFull = results.count >= TrackLoader.batch.upperBound
      guard isFull || results.count >= least && now() >= due else { continue }
      send(&results)
      due = now().advanced(bySeconds: TrackLoader.interval)
      least = TrackLoader.batch.lowerBound
    }
    if !results.isEmpty { send(&results) }
  }

  private func send(_ results: inout [Result]) {
    if state.withLock({ $0.isStopping }) { return }
    deliver(results)
    results = []
  }
}
