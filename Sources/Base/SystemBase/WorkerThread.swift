import CSystem
import Glibc
import Synchronization

/// A thread that runs one closure. It is joined, or detached when it is released.
///
/// If the system refuses the thread, and the handler of `ResourceRefusal` returns, the closure waits: it runs when
/// `startWaiting` gets a thread for it, or on the thread that joins.
package final class WorkerThread: Sendable {
  private enum Phase: Sendable {
    case running(pthread_t)
    case waiting(Start)
    case joined
  }

  private static let backgroundNice: Int32 = 10
  private static let firstNice: Int32 = -5
  /// The threads that the system has refused so far.
  private static let waiting = Mutex<[WorkerThread]>([])

  private let phase: Mutex<Phase>

  /// Starts a thread.
  ///
  /// - Parameters:
  ///   - name: the name that `top -H` shows; at most 15 bytes.
  ///   - isBackground: whether the thread has a lower priority than threads that feed the engine.
  ///   - body: must return when its owner requests it.
  package init(name: String, isBackground: Bool = false, _ body: @escaping @Sendable () -> Void) {
    phase = Mutex(.waiting(Start(name: name, isBackground: isBackground, body: body)))
    let failure = begin()
    if failure == 0 { return }
    ResourceRefusal(.thread, call: "pthread_create", errno: failure).report()
    WorkerThread.waiting.withLock { $0.append(self) }
  }

  deinit {
    if case .running(let handle) = phase.withLock({ $0 }) { pthread_detach(handle) }
  }

  /// Whether the system has refused threads that have not started yet.
  package static var hasWaiting: Bool { waiting.withLock { !$0.isEmpty } }

  /// Tries again to start the threads that the system has refused.
  package static func startWaiting() {
    waiting.withLock { list in list.removeAll { $0.begin() == 0 } }
  }

  /// Starts the thread, unless it has started. Returns 0, or the error of pthread_create(3).
  private func begin() -> Int32 {
    phase.withLock { phase in
      guard case .waiting(let start) = phase else { return 0 }
      var handle = pthread_t()
      let raw = Unmanaged.passRetained(start)
      let failure = pthread_create(
        &handle, nil,
        { raw in
          guard let raw else { return nil }
          Unmanaged<Start>.fromOpaque(raw).takeRetainedValue().run()
          return nil
        }, raw.toOpaque())
      if failure == 0 { phase = .running(handle) } else { raw.release() }
      return failure
    }
  }

  /// Raises the priority of the calling thread, if the system allows it (getrlimit(2), RLIMIT_NICE).
  package static func goFirst() { setNice(firstNice) }

  /// Sets the nice value of the calling thread. On Linux each thread has its own, unlike in POSIX (setpriority(2)).
  private static func setNice(_ value: Int32) {
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, value)
  }

  /// Waits until the body has returned. A second call returns at once.
  package func join() {
    let phase = phase.withLock { phase in
      defer { phase = .joined }
      return phase
    }
    switch phase {
    case .running(let handle): pthread_join(handle, nil)
    case .waiting(let start): start.body()
    case .joined: break
    }
  }

  /// Waits until the body has returned or a deadline has passed. A body that waits for its thread runs here, to its
  /// end. Returns false if the deadline has passed; the thread may be joined again.
  package func join(until deadline: HostTime) -> Bool {
    if case .waiting = phase.withLock({ $0 }) {
      join()
      return true
    }
    return phase.withLock { phase in
      guard case .running(let handle) = phase else { return true }
      guard drumdub_join_until(handle, max(deadline.nanoseconds, 0)) == 0 else { return false }
      phase = .joined
      return true
    }
  }

  private final class Start: Sendable {
    let name: String
    let isBackground: Bool
    let body: @Sendable () -> Void

    init(name: String, isBackground: Bool, body: @escaping @Sendable () -> Void) {
      self.name = String(decoding: name.utf8.prefix(15), as: UTF8.self)
      (self.isBackground, self.body) = (isBackground, body)
    }

    /// Runs the body as that of the calling thread, which is new.
    func run() {
      drumdub_name_thread(name)
      drumdub_signal_stack()
      if isBackground { WorkerThread.setNice(WorkerThread.backgroundNice) }
      body()
    }
  }
}
