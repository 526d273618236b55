import Dubbing
import Player

/// The hits by keys and other devices of late, with the places of the tracks that they sounded with.
package struct RecentHits: Sendable {
  private static let most = 1_024

  private var hits: [(item: QueueItem.ID, hit: TakeHit)] = []

  package init() {}

  /// Adds a hit that sounded with a frame of a track.
  package mutating func add(_ hit: TakeHit, with item: QueueItem.ID) {
    hits.append((item, hit))
    if hits.count > RecentHits.most { hits.removeFirst(RecentHits.most / 2) }
  }

  /// Returns the hits that were heard last at each frame of a track, ascending: up to a position those since the last jump,
  /// after it those before the jump.
  package func latest(with item: QueueItem.ID, upTo position: Int) -> [TakeHit] {
    var (found, next, isBeforeJump) = ([TakeHit](), position, false)
    for (own, hit) in hits.reversed() where own == item {
      if hit.frame > next {
        if isBeforeJump { break }
        (isBeforeJump, next) = (true, .max)
      }
      if isBeforeJump, hit.frame <= position { break }
      found.append(hit)
      next = hit.frame
    }
    return found.sorted { $0.frame < $1.frame }
  }
}
