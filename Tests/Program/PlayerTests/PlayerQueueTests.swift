import PlayerTestSupport
import Testing

@testable import AudioBase
@testable import Player
@testable import SystemBase

/// Changes of the queue while it plays.
@MainActor @Suite struct PlayerQueueTests {
  private func playing(_ index: Int, _ bench: PlayerBench) -> PlayerBench {
    bench.model.play(bench.id(index))
    bench.begin(index)
    _ = (bench.events(), bench.transport.take())
    return bench
  }

  @Test func trackAddedBehindTheLastOneBecomesTheSuccessor() {
    let bench = playing(0, PlayerBench("a"))
    bench.add(["b", "c"])
    #expect(bench.transport.take() == [.next("b")])
    #expect(bench.events() == [.queue])
  }

  @Test func firstTrackOfAnEmptyQueueIsReportedAsCurrent() {
    let bench = PlayerBench()
    let added = bench.add(["a", "b"])
    #expect(bench.events() == [.queue, .item(added[0])])
    #expect(bench.transport.take().isEmpty)
  }

  @Test func removingTheCurrentTrackPlaysItsSuccessor() {
    let bench = playing(1, PlayerBench("a", "b", "c"))
    bench.model.remove([bench.id(1)])
    #expect(bench.transport.take() == [.load("c", at: 0, playing: true)])
    #expect(bench.events() == [.queue, .item(bench.id(1))])
    #expect(bench.model.elapsed == 0)
  }

  @Test func removingTheLastTrackDuringPlaybackStops() {
    let bench = playing(2, PlayerBench("a", "b", "c"))
    bench.model.remove([bench.id(2)])
    #expect(bench.transport.take() == [.stop])
    #expect(bench.events() == [.queue, .item(bench.id(1)), .state(.stopped)])
  }

  @Test func removingTheLastTrackUnderRepeatAllBeginsAnew() {
    let bench = PlayerBench("a", "b")
    bench.model.setRepeat(.all)
    _ = playing(1, bench)
    bench.model.remove([bench.id(1)])
    #expect(bench.transport.take() == [.load("a", at: 0, playing: true), .next("a")])
  }

  @Test func removingTheCurrentTrackWhileShuffledFollowsTheOrder() throws {
    let bench = PlayerBench("a", "b", "c", "d", "e")
    bench.model.setShuffle(true)
    _ = playing(0, bench)
    let following = try #require(bench.model.queue.following)
    bench.model.remove([bench.id(0)])
    #expect(bench.model.queue.currentID == following)
  }

  @Test func removingTheCurrentTrackSkipsFailedOnes() {
    let bench = playing(0, PlayerBench("a", "b", "c"))
    bench.emit(.nextFailed(bench.id(1), .broken))
    _ = bench.transport.take()
    bench.model.remove([bench.id(0)])
    #expect(bench.transport.take() == [.load("c", at: 0, playing: true)])
  }

  @Test func removingTheSuccessorNamesTheNextOne() {
    let bench = playing(0, PlayerBench("a", "b", "c"))
    bench.model.remove([bench.id(2)])
    #expect(bench.transport.take().isEmpty)
    bench.model.remove([bench.id(1)])
    #expect(bench.transport.take() == [.next(nil)])
    #expect(bench.events() == [.queue, .queue])
  }

  @Test func clearingTheQueueStopsPlaybackAndResetsThePosition() {
    let bench = playing(0, PlayerBench("a", "b"))
    bench.model.clearQueue()
    #expect(bench.transport.take() == [.stop])
    #expect(bench.events() == [.queue, .item(nil), .state(.stopped)])
    #expect(bench.model.nowPlaying == nil && bench.model.duration == nil && bench.model.elapsed == 0)
  }

  @Test func clearedShuffledQueueIsShuffledOnRefilling() {
    let bench = PlayerBench("a")
    bench.model.setShuffle(true)
    bench.model.clearQueue()
    bench.add((0..<30).map(String.init))
    #expect(bench.model.queue.currentID == bench.id(0))
    #expect(bench.model.queue.shuffledOrder != bench.model.queue.items.map(\.id))
  }

  @Test func tagsThatWereReadRetitleTheQueueItem() {
    let bench = PlayerBench("a")
    var track = TrackInfo(path: FilePath("a"))
    track.title = "Flower Duet"
    bench.model.tracksWereRead([(bench.id(0), track), (QueueItem.ID(77), track)])
    #expect(bench.model.nowPlaying?.title == "Flower Duet")
    #expect(bench.events() == [.queue])
  }
}
