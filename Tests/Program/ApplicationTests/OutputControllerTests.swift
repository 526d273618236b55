import ApplicationTestSupport
import AudioBase
import MixEngine
import Synchronization
import SystemBase
import TestSupport
import Testing
import TrackFeed

@testable import Player

/// The chosen output as it is missing, found, lost, changed and opened again.
@Suite @MainActor final class OutputControllerTests {
  private let missing = DeviceError(.unavailable, "test")
  private let calls = CallQueue()
  private let folder = try? TemporaryFolder()
  private var outputs: [OutputController] = []
  private var events: [OutputSession.Event] = []
  /// The outputs whose change has worked.
  private var chosen: [String] = []

  private var output: OutputController { outputs[0] }
  private var state: OutputStatus { output.state }

  /// The test's device has 44.1 kHz.
  private func start(_ opener: TestOpener, rate: SampleRate = SampleRate(44_100)) throws {
    let engine = AudioEngine(sampleRate: rate)
    let feeder = StreamFeeder(
      engine: engine, decoders: MemoryDecoders([:]), converters: NoConversion()
    ) { _ in }
    let stretcher = StretchService(engine: engine, makers: NoStretching()) { _ in }
    opener.rate = rate
    let saver = FileSaver(name: "files") { _ in }
    let memory = DeviceMemory(SavedFile(try #require(folder).file("devices.json"), by: saver))
    let output = OutputController(opener, memory: memory, main: calls.mainThread)
    output.events.receive = { [unowned self, unowned output] in
      events.append($0.0)
      _ = output.receive($0.0, $0.1)
    }
    _ = output.waitForRate(seconds: Wait.patience)
    output.start(AudioSession(engine, feeder: feeder, stretcher: stretcher))
    outputs = [output]
    _ = try next()
  }

  isolated deinit { for output in outputs { output.stop()() } }

  /// Waits for the next report of the output.
  private func next() throws -> OutputSession.Event {
    try Wait.until("a report of the output") {
      calls.perform()
      return !events.isEmpty
    }
    return events.removeFirst()
  }

  private func reopened(isRequested: Bool = true, wasInterrupted: Bool = false) -> OutputSession.Event {
    .reopened(isRequested: isRequested, wasInterrupted: wasInterrupted)
  }

  @Test func aDeviceThatIsMissingIsAwaitedInSilence() throws {
    let opener = TestOpener()
    opener.fail(missing)
    try start(opener)
    #expect(output.status.name == "null" && output.status.failure == missing)
    #expect(state.awaitsDevice && state.interruption == nil)
    output.retry()
    #expect(try next() == .notReopened(isRequested: true) && state.awaitsDevice)
    opener.fail(nil)
    output.retry()
    #expect(try next() == reopened())
    #expect(output.status.name == "test" && output.status.failure == nil && !state.awaitsDevice)
  }

  @Test func lostDeviceIsAwaitedAndReopened() throws {
    let opener = TestOpener()
    try start(opener)
    #expect(!state.awaitsDevice && output.status.failure == nil)
    let (first, lost) = (try #require(opener.device), DeviceError(.lost, "test"))
    first.fail(lost)
    #expect(try next() == .lost(lost))
    #expect(state.awaitsDevice && output.status.failure == lost && first.isStopped)
    first.fail(DeviceError(.lost, "test", detail: "it is not in use"))
    output.retry()
    #expect(try next() == reopened() && output.status.failure == nil)
  }

  @Test func longBufferIsUsedByTheDeviceThatIsOpenedAgainToo() throws {
    let opener = TestOpener()
    try start(opener)
    output.use(.long)
    try Wait.until("a long buffer") { opener.device?.bufferLength == .long }
    opener.device?.fail(DeviceError(.lost, "test"))
    _ = try next()
    output.retry()
    #expect(try next() == reopened() && opener.device?.bufferLength == .long)
    output.use(.short)
    try Wait.until("a short buffer") { opener.device?.bufferLength == .short }
  }

  @Test func aBusyDeviceIsOpenedAgainEachSecond() throws {
    let opener = TestOpener()
    opener.fail(DeviceError(.busy, "test"))
    try start(opener)
    #expect(state.interruption == .busy("test") && !state.awaitsDevice)
    #expect(try next() == .notReopened(isRequested: false) && state.interruption == .busy("test"))
    opener.fail(nil)
    #expect(try next() == reopened(isRequested: false, wasInterrupted: true) && state.interruption == nil)
  }

  @Test func aServerThatDoesNotRunAtTheStartIsOpenedAgainEachSecond() throws {
    let opener = TestOpener(awaitsServer: true)
    opener.fail(missing)
    try start(opener)
    #expect(state.interruption == nil && output.status.failure == missing && !state.awaitsDevice)
    output.retry()
    #expect(try next() == .notReopened(isRequested: true))
    #expect(state.interruption == nil && !state.awaitsDevice, "the music plays on in silence")
    opener.fail(nil)
    #expect(try next() == reopened(isRequested: false) && output.status.failure == nil)
  }

  @Test func theMusicIsInterruptedUntilAnEndedServerIsBack() throws {
    let opener = TestOpener(awaitsServer: true)
    try start(opener)
    let lost = DeviceError(.lost, "test")
    opener.fail(missing)
    try #require(opener.device).fail(lost)
    #expect(try next() == .lost(lost) && state.interruption == .serverGone && !state.awaitsDevice)
    #expect(try next() == .notReopened(isRequested: false) && state.interruption == .serverGone)
    opener.fail(nil)
    #expect(try next() == reopened(isRequested: false, wasInterrupted: true) && state.interruption == nil)
  }

  @Test func aServerThatOpensButDoesNotStartIsOpenedAgain() throws {
    let opener = TestOpener(awaitsServer: true)
    try start(opener)
    opener.failStart(missing)
    try #require(opener.device).fail(DeviceError(.lost, "test"))
    _ = try next()
    #expect(try next() == .notReopened(isRequested: false) && state.interruption == .serverGone)
    #expect(output.status.name == "null" && opener.device?.isStopped == true)
    opener.failStart(nil)
    #expect(try next() == reopened(isRequested: false, wasInterrupted: true) && state.interruption == nil)
  }

  /// Waits until the output is stopped for the sleep.
  private func suspend() throws {
    let isDone = Mutex(false)
    output.suspend { isDone.withLock { $0 = true } }
    try Wait.until("the output to stop") { isDone.withLock { $0 } }
  }

  @Test func aServerThatEndsDuringASleepIsWaitedFor() throws {
    let opener = TestOpener(awaitsServer: true)
    try start(opener)
    try suspend()
    opener.fail(missing)
    output.resume()
    #expect(try next() == .changed && state.interruption == .serverGone && !state.awaitsDevice)
    opener.fail(nil)
    #expect(try next() == reopened(isRequested: false, wasInterrupted: true) && state.interruption == nil)
  }

  @Test func cardMissingAfterASuspendIsReportedAndAwaited() throws {
    let opener = TestOpener()
    try start(opener)
    try suspend()
    #expect(opener.device?.isStopped == true)
    opener.fail(missing)
    output.resume()
    #expect(try next() == .unavailable && output.status.failure == missing)
    #expect(state.awaitsDevice && output.status.name == "null")
    opener.fail(nil)
    output.retry()
    #expect(try next() == reopened() && output.status.name == "test")
  }

  @Test func stalledCardIsClosedBeforeReopening() throws {
    let opener = TestOpener()
    try start(opener)
    let first = try #require(opener.device)
    first.interrupt(.stalled)
    #expect(try next() == .interrupted(.stalled))
    output.retry()
    #expect(try next() == reopened(wasInterrupted: true))
    #expect(first.isStopped && state.interruption == nil && output.status.name == "test")
  }

  @Test func aChosenOutputEndsTheWaitForAServer() throws {
    let opener = TestOpener(awaitsServer: true)
    try start(opener)
    opener.fail(missing)
    try #require(opener.device).fail(DeviceError(.lost, "test"))
    _ = try next()
    #expect(output.status.chosen == "test" && output.status.name == "null")
    change(to: TestOpener("other"))
    while try next() != .chosen {}
    #expect(chosen == ["other"] && output.status.chosen == "other" && output.status.name == "other")
    #expect(state.interruption == nil && output.status.failure == nil)
  }

  private func change(to opener: TestOpener) {
    output.change(to: opener) { [unowned self] in chosen.append(opener.name) }
  }

  @Test func anOutputThatDoesNotStartLeavesTheFormerOneInUse() throws {
    let opener = TestOpener()
    try start(opener)
    let first = try #require(opener.device)
    let new = TestOpener("new")
    new.failStart(missing)
    change(to: new)
    #expect(try next() == .kept(missing) && chosen.isEmpty)
    let second = try #require(opener.device)
    #expect(first.isStopped && second !== first && second.isPlaying && new.device?.isStopped == true)
    #expect(output.status.name == "test" && output.status.chosen == "test" && output.status.failure == nil)
    // Events of the device that was opened again are reported.
    second.interrupt(.stalled)
    #expect(try next() == .interrupted(.stalled))
  }

  @Test func anOutputThatCannotBeOpenedDoesNotStopTheFormerOne() throws {
    let opener = TestOpener()
    try start(opener)
    let first = try #require(opener.device)
    let new = TestOpener("new")
    new.fail(missing)
    change(to: new)
    #expect(try next() == .kept(missing) && first.isPlaying && !first.isStopped)
    #expect(output.status.name == "test" && output.status.chosen == "test")
    change(to: TestOpener("last"))
    #expect(try next() == .chosen && chosen == ["last"] && first.isStopped)
  }

  @Test func repeatedDropoutsEnlargeTheBuffer() throws {
    let opener = TestOpener()
    try start(opener)
    func drop(_ count: Int) throws -> [OutputSession.Event] {
      try (0..<count).map { _ in
        try #require(opener.device).dropOut()
        return try next()
      }
    }
    #expect(try drop(3) == [.changed, .changed, .bufferGrew])
    #expect(state.xruns == 3 && output.status.failure == nil)
    #expect(output.status.lastXrun.map { HostTime.now.seconds(since: $0) < 60 } == true)
    opener.fail(missing)
    #expect(try drop(3) == [.changed, .changed, .lost(missing)])
    #expect(output.status.failure == missing && output.status.name == "null" && state.awaitsDevice)
  }

  /// The device of a sound server waits for the server itself, until it is closed for a larger buffer.
  @Test(arguments: [TestOpener(awaitsServer: true), TestOpener(receiver: .sink("speakers"))])
  func musicContinuesOnceAServerIsBackThatDidNotAnswerAfterDropouts(opener: TestOpener) throws {
    try start(opener)
    opener.fail(missing)
    for _ in 0..<3 { try #require(opener.device).dropOut() }
    while try next() != .lost(missing) {}
    #expect(state.interruption == .serverGone && output.status.name == "null")
    opener.fail(nil)
    var last = try next()
    while last == .notReopened(isRequested: false) { last = try next() }
    #expect(last == reopened(isRequested: false, wasInterrupted: true) && state.interruption == nil)
  }

  @Test func theOutputInUseThatIsChosenAgainHasItsShortestBuffer() throws {
    let opener = TestOpener()
    try start(opener)
    for _ in 0..<3 {
      try #require(opener.device).dropOut()
      _ = try next()
    }
    #expect(opener.periods == 3)
    change(to: TestOpener("other"))
    #expect(try next() == .chosen)
    change(to: opener)
    #expect(try next() == .chosen && opener.periods == 3, "a device keeps the buffer that it needs")
    let first = try #require(opener.device)
    // This device is busy while it is open.
    change(to: opener)
    #expect(try next() == .chosen && opener.periods == 2 && state.xruns == 0)
    #expect(first.isStopped && opener.device?.isPlaying == true)
    change(to: TestOpener("other"))
    #expect(try next() == .chosen)
    change(to: opener)
    #expect(try next() == .chosen && opener.periods == 2, "it is forgotten")
    opener.fail(missing)
    change(to: opener)
    #expect(try next() == .kept(missing) && output.status.failure == missing && output.status.name == "null")
  }

  /// The engine has the rate of the silent output then.
  @Test func aServerOfAnotherRateIsNotOpenedAgain() throws {
    let opener = TestOpener(awaitsServer: true)
    opener.fail(missing)
    try start(opener, rate: .standard)
    opener.fail(nil)
    output.retry()
    #expect(try next() == .notReopened(isRequested: true) && state.awaitsDevice)
    #expect(output.status.failure?.detail == "its sample rate is 44100 Hz, not 48000")
  }
}

/// The music of these tests has its own speed.
private struct NoStretching: TimeStretcherMaking {
  func makeStretcher(at rate: SampleRate) throws(FileError) -> any TimeStretching {
    throw FileError(.readFailed, "stretcher")
  }
}
