import Testing

@testable import AudioDevices

/// What is asked of RealtimeKit.
@Suite struct RealtimeKitTests {
  private typealias Offer = RealtimeKit.Offer
  private typealias Request = RealtimeKit.Request

  @Test func theLimitIsLoweredToWhatTheServiceAllows() {
    let offer = Offer(priority: 20, longestRun: 200_000)
    #expect(RealtimeKit.request(for: offer, limit: .max) == Request(priority: 20, limit: 200_000))
    #expect(RealtimeKit.request(for: offer, limit: 200_000) == Request(priority: 20, limit: nil))
    #expect(RealtimeKit.request(for: offer, limit: 1000) == Request(priority: 20, limit: nil))
  }

  @Test func thePriorityIsNoHigherThanNeededOrOffered() {
    #expect(RealtimeKit.request(for: Offer(priority: 5, longestRun: 0), limit: .max)?.priority == 5)
    #expect(RealtimeKit.request(for: Offer(priority: 99, longestRun: 0), limit: .max)?.priority == 20)
    #expect(RealtimeKit.request(for: Offer(priority: 0, longestRun: 200_000), limit: .max) == nil)
  }
}
