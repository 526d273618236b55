import Glibc
import SystemBase

/// The clock of a paced output: the system's, or that of a test.
package protocol PaceClock: Sendable {
  var now: HostTime { get }

  /// Waits until a time; returns at once if it has passed.
  func sleep(until due: HostTime)
}

package struct SystemClock: PaceClock {
  package init() {}

  package var now: HostTime { .now }

  package func sleep(until due: HostTime) {
    var time = timespec(
      tv_sec: Int(due.nanoseconds / 1_000_000_000), tv_nsec: Int(due.nanoseconds % 1_000_000_000))
    while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
  }
}
