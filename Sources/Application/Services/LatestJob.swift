import Synchronization
import SystemBase

/// Runs jobs on a thread, one at a time; a newer job replaces one that waits. Any thread.
final class LatestJob: Sendable {
  private struct State {
    var isRunning = false
    var waiting: (@Sendable () -> Void)?
  }

  private let name: String
  private let state = Mutex(State())

  init(name: String) { self.name = name }

  /// Whether a newer job waits, so that the result of the present one is not wanted.
  var isSuperseded: Bool { state.withLock { $0.waiting != nil } }

  func run(_ job: @escaping @Sendable () -> Void) {
    let mustStart = state.withLock { state in
      state.waiting = job
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if mustStart { _ = WorkerThread(name: name) { [self] in work() } }
  }

  private func work() {
    while let job = next() { job() }
  }

  private func next() -> (@Sendable () -> Void)? {
    state.withLock { state in
      defer { state.waiting = nil }
      if state.waiting == nil { state.isRunning = false }
      return state.waiting
    }
  }
}
