import SystemBase

/// Detects when a device stops accepting sound, and when it accepts sound again; reports each change once.
struct StallDetector {
  enum Change { case begins, ends }

  /// Seconds without progress that count as an interruption. A sound server does not report that its sink was
  /// suspended or given to another program or user.
  static let timeout = 2.0

  private var lastProgress: HostTime
  private(set) var isInterrupted = false

  init(since start: HostTime) { lastProgress = start }

  /// Records that the device accepted sound.
  mutating func progressed(at time: HostTime) -> Change? {
    lastProgress = time
    defer { isInterrupted = false }
    return isInterrupted ? .ends : nil
  }

  /// Records that the device did not accept sound.
  mutating func waited(at time: HostTime) -> Change? {
    time.seconds(since: lastProgress) > StallDetector.timeout ? begin() : nil
  }

  /// Records that the device reported a suspend.
  mutating func begin() -> Change? {
    if isInterrupted { return nil }
    isInterrupted = true
    return .begins
  }
}
