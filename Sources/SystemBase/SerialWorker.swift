import Synchronization

/// Runs closures in order on its own thread, which starts with the first closure. Any thread.
package final class SerialWorker: Sendable {
  private struct State {
    var waiting: [@Sendable () -> Void] = []
    var hasStarted = false
    var isStopping = false
    /// Whether the worker has ended, so that further closures do not run.
    var hasEnded = false
    var thread: WorkerThread?
  }

  private let name: String
  private let state = Mutex(State())
  private let signal = WakeSignal()

  /// - Parameter name: the name of the thread, at most 15 bytes.
  package init(name: String) { self.name = name }

  /// Runs a closure after those that are queued. After the worker has ended, the closure is released without running.
  package func run(_ body: @escaping @Sendable () -> Void) {
    state.withLock { state in
      if state.hasEnded { return }
      state.waiting.append(body)
      if !state.hasStarted, !state.isStopping {
        state.hasStarted = true
        state.thread = WorkerThread(name: name) { [self] in work() }
      }
    }
    signal.wake()
  }

  /// Runs all queued closures, then ends the thread and waits for its end.
  package func stop() { stopping()?.join() }

  /// Runs all queued closures, then ends the thread; waits for its end until a deadline.
  ///
  /// - Returns: false if the deadline has passed. The worker goes on; `stop` may be called again.
  package func stop(until deadline: HostTime) -> Bool { stopping()?.join(until: deadline) ?? true }

  private func stopping() -> WorkerThread? {
    let thread = state.withLock { state in
      state.isStopping = true
      // Without a thread there is no closure to run.
      if !state.hasStarted { state.hasEnded = true }
      return state.thread
    }
    signal.wake()
    return thread
  }

  private func work() {
    while true {
      let (body, hasEnded): ((@Sendable () -> Void)?, Bool) = state.withLock { state in
        if !state.waiting.isEmpty { return (state.waiting.removeFirst(), false) }
        state.hasEnded = state.isStopping
        return (nil, state.hasEnded)
      }
      if let body {
        body()
      } else if hasEnded {
        return
      } else {
        signal.wait(milliseconds: nil)
      }
    }
  }
}
