import SystemBase

/// Tells when a device that should take sound has stopped doing so, and when it does so again: each once.
struct Interruption {
  enum Change { case begins, ends }

  /// Seconds without sound that are no hiccup any more. A sound server whose sink was suspended, or given to another
  /// program or user, tells its players nothing.
  static let patience = 2.0

  private var lastProgress: HostTime
  private var isInterrupted = false

  init(since start: HostTime) { lastProgress = start }

  /// Sound was taken.
  mutating func progressed(at time: HostTime) -> Change? {
    lastProgress = time
    defer { isInterrupted = false }
    return isInterrupted ? .ends : nil
  }

  /// Sound was offered, and not taken.
  mutating func waited(at time: HostTime) -> Change? {
    time.seconds(since: lastProgress) > Interruption.patience ? begin() : nil
  }

  /// The device was suspended: it said so.
  mutating func begin() -> Change? {
    if isInterrupted { return nil }
    isInterrupted = true
    return .begins
  }
}
