import PlayerTestSupport
import TestSupport
import Testing

@testable import AudioBase
@testable import Player
@testable import SystemBase

/// Replacing the queue, and undoing it.
@MainActor @Suite struct QueueReplacementTests {
  private func additions(_ names: String...) -> [QueueAddition] {
    names.map { QueueAddition(listed: TrackInfo(path: FilePath($0))) }
  }

  private func names(_ bench: PlayerBench) -> [String] { bench.model.queue.items.map(\.title) }

  @Test func undoOfAReplacementRestoresQueueAndPosition() {
    let bench = PlayerBench("a", "b")
    bench.model.play(bench.id(1))
    bench.begin(1, rate: 1)
    bench.pass(seconds: 7)
    bench.model.replaceQueue(with: additions("x", "y"), startingAt: 1)
    #expect(names(bench) == ["x", "y"] && bench.model.nowPlaying?.title == "y")
    _ = bench.transport.take()
    #expect(bench.model.turnQueueEdit(.undo) != nil)
    #expect(names(bench) == ["a", "b"] && bench.model.nowPlaying?.title == "b")
    guard case .load("b", let seconds, playing: true)? = bench.transport.take().first else {
      Issue.record("not loaded")
      return
    }
    #expect(abs(seconds - 7) < 0.01)
  }

  @Test func trackAddedAfterAnUndoneReplacementHasANewID() {
    let bench = PlayerBench("a")
    let old = bench.model.queue.items[0].id
    bench.model.replaceQueue(with: additions("x"), startingAt: 0)
    let new = bench.model.queue.items[0].id
    #expect(bench.model.turnQueueEdit(.undo) != nil)
    bench.model.insert(additions("b"), at: .end)
    #expect(!Set([old, new]).contains(bench.model.queue.items[1].id))
  }

  /// A file of 60 s with three tracks.
  private func disc(_ path: String) -> TrackInfo {
    var disc = TrackInfo(path: FilePath(path))
    disc.stream.duration = 60
    disc.parts = [(0, 20 as Int?, "One"), (20, 40, "Two"), (40, nil, "Three")].map { start, end, title in
      var part = PlaylistEntry(.file(disc.path))
      part.section = TrackSection(
        start: DiscTime(frames: start * 75), end: end.map { DiscTime(frames: $0 * 75) })
      part.title = title
      return part
    }
    return disc
  }

  @Test(arguments: [false, true]) func filesOfOneDeliveryAreReplacedByTheirParts(isShuffled: Bool) {
    let bench = PlayerBench("a", "disc", "b", "disc 2")
    bench.model.setShuffle(isShuffled)
    let tags = TrackInfo("b", title: "Bell Song", artist: "Delibes", duration: 7)
    bench.model.tracksWereRead([
      (bench.id(3), disc("disc 2")), (bench.id(2), tags), (bench.id(1), disc("disc")),
    ])
    #expect(names(bench) == ["a", "One", "Two", "Three", "Bell Song", "One", "Two", "Three"])
    let paths = ["a", "disc", "disc", "disc", "b", "disc 2", "disc 2", "disc 2"]
    #expect(bench.model.queue.items.map(\.path.shown) == paths)
    let ids = bench.model.queue.items.map(\.id)
    #expect(Set(ids).count == 8 && ids.indices.allSatisfy { bench.model.queue.index(of: ids[$0]) == $0 })
    guard isShuffled else { return }
    let order = bench.model.queue.playOrder
    #expect(order.count == 8 && Set(order) == Set(ids))
    for first in [1, 5] {
      let place = order.firstIndex(of: ids[first]) ?? 0
      #expect(Array(order[place...].prefix(3)) == Array(ids[first..<first + 3]))
    }
  }

  @Test func fileOfSeveralTracksIsReplacedByItsParts() {
    let bench = PlayerBench("a", "disc", "b")
    bench.model.play(bench.id(1))
    bench.begin(1, at: 0, of: 60, rate: 1)
    bench.pass(seconds: 25)
    _ = bench.transport.take()
    let disc = disc("disc")
    bench.model.tracksWereRead([(bench.id(1), disc)])
    #expect(names(bench) == ["a", "One", "Two", "Three", "b"])
    #expect(bench.model.nowPlaying?.title == "Two" && bench.model.nowPlaying?.duration == 20)
    guard case .load("disc", let seconds, playing: true)? = bench.transport.take().first else {
      Issue.record("not loaded")
      return
    }
    #expect(abs(seconds - 5) < 0.01)
    // Read again, they stay what they are.
    bench.model.tracksWereRead([(bench.id(2), disc)])
    #expect(names(bench) == ["a", "One", "Two", "Three", "b"] && bench.model.nowPlaying?.title == "Two")
  }

  @Test func undoOfClearingRestoresTheQueueStopped() {
    let bench = PlayerBench("a", "b")
    #expect(bench.model.turnQueueEdit(.undo) == nil)
    bench.model.clearQueue()
    #expect(bench.model.turnQueueEdit(.undo) != nil)
    #expect(names(bench) == ["a", "b"] && bench.model.playbackState == .stopped)
  }

  @Test func tracksInsertedNextWhileShuffledPlayNext() {
    let bench = PlayerBench("a", "b", "c", "d")
    bench.model.play(bench.id(0))
    bench.model.setShuffle(true)
    bench.model.insert(additions("x", "y"), at: .afterCurrent)
    #expect(names(bench) == ["a", "x", "y", "b", "c", "d"])
    let ids = bench.model.queue.items.map(\.id)
    #expect(Array((bench.model.queue.shuffledOrder ?? []).prefix(3)) == [ids[0], ids[1], ids[2]])
    #expect(Set(bench.model.queue.shuffledOrder ?? []) == Set(ids))
  }
}
