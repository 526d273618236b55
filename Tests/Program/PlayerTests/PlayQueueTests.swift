import TestSupport
import Testing

@testable import AudioBase
@testable import Player
@testable import SystemBase

/// What is played and in which order.
@Suite struct PlayQueueTests {
  private func queue(_ count: Int) -> PlayQueue {
    var queue = PlayQueue()
    queue.append((0..<count).map { TrackInfo(path: FilePath("\($0)")) })
    return queue
  }

  private func fail(_ queue: inout PlayQueue, _ indices: Int...) {
    for index in indices {
      queue.update(queue.items[index].id) { $0.failure = FileError(.notFound, "\(index)") }
    }
  }

  /// Steps to the end of the queue, at most a number of times. Returns the names of the played tracks.
  private func played(_ queue: PlayQueue, _ limit: Int = 20) -> [String] {
    var queue = queue
    var names = queue.current.map { [$0.path.shown] } ?? []
    while names.count < limit, let id = queue.afterEnd {
      queue.select(id)
      names.append(queue.current?.path.shown ?? "")
    }
    return names
  }

  @Test func firstTrackAddedToAnEmptyQueueIsCurrent() {
    #expect(PlayQueue().current == nil)
    #expect(PlayQueue().following == nil)
    #expect(PlayQueue().preceding == nil)
    #expect(queue(3).current?.path == FilePath("0"))
  }

  @Test func fileAddedTwiceHasTwoItems() {
    var queue = PlayQueue()
    let ids = queue.append([TrackInfo(path: FilePath("a")), TrackInfo(path: FilePath("a"))])
    #expect(Set(ids).count == 2)
    #expect(played(queue) == ["a", "a"])
  }

  @Test func repeatModeDecidesTheTrackAfterTheEnd() {
    var queue = queue(3)
    #expect(played(queue) == ["0", "1", "2"])
    queue.repeatMode = .all
    #expect(played(queue, 7) == ["0", "1", "2", "0", "1", "2", "0"])
    queue.repeatMode = .one
    #expect(played(queue, 3) == ["0", "0", "0"])
    #expect(queue.following == queue.items[1].id)
  }

  @Test func previousEndsAtTheFirstTrackExceptUnderRepeatAll() {
    var queue = queue(3)
    #expect(queue.preceding == nil)
    queue.repeatMode = .all
    #expect(queue.preceding == queue.items[2].id)
  }

  @Test func failedTracksAreSkipped() {
    var queue = queue(4)
    fail(&queue, 1, 2)
    #expect(played(queue) == ["0", "3"])
    queue.repeatMode = .all
    fail(&queue, 3)
    #expect(played(queue, 3) == ["0", "0", "0"])
    fail(&queue, 0)
    #expect(queue.following == nil)
    #expect(queue.preceding == nil)
    queue.repeatMode = .one
    #expect(queue.afterEnd == nil)
  }

  @Test func shufflePlaysEachTrackOnceAfterTheCurrentOne() {
    var queue = queue(30)
    queue.select(queue.items[7].id)
    var numbers = SeededGenerator(seed: 5)
    queue.setShuffled(true, using: &numbers)
    let names = played(queue, 40)
    #expect(names.first == "7")
    #expect(Set(names).count == 30 && names.count == 30)
    #expect(names != played(self.queue(30)))
    queue.setShuffled(false, using: &numbers)
    let unshuffled = (7..<30).map { "\($0)" }
    #expect(played(queue, 40) == unshuffled)
  }

  @Test func tracksAddedWhileShuffledAreShuffledIn() {
    var queue = queue(2)
    var numbers = SeededGenerator(seed: 3)
    queue.setShuffled(true, using: &numbers)
    let added = queue.append((2..<40).map { TrackInfo(path: FilePath("\($0)")) })
    queue.shuffleIn(added, using: &numbers)
    let names = played(queue, 50)
    #expect(names.first == "0")
    #expect(Set(names).count == 40 && names.count == 40)
    #expect(names.filter { $0 != "1" } != (0..<40).filter { $0 != 1 }.map(String.init))
  }

