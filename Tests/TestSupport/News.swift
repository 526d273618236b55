import SystemBase

/// What other threads tell of, and a test waits for.
package struct News: ~Copyable, Sendable {
  private let signal = WakeSignal()

  package init() {}

  /// Any thread: something is so that was not.
  package func tell() { signal.wake() }

  /// Sleeps from one piece of news to the next until something is so. One thread waits.
  ///
  /// - Returns: false where it was not for as long as `Wait.patience`.
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
