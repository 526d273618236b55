import PlayerTestSupport
import SystemBase
import Testing

@testable import Player

/// The mode in which tracks leave the queue when they have been played.
@MainActor @Suite struct ConsumeTests {
  private func names(_ bench: PlayerBench) -> [String] { bench.model.queue.items.map(\.title) }

  @Test func consumedTrackLeavesWhenTheNextOneBegins() {
    let bench = PlayerBench("a", "b", "c")
    bench.model.setConsume(.on)
    bench.model.play()
    bench.begin(0)
    #expect(names(bench) == ["a", "b", "c"])
    bench.begin(1)
    #expect(names(bench) == ["b", "c"] && bench.model.nowPlaying?.title == "b")
    #expect(bench.transport.take().last == .next("c"))
    bench.model.next()
    #expect(names(bench) == ["c"] && bench.model.nowPlaying?.title == "c")
  }

  /// The queue repeats: the track that leaves was prepared as the one after the next.
  @Test func consumedTrackIsNotTheSuccessorUnderRepeatAll() {
    let bench = PlayerBench("a", "b", "c")
    bench.model.setRepeat(.all)
    bench.model.setConsume(.on)
    bench.model.play()
    bench.begin(0)
    bench.model.next()
    bench.begin(0)
    #expect(names(bench) == ["b", "c"])
    _ = bench.transport.take()
    bench.model.next()
    #expect(names(bench) == ["c"])
    #expect(bench.transport.take().last == .next(nil))
  }

  @Test func consumedLastTrackLeavesAtItsEnd() {
    let bench = PlayerBench("a")
    bench.model.setRepeat(.all)
    bench.model.setConsume(.on)
    bench.model.play()
    bench.begin(0)
    bench.emit(.ended(bench.id(0)))
    #expect(bench.model.queue.isEmpty && bench.model.playbackState == .stopped)
    #expect(bench.model.nowPlaying == nil)
  }

  @Test func consumedTrackLeavesAtAnEndWithoutAJoin() {
    let bench = PlayerBench("a", "b")
    bench.model.setConsume(.on)
    bench.model.play()
    bench.begin(0)
    bench.emit(.ended(bench.id(0)))
    #expect(names(bench) == ["b"] && bench.model.playbackState == .playing)
    #expect(bench.transport.loaded?.title == "b")
  }

  @Test func consumedTrackLeavesOnStopAfterCurrent() {
    let bench = PlayerBench("a", "b")
    bench.model.setConsume(.on)
    bench.model.play()
    bench.begin(0)
    bench.model.toggleStopAfterCurrent()
    bench.emit(.ended(bench.id(0)))
    #expect(names(bench) == ["b"] && bench.model.playbackState == .stopped)
  }

  @Test func consumeKeepsTracksNotPlayedToTheEnd() {
    let bench = PlayerBench("a", "b", "c")
    bench.model.setConsume(.on)
    // Nothing plays.
    bench.model.next()
    #expect(names(bench) == ["a", "b", "c"])
    // Another track is chosen, or the one before.
    bench.model.play(bench.id(2))
    bench.begin(2)
    bench.model.play(bench.id(1))
    bench.begin(1)
    bench.model.previous()
    #expect(names(bench) == ["a", "b", "c"] && bench.model.nowPlaying?.title == "a")
    // A track that cannot be played.
    bench.emit(.failed(bench.id(0), .broken))
    #expect(names(bench) == ["a", "b", "c"] && bench.model.nowPlaying?.title == "b")
  }

  @Test func consumeKeepsATrackUnderRepeatOne() {
    let bench = PlayerBench("a", "b")
    bench.model.setConsume(.on)
    bench.model.setRepeat(.one)
    bench.model.play()
    bench.begin(0)
    bench.emit(.ended(bench.id(0)))
    #expect(names(bench) == ["a", "b"] && bench.model.playbackState == .playing)
  }

  @Test func consumeOnceRemovesOneTrack() {
    let bench = PlayerBench("a", "b", "c")
    bench.model.setConsume(.once)
    bench.model.play()
    bench.begin(0)
    _ = bench.events()
    bench.begin(1)
    #expect(names(bench) == ["b", "c"] && bench.model.queue.consumeMode == .off)
    #expect(bench.events().contains(.consume(.off)))
    bench.begin(1)
    #expect(names(bench) == ["b", "c"])
  }

  @Test func undoRestoresAConsumedTrackAndPlaybackContinues() {
    let bench = PlayerBench("a", "b", "c")
    bench.model.setConsume(.on)
    bench.model.play()
    bench.begin(0)
    bench.begin(1)
    bench.pass(seconds: 4)
    _ = bench.transport.take()
    #expect(bench.model.turnQueueEdit(.undo)?.returned.count == 1)
    #expect(names(bench) == ["a", "b", "c"] && bench.model.nowPlaying?.title == "b")
    #expect(!bench.transport.take().contains { if case .load = $0 { true } else { false } })
    #expect(abs(bench.model.elapsed - 4) < 0.01)
  }

  @Test func shuffledTracksArePlayedOnceAndConsumed() {
    let bench = PlayerBench("a", "b", "c", "d")
    bench.model.setShuffle(true)
    bench.model.setConsume(.on)
    bench.model.play()
    var played: [String] = []
    while let item = bench.model.nowPlaying, played.count < 9 {
      played.append(item.title)
      bench.emit(.began(item.id, bench.anchor(0)))
      bench.emit(.ended(item.id))
    }
    #expect(played.sorted() == ["a", "b", "c", "d"] && bench.model.queue.isEmpty)
  }

  @Test func consumeModeIsKeptInTheSession() throws {
    let bench = PlayerBench("a")
    bench.model.setConsume(.on)
    let saved = try SavedSession(bytes: bench.model.session.bytes(), subject: "")
    let other = PlayerBench()
    other.model.restore(saved, playing: false)
    #expect(other.model.queue.consumeMode == .on && other.events().contains(.consume(.on)))
  }
}
