import ApplicationTestSupport
import AudioBase
import MixEngine
import PlayerTestSupport
import SystemBase
import Testing

@testable import Application
@testable import TerminalUI

/// How much sound the output buffers while the user listens or drums.
@MainActor @Suite struct BufferLengthTests {
  private let bench = LocalPlayerBench([("a", nil)])
  private let application: Application
  private let session: ScreenSession

  init() {
    application = Application(model: bench.model)
    session = ScreenSession(application)
  }

  private func strike(isPlanned: Bool = false) {
    bench.model.padSounded(
      StartedHit(
        pad: 1, velocity: 90, sample: 0, outputFrame: 0, isLate: false, keyTime: .now, isPlanned: isPlanned))
  }

  @Test func bufferIsLongInTheLayoutWithoutPadsAlone() {
    #expect(application.bufferLength(at: .now) == .short)
    session.setLayout(.listen)
    #expect(application.bufferLength(at: .now) == .long)
    session.setLayout(.drum)
    #expect(application.bufferLength(at: .now) == .short)
  }

  @Test func bufferIsLongAgainTenMinutesAfterAHitOfAPlayer() {
    session.setLayout(.listen)
    strike(isPlanned: true)
    #expect(application.bufferLength(at: bench.model.now()) == .long, "a take plays")
    strike()
    let time = bench.model.now()
    #expect(application.bufferLength(at: time) == .short)
    #expect(application.bufferLength(at: time.advanced(bySeconds: 590)) == .short)
    #expect(application.bufferLength(at: time.advanced(bySeconds: 601)) == .long)
  }
}
