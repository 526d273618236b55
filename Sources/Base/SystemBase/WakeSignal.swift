import CSystem
import Glibc

/// Wakes a thread that sleeps in `poll`. Any thread may wake it; a wake is never lost.
///
/// If the system refuses a descriptor, and the handler of `ResourceRefusal` returns, the signal counts as set for ever: a
/// thread that waits for it looks for its work again and again.
package struct WakeSignal: ~Copyable, Sendable {
  /// The descriptor for `poll`; readable from a wake until it is cleared.
  package let descriptor: Int32

  /// A file that is readable at any time and accepts all that is written, for signals without a descriptor of their own.
  private static let alwaysSet = open("/dev/zero", O_RDWR | O_NONBLOCK | O_CLOEXEC)
  /// Milliseconds between two checks for work without a descriptor.
  private static let pause: Int32 = 5

  package init() {
    let own = drumdub_eventfd()
    if own < 0 { ResourceRefusal(.descriptors(1), call: "eventfd", errno: errno).report() }
    descriptor = own >= 0 ? own : WakeSignal.alwaysSet
  }

  deinit { if hasOwn { close(descriptor) } }

  private var hasOwn: Bool { descriptor != WakeSignal.alwaysSet }

  /// Opens what signals use whose descriptor is refused.
  static func prepareForRefusal() { _ = alwaysSet }

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

  /// Sleeps until a wake or until a timeout; nil for none. Returns whether there was a wake.
  @discardableResult
  package func wait(milliseconds: Int32?) -> Bool {
    if !hasOwn { poll(nil, 0, min(milliseconds ?? WakeSignal.pause, WakeSignal.pause)) }
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let count = poll(&watched, 1, milliseconds ?? -1)
    clear()
    return count > 0
  }

  /// Sleeps until a signal is readable, which is not cleared, or until a time, exact to a millisecond. Returns
  /// whether the signal is readable.
  package static func wait(for descriptor: Int32, until time: HostTime) -> Bool {
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let milliseconds = max(time.seconds(since: .now) * 1_000, 0).rounded(.up)
    return poll(&watched, 1, Int32(milliseconds)) > 0
  }

  /// Sleeps until either signal is readable or a timeout has passed, which starts again after a Unix signal; -1: no timeout.
  /// Clears neither.
  package static func wait(for descriptor: Int32, or other: Int32, milliseconds: Int32 = -1) {
    var watched = [descriptor, other].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while poll(&watched, 2, milliseconds) < 0 && errno == EINTR {}
  }
}
