import Glibc
import Synchronization
import SystemBase
import TestSupport

@testable import AudioDevices

/// Time that passes when it is waited for, or let pass.
final class TestClock: PaceClock {
  private struct State {
    var now = HostTime(nanoseconds: 1_000_000_000)
    /// The time up to which waits end; nil for all times.
    var end: HostTime?
  }

  private let state: Mutex<State>
  private let news = ConditionVariable()

  /// - Parameter seconds: after which it stands still; nil never.
  init(runningFor seconds: Double? = nil) {
    var state = State()
    state.end = seconds.map { state.now.advanced(bySeconds: $0) }
    self.state = Mutex(state)
  }

  var now: HostTime { state.withLock { $0.now } }

  func sleep(until due: HostTime) {
    _ = news.wait { state.withLock { $0.end.map { due <= $0 } ?? true } }
    state.withLock { $0.now = max($0.now, due) }
    sched_yield()
  }

  /// Adds time without a waiting thread.
  func pass(seconds: Double) { state.withLock { $0.now = $0.now.advanced(bySeconds: seconds) } }

  /// Lets it run on for a time; nil for ever.
  func run(for seconds: Double?) {
    state.withLock { state in state.end = seconds.flatMap { state.end?.advanced(bySeconds: $0) } }
    news.tell()
  }
}
