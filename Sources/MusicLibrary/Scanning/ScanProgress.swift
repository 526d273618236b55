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
