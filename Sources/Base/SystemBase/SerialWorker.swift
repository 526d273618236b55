import Synchronization

/// Runs closures in order on its own thread, which starts with the first closure. Any thread.
package final class SerialWorker: Sendable {
  fileprivate struct State {
    var waiting: [@Sendable () -> Void] = []
    var delayed: [(time: HostTime, body: @Sendable () -> Void)] = []
    var isStopping = false
    /// Whether a closure runs.
    var isRunning = false
    /// Whether the worker has ended, so that further closures do not run.
    var hasEnded = false
    var thread: WorkerThread?
  }

  private let name: String
  private let state = Mutex(State())
  private let signal = WakeSignal()

  /// Creates a worker without a thread. The name of the thread has at most 15 bytes.
  package init(name: String) { self.name = name }

  /// Runs a closure after those that are queued. After the worker has ended, the closure is released without running.
  package func run(_ body: @escaping @Sendable () -> Void) {
    add { $0.waiting.append(body) }
  }

  /// Runs a closure after a delay, or when the worker is stopped, if that is sooner. While the worker stops, the closure
  /// is released without running.
  package func run(afterSeconds seconds: Double, _ body: @escaping @Sendable () -> Void) {
    let time = HostTime.now.advanced(bySeconds: seconds)
    add { state in
      if !state.isStopping { state.delayed.append((time, body)) }
    }
  }

  private func add(_ change: (inout State) -> Void) {
    state.withLock { state in
      if state.hasEnded { return }
      change(&state)
      if state.thread == nil, !state.isStopping {
        state.thread = WorkerThread(name: name) { [self] in work() }
      }
    }
    signal.wake()
  }

  /// Whether no closure runs or waits.
  package var isIdle: Bool {
    state.withLock { !$0.isRunning && $0.waiting.isEmpty && $0.delayed.isEmpty }
  }

  /// Runs all queued and delayed closures, then ends the thread and waits for its end.
  package func stop() { stopping()?.join() }

  /// Runs all queued and delayed closures, then ends the thread; waits for its end until a deadline. Returns false if
  /// the deadline has passed. The worker continues; `stop` may be called again.
  package func stop(until deadline: HostTime) -> Bool { stopping()?.join(until: deadline) ?? true }

  private func stopping() -> WorkerThread? {
    let thread = state.withLock { state in
      state.isStopping = true
      // Without a thread there is no closure to run.
      if state.thread == nil { state.hasEnded = true }
      return state.thread
    }
    signal.wake()
    return thread
  }

  private func work() {
    while true {
      let (body, hasEnded, delay) = state.withLock { $0.next(at: .now) }
      if let body {
        body()
      } else if hasEnded {
        return
      } else {
        signal.wait(milliseconds: delay)
      }
    }
  }
}

extension SerialWorker.State {
  /// Returns the next closure; if there is none, whether the worker has ended, and otherwise for how many milliseconds
  /// it may sleep, nil for any time.
  fileprivate mutating func next(
    at now: HostTime
  ) -> (body: (@Sendable () -> Void)?, hasEnded: Bool, delay: Int32?) {
    let isDue = { [isStopping] (time: HostTime) in isStopping || time <= now }
    waiting += delayed.filter { isDue($0.time) }.map(\.body)
    delayed.removeAll { isDue($0.time) }
    isRunning = !waiting.isEmpty
    if isRunning { return (waiting.removeFirst(), false, nil) }
    hasEnded = isStopping
    let delay = delayed.map { $0.time.seconds(since: now) }.min()
    return (nil, hasEnded, delay.map { Int32(min($0 * 1000 + 1, 1e6)) })
  }
}
