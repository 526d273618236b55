import Synchronization

/// Runs jobs on a thread, one at a time; a newer job replaces one that waits. Any thread.
///
/// A minor job replaces only minor ones. It runs after a job that waits, since it changes the result of that one.
package final class LatestJob: Sendable {
  private struct State {
    var isRunning = false
    var waiting: (@Sendable () -> Void)?
    var minor: (@Sendable () -> Void)?

    mutating func next() -> (@Sendable () -> Void)? {
      let job = waiting.take() ?? minor.take()
      isRunning = job != nil
      return job
    }
  }

  private let name: String
  private let isBackground: Bool
  private let state = Mutex(State())

  package init(name: String, isBackground: Bool = false) {
    (self.name, self.isBackground) = (name, isBackground)
  }

  /// Whether a newer job waits that is not minor, so that the result of the present one is not wanted.
  package var isSuperseded: Bool { state.withLock { $0.waiting != nil } }

  /// Whether a job runs or waits.
  package var isRunning: Bool { state.withLock { $0.isRunning } }

  package func run(isMinor: Bool = false, _ job: @escaping @Sendable () -> Void) {
    let mustStart = state.withLock { state in
      if isMinor { state.minor = job } else { (state.waiting, state.minor) = (job, nil) }
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if mustStart { _ = WorkerThread(name: name, isBackground: isBackground) { [self] in work() } }
  }

  private func work() {
    while let job = state.withLock({ $0.next() }) { job() }
  }
}

/// Cancels work on another thread. Any thread.
package final class CancelFlag: Sendable {
  private let isSet = Atomic<Bool>(false)

  package init() {}

  package var isCancelled: Bool { isSet.load(ordering: .relaxed) }

  package func cancel() { isSet.store(true, ordering: .relaxed) }
}
