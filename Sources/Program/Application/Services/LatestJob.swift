import Synchronization
import SystemBase

/// Runs jobs on a thread, one at a time; a newer job replaces one that waits. Any thread.
///
/// A minor job replaces only minor ones and runs after the other that waits, whose result it changes.
final class LatestJob: Sendable {
  private struct State {
    var isRunning = false
    var waiting: (@Sendable () -> Void)?
    var minor: (@Sendable () -> Void)?

    /// Removes the next job.
    mutating func next() -> (@Sendable () -> Void)? {
      let job = waiting.take() ?? minor.take()
      isRunning = job != nil
      return job
    }
  }

  private let name: String
  private let state = Mutex(State())

  init(name: String) { self.name = name }

  /// Whether a newer job waits that is not minor, so that the result of the present one is not wanted.
  var isSuperseded: Bool { state.withLock { $0.waiting != nil } }

  /// Whether a job runs or waits.
  var isRunning: Bool { state.withLock { $0.isRunning } }

  func run(isMinor: Bool = false, _ job: @escaping @Sendable () -> Void) {
    let mustStart = state.withLock { state in
      if isMinor { state.minor = job } else { (state.waiting, state.minor) = (job, nil) }
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if mustStart { _ = WorkerThread(name: name) { [self] in work() } }
  }

  private func work() {
    while let job = state.withLock({ $0.next() }) { job() }
  }
}
