import SystemBase

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
