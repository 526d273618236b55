import ApplicationTestSupport
import AudioBase
import MixEngine
import PlayerTestSupport
import SystemBase
import Testing

@testable import Application

/// How much sound the output buffers while the user listens or drums.
@MainActor @Suite struct BufferLengthTests {
  private let bench = LocalPlayerBench([("a", nil)])
  private let application: Application

  init() { application = Application(model: bench.model) }

  private func strike(isPlanned: Bool = false) {
    bench.model.padSounded(
      StartedHit(
        pad: 1, velocity: 90, sample: 0, outputFrame: 0, isLate: false, keyTime: .now, isPlanned: isPlanned))
  }

  @Test func bufferIsLongInTheLayoutWithoutPadsAlone() {
    #expect(application.bufferLength(at: .now) == .short)
    application.setLayout(.listen)
    #expect(application.bufferLength(at: .now) == .long)
    application.setLayout(.drum)
    #expect(application.bufferLength(at: .now) == .short)
  }

  @Test func bufferIsLongAgainTenMinutesAfterAHitOfAPlayer() {
    application.setLayout(.listen)
    strike(isPlanned: true)
    #expect(application.bufferLength(at: bench.model.now()) == .long, "a take plays")
    strike()
    let time = bench.model.now()
    #expect(application.bufferLength(at: time) == .short)
    #expect(application.bufferLength(at: time.advanced(bySeconds: 590)) == .short)
    #expect(application.bufferLength(at: time.advanced(bySeconds: 601)) == .long)
  }
}
