import AudioBase
import Testing

@testable import Player
@testable import SystemBase

/// What holds of every queue, whatever was done to it.
@Suite struct PlayQueueInvariantTests {
  @Test(arguments: 1...20) func randomChangesKeepTheQueueConsistent(_ seed: UInt64) {
    var numbers = SeededGenerator(seed: seed)
    var queue = PlayQueue()
    var everAdded = Set<QueueItem.ID>()
    for step in 0..<300 {
      change(&queue, &everAdded, &numbers)
      check(queue, "seed \(seed), step \(step)")
    }
    #expect(everAdded.count > 20)
  }

  private func change(
    _ queue: inout PlayQueue, _ everAdded: inout Set<QueueItem.ID>, _ numbers: inout SeededGenerator
  ) {
    let any = queue.items.randomElement(using: &numbers)?.id ?? QueueItem.ID(-1)
    switch Int.random(in: 0..<40, using: &numbers) {
    case 0..<10: add(&queue, &everAdded, &numbers)
    case 10..<18: queue.remove(any)
    case 18..<24: queue.select(any)
    case 24..<27:
      let byAlbum = Bool.random(using: &numbers)
      queue.setShuffled(true, byAlbum: byAlbum, using: &numbers)
    case 27: queue.setShuffled(false, using: &numbers)
    case 28..<31: queue.update(any) { $0.failure = FileError(.damaged, "x") }
    case 31..<33: queue.update(any) { $0.failure = nil }
    case 33..<36: queue.repeatMode = queue.repeatMode.following
    case 36: queue.restoreOrder(Array(queue.items.indices).shuffled(using: &numbers))
    case 37: queue.setPriority(Int.random(in: 0...3, using: &numbers), of: [any])
    case 38: if queue.items.count > 25 { queue.clear() }
    default: if let id = queue.following { queue.select(id) }
    }
  }

  private func add(
    _ queue: inout PlayQueue, _ everAdded: inout Set<QueueItem.ID>, _ numbers: inout SeededGenerator
  ) {
    let new = (0..<Int.random(in: 0...5, using: &numbers)).map { number in
      var track = TrackInfo(path: FilePath("\(number)"))
      track.album = ["A", "B", nil][number % 3]
      return track
    }
    let added = queue.append(new)
    #expect(everAdded.isDisjoint(with: added), "names are never used again")
    everAdded.formUnion(added)
    if Bool.random(using: &numbers) { queue.shuffleIn(added, using: &numbers) }
  }

  private func check(_ queue: PlayQueue, _ comment: Comment) {
    let ids = queue.items.map(\.id)
    #expect(Set(ids).count == ids.count, comment)
    for (index, id) in ids.enumerated() {
      #expect(queue.index(of: id) == index && queue[id]?.id == id, comment)
    }
    #expect((queue.currentID == nil) == queue.isEmpty, comment)
    #expect(queue.currentID.map(ids.contains) ?? true, comment)
    if let order = queue.shuffledOrder {
      #expect(order.map(\.value).sorted() == ids.map(\.value).sorted(), comment)
    }
    for step in [queue.following, queue.preceding, queue.afterEnd] {
      if let id = step { #expect(queue[id] != nil && queue[id]?.failure == nil, comment) }
    }
    #expect(queue.first.map(ids.contains) ?? queue.isEmpty, comment)
  }
}
