import AudioBase
import Glibc
import Synchronization
import Testing

@testable import AudioDevices

/// Outputs that the system's clock drives.
@Suite struct PacedOutputTests {
  private let period = FrameCount(256)

  private func output(_ sink: any PacedSink, rate: SampleRate = .standard) -> PacedOutput {
    PacedOutput(name: "test", sampleRate: rate, period: period, sink: sink)
  }

  @Test func soundIsAskedForInRealTime() throws {
    let source = TestSource()
    let output = output(NullSink())
    let start = HostTime.now
    try output.start(source.source, events: DeviceLog())
    #expect(source.wait(forFrames: 14_400))
    output.stop()
    let blocks = source.all
    for (index, block) in blocks.enumerated() {
      // Never before its time; how much later is up to the machine.
      #expect(block.rendered >= block.asked)
      #expect(block.asked.seconds(since: start) >= Double((index + 1) * 256) / 48_000 - 1e-6)
    }
    let span = blocks.last?.asked.seconds(since: blocks[0].asked) ?? 0
    #expect(abs(span - Double((blocks.count - 1) * 256) / 48_000) < 1e-6, "blocks are due a period apart")
    #expect((blocks.last?.rendered.seconds(since: start) ?? 99) < 0.3 + 1.5)
  }

  @Test func itIsWhatItWasAskedToBe() {
    let output = output(NullSink(), rate: SampleRate(96_000))
    #expect(output.name == "test")
    #expect(output.format == OutputFormat(sampleRate: SampleRate(96_000), period: period, buffer: period))
  }

  @Test func nothingIsAskedForAfterStop() throws {
    let source = TestSource()
    let sink = TestSink()
    let output = output(sink)
    try output.start(source.source, events: DeviceLog())
    #expect(source.wait(forFrames: 1_024))
    output.stop()
    #expect(sink.isClosed, "its thread is joined")
    let rendered = source.rendered
    #expect(sink.frames == rendered)
    output.stop()
    #expect(source.rendered == rendered)
  }

  @Test func stoppingWhatNeverStartedIsNothing() {
    output(NullSink()).stop()
  }

  @Test func timeThatWasSleptAwayIsSkippedAndTold() throws {
    let source = TestSource()
    let log = DeviceLog()
    // As where the machine was suspended.
    let output = output(TestSink(sleepingAtBlock: 4, milliseconds: 700))
    try output.start(source.source, events: log)
    #expect(log.waitForXrun())
    let after = source.rendered
    #expect(source.wait(forFrames: after + 1_024))
    output.stop()
    #expect(log.xruns == 1 && log.errors.isEmpty)
    let gaps = zip(source.all, source.all.dropFirst()).map { $1.asked.seconds(since: $0.asked) }
    #expect(gaps.filter { $0 > 0.1 }.count == 1, "what was missed is not caught up with")
  }

  @Test func nothingIsAskedForDuringARestAndTimeBeginsAnewAfterIt() throws {
    let source = TestSource(restsAfter: 1_024)
    let output = output(NullSink())
    try output.start(source.source, events: DeviceLog())
    #expect(source.waitForRest(1))
    #expect(source.rendered == 1_024)
    let woken = HostTime.now
    source.wake()
    #expect(source.waitForRest(2))
    output.stop()
    #expect(source.rendered == 2_048, "it rests again")
    #expect(source.all.map(\.time.isRestart) == [true, false, false, false, true, false, false, false])
    let (first, second) = (source.all[4], source.all[5])
    #expect(first.asked >= woken, "at once")
    #expect(abs(second.asked.seconds(since: first.asked) - 256.0 / 48_000) < 1e-6)
  }

  @Test func whatTakesSilenceTooIsGivenIt() throws {
    let source = TestSource(restsAfter: 256)
    let output = output(TestSink())
    try output.start(source.source, events: DeviceLog())
    #expect(source.wait(forFrames: 4_096))
    output.stop()
    #expect(source.all.filter(\.time.isRestart).count == 1)
  }

  @Test func aSinkThatFailsEndsTheDevice() throws {
    let source = TestSource()
    let log = DeviceLog()
    let full = AudioError(.noSpace, "disk")
    let output = output(TestSink(failingAtBlock: 3, full))
    try output.start(source.source, events: log)
    #expect(log.waitForFailure() == full)
    output.stop()
    #expect(source.rendered == 3 * 256 && log.errors == [full])
  }

  @Test func aSinkThatCannotBeClosedIsTold() throws {
    let source = TestSource()
    let log = DeviceLog()
    let full = AudioError(.noSpace, "disk")
    let output = output(TestSink(failingAtClose: full))
    try output.start(source.source, events: log)
    #expect(source.wait(forFrames: 256))
    output.stop()
    #expect(log.errors == [full])
  }
}

/// A sink that counts, and fails or sleeps where it is told to.
private final class TestSink: PacedSink {
  private struct State {
    var blocks = 0
    var frames = 0
    var isClosed = false
  }

  private let state = Mutex(State())
  private let sleep: (block: Int, milliseconds: UInt32)?
  private let failure: (block: Int, error: AudioError)?
  private let closingFailure: AudioError?

  init() { (sleep, failure, closingFailure) = (nil, nil, nil) }

  init(sleepingAtBlock block: Int, milliseconds: UInt32) {
    (sleep, failure, closingFailure) = ((block, milliseconds), nil, nil)
  }

  init(failingAtBlock block: Int, _ error: AudioError) {
    (sleep, failure, closingFailure) = (nil, (block, error), nil)
  }

  init(failingAtClose error: AudioError) { (sleep, failure, closingFailure) = (nil, nil, error) }

  var frames: Int { state.withLock { $0.frames } }
  var isClosed: Bool { state.withLock { $0.isClosed } }

  func write(_ block: UnsafeBufferPointer<Frame>) throws(AudioError) {
    let number = state.withLock { state in
      state.blocks += 1
      state.frames += block.count
      return state.blocks
    }
    if let sleep, number == sleep.block { usleep(sleep.milliseconds * 1000) }
    if let failure, number == failure.block { throw failure.error }
  }

  func close() throws(AudioError) {
    state.withLock { $0.isClosed = true }
    if let closingFailure { throw closingFailure }
  }
}
