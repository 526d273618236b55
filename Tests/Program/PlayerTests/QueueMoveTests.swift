import AudioBase
import PlayerTestSupport
import Testing

@testable import Player
@testable import SystemBase

@Suite struct QueueMoveTests {
  private func queue(_ count: Int) -> (PlayQueue, [QueueItem.ID]) {
    var queue = PlayQueue()
    let ids = queue.append((0..<count).map { TrackInfo(path: FilePath("\($0)")) })
    return (queue, ids)
  }

  @Test(arguments: [(0, 2, "12034"), (4, 0, "40123"), (2, 2, "01234"), (1, 99, "02341"), (3, -5, "30124")])
  func movePlacesTheItemAndKeepsTheCurrentOne(from: Int, target: Int, order: String) {
    var (queue, ids) = queue(5)
    queue.select(ids[3])
    queue.move(ids[from], to: target)
    #expect(queue.items.map(\.path.shown).joined() == order)
    #expect(queue.currentID == ids[3])
    for (index, item) in queue.items.enumerated() { #expect(queue.index(of: item.id) == index) }
  }

  @Test @MainActor func moveBehindTheCurrentTrackNamesANewSuccessor() {
    let bench = PlayerBench()
    let ids = bench.model.append((0..<3).map { TrackInfo(path: FilePath("\($0)")) })
    bench.model.play()
    bench.model.move(ids[2], by: -1)
    #expect(bench.model.queue.following == ids[2])
    #expect(bench.transport.commands.last == .next("2"))
  }
}
