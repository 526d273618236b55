import SystemBase

/// A condition variable: other threads signal changes, and a test waits for a condition.
package struct ConditionVariable: ~Copyable, Sendable {
  private let signal = WakeSignal()

  package init() {}

  /// Signals a change. Any thread.
  package func tell() { signal.wake() }

  /// Waits until a condition holds; checks it after each signal. One thread waits.
  ///
  /// - Returns: false if the condition did not hold within `Wait.patience`.
  package func wait(until isSo: () -> Bool) -> Bool {
    let start = HostTime.now
    while !isSo() {
      let left = Wait.patience - HostTime.now.seconds(since: start)
      if left <= 0 { return false }
      signal.wait(milliseconds: Int32(left * 1000) + 1)
    }
    return true
  }
}
