import AudioBase
import MixEngine
import PlayerTestSupport
import SystemBase
import Testing

@testable import Application

/// How much sound the output queues while the user listens or drums.
@MainActor @Suite struct QueueDepthTests {
  private let bench = LocalPlayerBench([("a", nil)])
  private let application: Application

  init() { application = Application(model: bench.model) }

  private func strike(isPlanned: Bool = false) {
    bench.model.padSounded(
      StartedHit(
        pad: 1, velocity: 90, sample: 0, outputFrame: 0, isLate: false, keyTime: .now, isPlanned: isPlanned))
  }

  @Test func queueIsLongInTheLayoutWithoutPadsAlone() {
    #expect(application.queueDepth(at: .now) == .short)
    application.setLayout(.listen)
    #expect(application.queueDepth(at: .now) == .long)
    application.setLayout(.drum)
    #expect(application.queueDepth(at: .now) == .short)
  }

  @Test func queueIsLongAgainTenMinutesAfterAHitOfAPlayer() {
    application.setLayout(.listen)
    strike(isPlanned: true)
    #expect(application.queueDepth(at: bench.model.now()) == .long, "a take plays")
    strike()
    let time = bench.model.now()
    #expect(application.queueDepth(at: time) == .short)
    #expect(application.queueDepth(at: time.advanced(bySeconds: 590)) == .short)
    #expect(application.queueDepth(at: time.advanced(bySeconds: 601)) == .long)
  }
}
