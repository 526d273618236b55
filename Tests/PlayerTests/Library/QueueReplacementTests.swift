import AudioBase
import Testing

@testable import Player

/// Another queue in the place of the one that is there, and back.
@MainActor @Suite struct QueueReplacementTests {
  private func additions(_ names: String...) -> [QueueAddition] { names.map { QueueAddition(FilePath($0)) } }

  private func names(_ bench: PlayerBench) -> [String] { bench.model.queue.items.map(\.title) }

  @Test func theQueueBeforeComesBackWhereItWas() {
    let bench = PlayerBench("a", "b")
    bench.model.play(bench.id(1))
    bench.begin(1, rate: 1)
    bench.pass(seconds: 7)
    bench.model.replaceQueue(with: additions("x", "y"), startingAt: 1)
    #expect(names(bench) == ["x", "y"] && bench.model.nowPlaying?.title == "y")
    _ = bench.transport.take()
    #expect(bench.model.exchangeQueue())
    #expect(names(bench) == ["a", "b"] && bench.model.nowPlaying?.title == "b")
    guard case .load("b", let seconds, playing: true)? = bench.transport.take().first else {
      Issue.record("not loaded")
      return
    }
    #expect(abs(seconds - 7) < 0.01)
  }

  @Test func whatIsAddedAfterwardsIsToldFromAllBefore() {
    let bench = PlayerBench("a")
    let old = bench.model.queue.items[0].id
    bench.model.replaceQueue(with: additions("x"), startingAt: 0)
    let new = bench.model.queue.items[0].id
    #expect(bench.model.exchangeQueue())
    bench.model.append(additions("b"))
    #expect(!Set([old, new]).contains(bench.model.queue.items[1].id))
  }

  @Test func anEmptiedQueueComesBackStopped() {
    let bench = PlayerBench("a", "b")
    #expect(!bench.model.exchangeQueue())
    bench.model.clearQueue()
    #expect(bench.model.exchangeQueue())
    #expect(names(bench) == ["a", "b"] && bench.model.playbackState == .stopped)
  }

  @Test func whileShuffledTheNextOnesAreNextAllTheSame() {
    let bench = PlayerBench("a", "b", "c", "d")
    bench.model.play(bench.id(0))
    bench.model.setShuffle(true)
    bench.model.insertNext(additions("x", "y"))
    #expect(names(bench) == ["a", "x", "y", "b", "c", "d"])
    let ids = bench.model.queue.items.map(\.id)
    #expect(Array((bench.model.queue.shuffledOrder ?? []).prefix(3)) == [ids[0], ids[1], ids[2]])
    #expect(Set(bench.model.queue.shuffledOrder ?? []) == Set(ids))
  }
}
