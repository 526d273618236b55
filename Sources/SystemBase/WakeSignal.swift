import CSystem
import Glibc

/// Wakes a thread that sleeps in `poll`. Any thread may wake it; a wake is never lost.
package struct WakeSignal: ~Copyable, Sendable {
  /// The descriptor for `poll`; readable from a wake until it is cleared.
  package let descriptor: Int32

  package init() {
    descriptor = drumdub_eventfd()
    precondition(descriptor >= 0, "eventfd: \(String(cString: strerror(errno)))")
  }

  deinit { close(descriptor) }

  package func wake() { WakeSignal.wake(descriptor) }

  /// Wakes through the descriptor alone, since the audio thread must not use the object.
  package static func wake(_ descriptor: Int32) {
    var one: UInt64 = 1
    _ = Glibc.write(descriptor, &one, 8)
  }

  /// Clears all wakes. Does not block.
  package func clear() { WakeSignal.clear(descriptor) }

  package static func clear(_ descriptor: Int32) {
    var count: UInt64 = 0
    _ = read(descriptor, &count, 8)
  }

  /// Sleeps until a wake or until a timeout.
  ///
  /// - Parameter milliseconds: the timeout; nil for none.
  /// - Returns: whether there was a wake.
  @discardableResult
  package func wait(milliseconds: Int32?) -> Bool {
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let count = poll(&watched, 1, milliseconds ?? -1)
    clear()
    return count > 0
  }

  /// Sleeps until either signal is readable; clears neither.
  package static func wait(for descriptor: Int32, or other: Int32) {
    var watched = [descriptor, other].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while poll(&watched, 2, -1) < 0 && errno == EINTR {}
  }
}
