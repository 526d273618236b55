import Synchronization

/// A thread that does one thing after the other. It begins with the first.
package final class SerialWorker: Sendable {
  private struct State {
    var waiting: [@Sendable () -> Void] = []
    var isStopping = false
    var thread: WorkerThread?
  }

  private let name: String
  private let state = Mutex(State())
  private let signal = WakeSignal()

  package init(name: String) { self.name = name }

  package func run(_ body: @escaping @Sendable () -> Void) {
    state.withLock { state in
      state.waiting.append(body)
      if state.thread == nil, !state.isStopping {
        state.thread = WorkerThread(name: name) { [self] in work() }
      }
    }
    signal.wake()
  }

  /// Waits until all that was asked for is done.
  package func stop() {
    let thread = state.withLock { state in
      state.isStopping = true
      return state.thread.take()
    }
    signal.wake()
    thread?.join()
  }

  private func work() {
    while true {
      let (body, isStopping) = state.withLock { state in
        (state.waiting.isEmpty ? nil : state.waiting.removeFirst(), state.isStopping)
      }
      if let body {
        body()
      } else if isStopping {
        return
      } else {
        signal.wait(milliseconds: nil)
      }
    }
  }
}
