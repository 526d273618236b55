import SystemBase

/// Determines when a track is heard: when half of it, or four minutes of it, has played. A value; updated at each event of
/// the player, and at `nextUpdate`.
package struct PlayCounter {
  private static let most = 240.0
  /// Seconds; a larger step is a seek.
  private static let tolerance = 0.5
  /// Seconds from which on the position may return to the start for another play, in a long track.
  private static let restart = 3.0
  /// Seconds until a play that has just started has a position.
  private static let pause = 0.1

  private var item: QueueItem.ID?
  private var last: (elapsed: Double, time: HostTime)?
  private var played = 0.0
  private var isCounted = false
  /// When the play began; nil until something of it has played.
  package private(set) var began: HostTime?
  /// When `update` must be called next; nil if only events can change the result.
  package private(set) var nextUpdate: HostTime?

  /// Notes the position in the current track and its length in seconds. Returns true once for each play.
  package mutating func update(
    _ item: QueueItem.ID?, elapsed: Double, duration: Double?, speed: Double, isPlaying: Bool, now: HostTime
  ) -> Bool {
    let start = min(PlayCounter.restart, duration.map { $0 / 2 } ?? PlayCounter.restart)
    let isAgain = isCounted && elapsed < start && (last?.elapsed ?? 0) > start
    if item != self.item || isAgain { self = PlayCounter(item: item) }
    let before = last
    last = (elapsed, now)
    nextUpdate = nil
    guard item != nil, isPlaying else { return false }
    if let before {
      let (step, passed) = (elapsed - before.elapsed, now.seconds(since: before.time) * speed)
      if step > 0, step <= passed + PlayCounter.tolerance {
        played += step
        began = began ?? before.time
      }
    }
    if isCounted { return false }
    let wanted = min(duration.map { $0 / 2 } ?? PlayCounter.most, PlayCounter.most)
    isCounted = began != nil && played >= wanted
    if !isCounted {
      let rest = began == nil ? PlayCounter.pause : max(wanted - played, 0) / speed + 0.01
      nextUpdate = now.advanced(bySeconds: rest)
    }
    return isCounted
  }

  package init(item: QueueItem.ID? = nil) { self.item = item }
}
