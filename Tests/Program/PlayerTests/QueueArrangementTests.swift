import Player
import PlayerTestSupport
import Testing

/// The order of the queue that another program has chosen.
@MainActor @Suite struct QueueArrangementTests {
  private let bench = PlayerBench("a", "b", "c")

  private var names: [String] { bench.model.queue.items.map { $0.path.shown } }

  @Test func arrangingTheQueueIsOneUndoStep() {
    bench.model.play(bench.id(1))
    bench.begin(1)
    _ = (bench.transport.take(), bench.events())
    bench.model.arrange([2, 1, 0].map(bench.id))
    #expect(names == ["c", "b", "a"])
    #expect(bench.model.queue.currentIndex == 1)
    // The music plays on, with another successor.
    #expect(bench.transport.take() == [.next("a")])
    #expect(bench.model.turnQueueEdit(.undo)?.edit == .arranged)
    #expect(names == ["a", "b", "c"])
  }

  @Test func arrangementWithOtherTracksIsRefused() {
    let ids = [0, 1, 2].map(bench.id)
    for wrong in [[ids[0], ids[1]], [ids[0], ids[0], ids[1]], ids + [ids[0]], [ids[0], ids[1], .init(99)]] {
      bench.model.arrange(wrong)
      #expect(names == ["a", "b", "c"])
    }
  }
}
