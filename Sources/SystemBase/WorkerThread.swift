import CSystem
import Glibc
import Synchronization

/// A thread of the program's own; whoever started it joins it, or lets it run to its end alone.
package final class WorkerThread: Sendable {
  private static let backgroundNice: Int32 = 10
  private static let firstNice: Int32 = -5

  private let handle: Mutex<pthread_t?>

  /// - Parameters:
  ///   - name: shown by `top -H`; at most 15 bytes.
  ///   - isBackground: gives way to the others: what fills the rings must not wait for what only draws.
  ///   - body: ends by itself once its owner has told it to.
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

  /// Puts the calling thread before the others, where that is granted (getrlimit(2), RLIMIT_NICE).
  package static func goFirst() { setNice(firstNice) }

  /// On Linux a priority is a thread's own, whatever POSIX says: setpriority(2).
  private static func setNice(_ value: Int32) {
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, value)
  }

  /// Waits for the end of the thread's body; the second time there is nothing to wait for.
  package func join() {
    if let handle = handle.withLock({ $0.take() }) { pthread_join(handle, nil) }
  }

  /// Waits for the end of the thread's body until a time.
  ///
  /// - Returns: false where it has not ended by then; it may be joined again.
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
