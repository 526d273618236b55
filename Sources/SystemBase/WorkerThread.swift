import CSystem
import Glibc
import Synchronization

/// A thread that runs one closure. It is joined, or detached when it is released.
package final class WorkerThread: Sendable {
  private static let backgroundNice: Int32 = 10
  private static let firstNice: Int32 = -5

  private let handle: Mutex<pthread_t?>

  /// - Parameters:
  ///   - name: the name that `top -H` shows; at most 15 bytes.
  ///   - isBackground: whether the thread has a lower priority than threads that feed the engine.
  ///   - body: must return when its owner requests it.
  package init(name: String, isBackground: Bool = false, _ body: @escaping @Sendable () -> Void) {
    let start = Unmanaged.passRetained(Start(name: name, isBackground: isBackground, body: body))
    var handle = pthread_t()
    let result = pthread_create(
      &handle, nil,
      { raw in
        guard let raw else { return nil }
        let start = Unmanaged<Start>.fromOpaque(raw).takeRetainedValue()
        drumdub_name_thread(start.name)
        drumdub_signal_stack()
        if start.isBackground { WorkerThread.setNice(WorkerThread.backgroundNice) }
        start.body()
        return nil
      }, start.toOpaque())
    precondition(result == 0, "pthread_create: \(String(cString: strerror(result)))")
    self.handle = Mutex(handle)
  }

  deinit {
    if let handle = handle.withLock({ $0.take() }) { pthread_detach(handle) }
  }

  /// Raises the priority of the calling thread, if the system allows it (getrlimit(2), RLIMIT_NICE).
  package static func goFirst() { setNice(firstNice) }

  /// Sets the nice value of the calling thread. On Linux each thread has its own, unlike in POSIX (setpriority(2)).
  private static func setNice(_ value: Int32) {
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, value)
  }

  /// Waits until the body has returned. A second call returns at once.
  package func join() {
    if let handle = handle.withLock({ $0.take() }) { pthread_join(handle, nil) }
  }

  /// Waits until the body has returned or a deadline has passed.
  ///
  /// - Returns: false if the deadline has passed; the thread may be joined again.
  package func join(until deadline: HostTime) -> Bool {
    handle.withLock { handle in
      guard let thread = handle else { return true }
      guard drumdub_join_until(thread, max(deadline.nanoseconds, 0)) == 0 else { return false }
      handle = nil
      return true
    }
  }

  private final class Start: Sendable {
    let name: String
    let isBackground: Bool
    let body: @Sendable () -> Void

    init(name: String, isBackground: Bool, body: @escaping @Sendable () -> Void) {
      self.name = String(decoding: name.utf8.prefix(15), as: UTF8.self)
      self.isBackground = isBackground
      self.body = body
    }
  }
}
