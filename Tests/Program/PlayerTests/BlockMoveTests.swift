import PlayerTestSupport
import SystemBase
import Testing

@testable import Player

/// Marked rows that are moved as one block.
@MainActor @Suite struct BlockMoveTests {
  private func names(_ bench: PlayerBench) -> String {
    bench.model.queue.items.map { $0.path.lastComponent.shown }.joined()
  }

  nonisolated static let moves: [(BlockMove, [Int], String)] = [
    (.up, [1, 3, 4], "bdeacf"), (.down, [1, 3, 4], "acfbde"), (.start, [1, 3], "bdacef"),
    (.end, [1, 3], "acefbd"), (.row(5), [1, 3, 4], "acbdef"), (.row(3), [1, 3, 4], "acbdef"),
    (.row(0), [4, 5], "efabcd"), (.up, [2], "acbdef"), (.down, [2], "abdcef"), (.up, [3, 4], "abdecf"),
    (.down, [0, 1], "cabdef"),
    // At the ends, and with all rows, nothing changes.
    (.up, [0, 1], "abcdef"), (.down, [5], "abcdef"), (.end, [0, 1, 2, 3, 4, 5], "abcdef"),
    (.start, [], "abcdef"),
  ]

  @Test(arguments: moves) func blockKeepsItsOrderAndTheCurrentTrackAndIsUndoneAsOne(
    move: BlockMove, marked: [Int], order: String
  ) {
    let bench = PlayerBench("a", "b", "c", "d", "e", "f")
    let current = bench.id(3)
    bench.model.play(current)
    let isMoved = bench.model.move(Set(marked.map { bench.id($0) }), move)
    #expect(names(bench) == order && isMoved == (order != "abcdef"))
    #expect(bench.model.queue.currentID == current)
    if isMoved { bench.model.turnQueueEdit(.undo) }
    #expect(names(bench) == "abcdef" && bench.model.queue.currentID == current)
  }

  @Test func moveBehindTheCurrentTrackNamesANewSuccessor() {
    let bench = PlayerBench("0", "1", "2")
    bench.model.play()
    bench.model.move([bench.id(2)], .up)
    // It was the last one before.
    #expect(bench.model.queue.following == bench.id(1) && names(bench) == "021")
    #expect(bench.transport.commands.last == .next("2"))
  }

  @Test func shuffledOrderOfPlaybackIsNotChanged() {
    let bench = PlayerBench("a", "b", "c", "d")
    bench.model.toggleShuffle()
    let order = bench.model.queue.shuffledOrder
    bench.model.move([bench.id(1), bench.id(3)], .start)
    #expect(names(bench) == "bdac" && bench.model.queue.shuffledOrder == order)
  }
}
