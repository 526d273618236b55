import Synchronization
import SystemBase

/// The calls of other threads for the main thread, which a test makes. Any thread.
package final class CallQueue: Sendable {
  private let calls = Mutex<[MainThread.Call]>([])

  package init() {}

  package var mainThread: MainThread {
    MainThread { [self] call in calls.withLock { $0.append(call) } }
  }

  /// Makes the calls that wait.
  ///
  /// - Parameter afterEach: called after each.
  @MainActor
  package func perform(afterEach: (MainThread.Call) -> Void = { _ in }) {
    let waiting = calls.withLock { calls in
      defer { calls = [] }
      return calls
    }
    for call in waiting {
      call.perform()
      afterEach(call)
    }
  }
}

extension MainThread {
  /// A main thread that makes no call.
  package static var idle: MainThread { MainThread { _ in } }
}

extension MainThreadChannel {
  /// A channel that nothing uses.
  package static var idle: MainThreadChannel { MainThreadChannel(.idle) }
}
