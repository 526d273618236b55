import AudioBase
import MixEngine
import Player
import SystemBase
import TestSupport
import Testing
import TrackFeed

@testable import Application

/// The chosen output as it is missing, found, lost and opened again.
@Suite @MainActor final class OutputControllerTests {
  private let missing = DeviceError(.unavailable, "test")

  /// The test's device has 44.1 kHz.
  private func start(_ opener: TestOpener, rate: SampleRate = SampleRate(44_100)) -> OutputController {
    let engine = AudioEngine(sampleRate: rate)
    let feeder = StreamFeeder(
      engine: engine, decoders: MemoryDecoders([:]), converters: NoConversion()
    ) { _ in }
    let stretcher = StretchService(engine: engine, makers: NoStretching()) { _ in }
    opener.rate = rate
    let output = OutputController(opener: opener, needed: nil, remember: { _ in }, report: { _ in })
    output.start(AudioSession(engine, feeder: feeder, stretcher: stretcher))
    return output
  }

  @Test func aDeviceThatIsMissingIsAwaitedInSilence() {
    let opener = TestOpener()
    opener.fail(missing)
    let output = start(opener)
    #expect(output.status.name == "null" && output.status.failure == missing)
    #expect(output.awaitsDevice && output.nextRetry == nil && output.interruption == nil)
    #expect(!output.retry() && output.awaitsDevice)
    opener.fail(nil)
    #expect(output.retry())
    #expect(output.status.name == "test" && output.status.failure == nil && !output.awaitsDevice)
  }

  @Test func aLostDeviceIsAwaited() throws {
    let opener = TestOpener()
    let output = start(opener)
    #expect(!output.awaitsDevice && output.status.failure == nil)
    let lost = DeviceError(.lost, "test")
    #expect(output.replaceFailed(ObjectIdentifier(try #require(opener.device)), lost))
    #expect(output.awaitsDevice && output.status.failure == lost)
    #expect(!output.replaceFailed(ObjectIdentifier(try #require(opener.device)), lost), "it is not in use")
    #expect(output.retry() && output.status.failure == nil)
  }

  @Test func aBusyDeviceIsOpenedAgainEachSecond() {
    let opener = TestOpener()
    opener.fail(DeviceError(.busy, "test"))
    let output = start(opener)
    #expect(output.interruption == .busy("test") && output.nextRetry != nil && !output.awaitsDevice)
    opener.fail(nil)
    #expect(output.retry() && output.interruption == nil && output.nextRetry == nil)
  }

  @Test func aServerThatDoesNotRunAtTheStartIsOpenedAgainEachSecond() {
    let opener = TestOpener(awaitsServer: true)
    opener.fail(missing)
    let output = start(opener)
    #expect(output.interruption == nil && output.status.failure == missing)
    #expect(output.nextRetry != nil && !output.retry() && output.nextRetry != nil)
    #expect(output.interruption == nil, "the music plays on in silence")
    opener.fail(nil)
    #expect(output.retry() && output.nextRetry == nil && output.status.failure == nil)
  }

  @Test func theMusicIsInterruptedUntilAnEndedServerIsBack() throws {
    let opener = TestOpener(awaitsServer: true)
    let output = start(opener)
    #expect(output.replaceFailed(ObjectIdentifier(try #require(opener.device)), DeviceError(.lost, "test")))
    #expect(output.interruption == .serverGone && output.nextRetry != nil)
    opener.fail(missing)
    #expect(!output.retry() && output.interruption == .serverGone && output.nextRetry != nil)
    opener.fail(nil)
    #expect(output.retry() && output.interruption == nil && output.nextRetry == nil)
  }

  @Test func aServerThatOpensButDoesNotStartIsOpenedAgain() throws {
    let opener = TestOpener(awaitsServer: true)
    let output = start(opener)
    #expect(output.replaceFailed(ObjectIdentifier(try #require(opener.device)), DeviceError(.lost, "test")))
    opener.failStart(missing)
    #expect(!output.retry() && output.interruption == .serverGone && output.nextRetry != nil)
    opener.failStart(nil)
    #expect(output.retry() && output.interruption == nil && output.nextRetry == nil)
  }

  @Test func aServerThatEndsDuringASleepIsWaitedFor() {
    let opener = TestOpener(awaitsServer: true)
    let output = start(opener)
    output.suspend()
    opener.fail(missing)
    #expect(output.resume() == nil && output.interruption == .serverGone && output.nextRetry != nil)
    opener.fail(nil)
    #expect(output.retry() && output.interruption == nil)
  }

  @Test func aCardThatIsGoneAfterASleepIsToldAndAwaited() {
    let opener = TestOpener()
    let output = start(opener)
    output.suspend()
    #expect(opener.device?.isStopped == true)
    opener.fail(missing)
    #expect(output.resume() == missing && output.awaitsDevice && output.status.name == "null")
    opener.fail(nil)
    #expect(output.retry() && output.status.name == "test")
  }

  @Test func aStalledCardIsClosedBeforeItIsOpenedAgain() throws {
    let opener = TestOpener()
    let output = start(opener)
    let first = try #require(opener.device)
    #expect(output.interrupted(ObjectIdentifier(first), .stalled) && output.retry())
    #expect(first.isStopped && output.interruption == nil && output.status.name == "test")
  }

  @Test func aChosenOutputEndsTheWaitForAServer() throws {
    let opener = TestOpener(awaitsServer: true)
    let output = start(opener)
    #expect(output.replaceFailed(ObjectIdentifier(try #require(opener.device)), DeviceError(.lost, "test")))
    #expect(output.status.chosen == "test" && output.status.name == "null")
    try output.change(to: TestOpener(), needed: nil, remember: { _ in })
    #expect(output.interruption == nil && output.nextRetry == nil && output.status.failure == nil)
  }

  @Test func anOutputThatDoesNotStartLeavesTheFormerOneInUse() throws {
    let opener = TestOpener()
    let output = start(opener)
    let first = try #require(opener.device)
    let new = TestOpener()
    new.failStart(missing)
    #expect(throws: missing) { try output.change(to: new, needed: nil, remember: { _ in }) }
    let second = try #require(opener.device)
    #expect(first.isStopped && second !== first && !second.isStopped)
    #expect(output.device === second && output.status.failure == nil)
  }

  @Test func repeatedDropoutsEnlargeTheBuffer() throws {
    let opener = TestOpener()
    let output = start(opener)
    func drop(_ count: Int) throws -> [Bool] {
      try (0..<count).map { _ in output.countXrun(of: ObjectIdentifier(try #require(opener.device))) }
    }
    #expect(try drop(3) == [false, false, true] && output.xruns == 3 && output.status.failure == nil)
    opener.fail(missing)
    #expect(try drop(3) == [false, false, true])
    #expect(output.status.failure == missing && output.status.name == "null" && output.awaitsDevice)
  }

  /// The engine has the rate of the silent output then.
  @Test func aServerOfAnotherRateIsNotOpenedAgain() {
    let opener = TestOpener(awaitsServer: true)
    opener.fail(missing)
    let output = start(opener, rate: .standard)
    opener.fail(nil)
    #expect(!output.retry() && output.nextRetry == nil)
    #expect(output.status.failure?.detail == "its sample rate is 44100 Hz, not 48000")
  }
}

/// The music of these tests has its own speed.
private struct NoStretching: TimeStretcherMaking {
  func makeStretcher(at rate: SampleRate) throws(FileError) -> any TimeStretching {
    throw FileError(.readFailed, "stretcher")
  }
}
