import SystemBase

/// Determines when a play is counted: when half of a track, or four minutes of it, was heard. A value; updated several
/// times a second.
package struct PlayCounter {
  private static let most = 240.0
  /// Seconds; a larger step is a seek.
  private static let tolerance = 0.5

  private var item: QueueItem.ID?
  private var last: (elapsed: Double, time: HostTime)?
  private var heard = 0.0
  private var isCounted = false

  /// Notes the position in the current track and its length in seconds. Returns true once for each play.
  package mutating func update(
    _ item: QueueItem.ID?, elapsed: Double, duration: Double?, speed: Double, isPlaying: Bool, now: HostTime
  ) -> Bool {
    let isAgain = isCounted && elapsed < 3 && (last?.elapsed ?? 0) > 3
    if item != self.item || isAgain { self = PlayCounter(item: item) }
    defer { last = (elapsed, now) }
    guard item != nil, isPlaying, let last else { return false }
    let (step, passed) = (elapsed - last.elapsed, now.seconds(since: last.time) * speed)
    if step > 0, step <= passed + PlayCounter.tolerance { heard += step }
    let wanted = min(duration.map { $0 / 2 } ?? PlayCounter.most, PlayCounter.most)
    guard !isCounted, heard >= wanted else { return false }
    isCounted = true
    return true
  }

  package init(item: QueueItem.ID? = nil) { self.item = item }
}
