import Dubbing
import KitEditing
import Player
import Testing

@Suite struct RecentHitsTests {
  @Test func recentHitsAreThoseThatWereHeardLastAtEachFrame() {
    let item = QueueItem.ID(1)
    var hits = RecentHits()
    for frame in [10, 20, 30, 5, 12] {
      hits.add(TakeHit(frame: frame, pad: 1, velocity: 100, sample: 0), with: item)
    }
    hits.add(TakeHit(frame: 7, pad: 1, velocity: 100, sample: 0), with: QueueItem.ID(2))
    #expect(hits.latest(with: item, upTo: 15).map(\.frame) == [5, 12, 20, 30])
    #expect(hits.latest(with: item, upTo: 40).map(\.frame) == [5, 12])
  }
}