  @Test(arguments: [1, 2, 7, 64, 300]) func tracksAreShuffledInAsIfOneWasInsertedAfterTheOther(count: Int) {
    for seed in 1...20 {
      var queue = queue(1 + seed)
      var numbers = SeededGenerator(seed: UInt64(seed))
      queue.setShuffled(true, using: &numbers)
      var expected = queue.playOrder
      let added = queue.append((0..<count).map { TrackInfo(path: FilePath("\($0)")) })
      var same = numbers
      for id in added { expected.insert(id, at: .random(in: 1...expected.count, using: &same)) }
      queue.shuffleIn(added, using: &numbers)
      #expect(queue.playOrder == expected)
    }
  }

  @Test func durationIsKnownWhenThatOfEachTrackIs() {
    var queue = queue(3)
    var unknown: QueueItem.ID?
    let ids = queue.items.map(\.id)
    for (index, next) in [(1, 0), (0, 2)] {
      queue.update(ids[index]) { $0.listed.stream.duration = 10 }
      #expect(queue.duration(from: &unknown) == nil && unknown == ids[next])
    }
    queue.update(ids[2]) { $0.listed.stream.duration = 5 }
    #expect(queue.duration(from: &unknown) == 25 && unknown == nil)
    queue.update(ids[1]) { $0.listed.stream.duration = nil }
    #expect(queue.duration(from: &unknown) == nil && unknown == ids[1])
    queue.remove(ids[1])
    #expect(queue.duration(from: &unknown) == 15 && unknown == nil)
    queue.clear()
    #expect(queue.duration(from: &unknown) == nil && unknown == nil)
  }

  @Test func removedCurrentTrackIsFollowedInShuffledOrder() {
    var queue = queue(4)
    queue.restoreOrder([2, 0, 3, 1])
    queue.select(queue.items[2].id)
    queue.remove(queue.items[2].id)
    #expect(queue.current?.path == FilePath("0"))
    #expect(played(queue) == ["0", "3", "1"])
    queue.select(queue.items[1].id)
    queue.remove(queue.items[1].id)
    #expect(queue.current?.path == FilePath("3"))
  }

  @Test func removingAnotherTrackLeavesTheCurrentOne() {
    var queue = queue(4)
    queue.select(queue.items[2].id)
    queue.remove(queue.items[0].id)
    #expect(queue.current?.path == FilePath("2"))
    #expect(queue.currentIndex == 1)
    #expect(played(queue) == ["2", "3"])
  }

  @Test(arguments: [[0, 1], [0, 1, 1], [0, 1, 3], [0, 1, 2, 3], [-1, 0, 1]])
  func invalidShuffledOrderIsIgnored(_ order: [Int]) {
    var queue = queue(3)
    queue.restoreOrder(order)
    #expect(!queue.isShuffled)
  }

  @Test func aClearedQueueStaysShuffled() {
    var queue = queue(3)
    var numbers = SeededGenerator(seed: 1)
    queue.setShuffled(true, using: &numbers)
    queue.clear()
    #expect(queue.isEmpty && queue.isShuffled && queue.current == nil)
    queue.append([TrackInfo(path: FilePath("a"))])
    #expect(queue.current?.path == FilePath("a"))
  }

  @Test func titleComesFromTheTagsThenThePlaylistThenTheFileName() {
    var item = QueueItem(id: QueueItem.ID(1), listed: TrackInfo("/m/a.flac"))
    #expect(item.title == "a.flac" && item.artist == nil && item.duration == nil)
    item.listed = TrackInfo("/m/a.flac", title: "Listed", artist: "Someone", duration: 9)
    #expect(item.title == "Listed" && item.artist == "Someone" && item.duration == 9)
    item.apply(TrackInfo("/m/a.flac", title: "Tag", duration: 10))
    #expect(item.title == "Tag" && item.artist == "Someone" && item.duration == 10)
  }
}
