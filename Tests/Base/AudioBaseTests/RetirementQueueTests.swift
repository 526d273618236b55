import AudioBase
import Testing

@Suite struct RetirementQueueTests {
  private final class Object: Sendable {}

  @Test func retiredObjectLivesUntilTheNextCollection() throws {
    let queue = RetirementQueue(capacity: 4)
    weak var object: Object?
    let id = try {
      let new = Object()
      object = new
      return try #require(queue.keep(new))
    }()
    queue.collect()
    #expect(object != nil)
    queue.writer.retire(id)
    #expect(object != nil)
    queue.collect()
    #expect(object == nil && queue.count == 0)
  }

  @Test func fullQueueRefusesObjectsUntilOneIsCancelledOrRetired() throws {
    let queue = RetirementQueue(capacity: 3)
    let ids = (0..<3).compactMap { _ in queue.keep(Object()) }
    #expect(ids.count == 3 && queue.keep(Object()) == nil)
    queue.cancel(ids[0])
    #expect(queue.count == 2 && queue.keep(Object()) != nil)
    queue.writer.retire(ids[1])
    #expect(queue.keep(Object()) != nil)
  }

  @Test func retirementOfAnUnknownIDIsIgnored() {
    let queue = RetirementQueue(capacity: 2)
    queue.writer.retire(RetirementID(77))
    queue.collect()
    #expect(queue.count == 0)
  }
}
