import PlayerTestSupport
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

  @Test func fileOfSeveralTracksIsReplacedByItsParts() {
    let bench = PlayerBench("a", "disc", "b")
    bench.model.play(bench.id(1))
    bench.begin(1, at: 0, of: 60, rate: 1)
    bench.pass(seconds: 25)
    _ = bench.transport.take()
    var disc = TrackInfo(path: FilePath("disc"))
    disc.stream.duration = 60
    disc.parts = [(0, 20 as Int?, "One"), (20, 40, "Two"), (40, nil, "Three")].map { start, end, title in
      var part = PlaylistEntry(.file(disc.path))
      part.section = TrackSection(
        start: DiscTime(frames: start * 75), end: end.map { DiscTime(frames: $0 * 75) })
      part.title = title
      return part
    }
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
