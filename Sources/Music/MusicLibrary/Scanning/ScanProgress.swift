import SystemBase

/// The progress of a stage of a scan.
package struct ScanProgress: Hashable, Sendable {
  /// The stages of a scan: walking the folders, reading tags, computing keys.
  package enum Stage: Hashable, Sendable {
    case looking, reading
    /// Computing keys, after the results of the scan are available.
    case naming
  }

  package var stage: Stage
  /// The number of files that are done, and of all files of the stage.
  package var done: Int
  package var total: Int
  /// The seconds since the stage began.
  package var seconds: Double

  package init(stage: Stage, done: Int, total: Int, seconds: Double) {
    (self.stage, self.done, self.total, self.seconds) = (stage, done, total, seconds)
  }

  package var perSecond: Double { seconds > 0 ? Double(done) / seconds : 0 }

  /// The estimated seconds that remain; nil if it is too early for an estimate.
  package var remaining: Double? {
    done > 0 && seconds > 0.2 ? Double(total - done) / perSecond : nil
  }
}

/// Reports the progress of a stage at most ten times a second.
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
