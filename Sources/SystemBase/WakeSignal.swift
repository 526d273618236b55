import CSystem
import Glibc

/// Wakes a thread that sleeps in `poll`; any thread may wake it, and a wake is never lost.
package struct WakeSignal: ~Copyable, Sendable {
  /// Readable while a wake has not been taken: for `poll`.
  package let descriptor: Int32

  package init() {
    descriptor = drumdub_eventfd()
    precondition(descriptor >= 0, "eventfd: \(String(cString: strerror(errno)))")
  }

  deinit { close(descriptor) }

  package func wake() { WakeSignal.wake(descriptor) }

  /// Wakes by the bare descriptor: the audio thread has nothing else.
  package static func wake(_ descriptor: Int32) {
    var one: UInt64 = 1
    _ = Glibc.write(descriptor, &one, 8)
  }

  /// Takes the wakes that have come, without waiting.
  package func take() { WakeSignal.take(descriptor) }

  package static func take(_ descriptor: Int32) {
    var count: UInt64 = 0
    _ = read(descriptor, &count, 8)
  }

  /// Sleeps until woken or until the time is over.
  ///
  /// - Parameter milliseconds: nil waits for ever.
  /// - Returns: whether it was woken.
  @discardableResult
  package func wait(milliseconds: Int32?) -> Bool {
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let count = poll(&watched, 1, milliseconds ?? -1)
    take()
    return count > 0
  }

  /// Sleeps until either is readable, and takes nothing.
  package static func wait(for descriptor: Int32, or other: Int32) {
    var watched = [descriptor, other].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while poll(&watched, 2, -1) < 0 && errno == EINTR {}
  }
}
