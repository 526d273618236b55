import SystemBase

/// How far a scan is.
package struct ScanProgress: Hashable, Sendable {
  package enum Stage: Hashable, Sendable {
    case looking, reading
    /// What no one waits for: naming the recordings.
    case naming
  }

  package var stage: Stage
  /// Files done of those that there are in this stage.
  package var done: Int
  package var total: Int
  /// Since the stage began.
  package var seconds: Double

  package init(stage: Stage, done: Int, total: Int, seconds: Double) {
    (self.stage, self.done, self.total, self.seconds) = (stage, done, total, seconds)
  }

  package var perSecond: Double { seconds > 0 ? Double(done) / seconds : 0 }

  /// Seconds; nil while nothing can be said.
  package var remaining: Double? {
    done > 0 && seconds > 0.2 ? Double(total - done) / perSecond : nil
  }
}

/// Tells how far a stage of a scan is, ten times a second at most.
struct ProgressMeter {
  private let stage: ScanProgress.Stage
  private let total: Int
  private let tell: @Sendable (ScanProgress) -> Void
  private let start = HostTime.now
  private var last: HostTime?

  init(_ stage: ScanProgress.Stage, total: Int, tell: @escaping @Sendable (ScanProgress) -> Void) {
    (self.stage, self.total, self.tell) = (stage, total, tell)
  }

  mutating func show(_ done: Int) {
    if let last, HostTime.now.seconds(since: last) < 0.1, done < total { return }
    last = .now
    tell(ScanProgress(stage: stage, done: done, total: total, seconds: HostTime.now.seconds(since: start)))
  }
}
