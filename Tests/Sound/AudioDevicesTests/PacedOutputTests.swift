import AudioBase
import Synchronization
import SystemBase
import Testing

@testable import AudioDevices

/// Outputs that a clock drives: the test's own, but where it is the system's that is looked at.
@Suite struct PacedOutputTests {
  private let period = FrameCount(256)
  private let clock = TestClock()

  private func output(
    _ sink: any PacedSink, rate: SampleRate = .standard, clock: (any PaceClock)? = nil
  ) -> PacedOutput {
    PacedOutput(name: "test", sampleRate: rate, period: period, sink: sink, clock: clock ?? self.clock)
  }

  private func seconds(_ blocks: Int) -> Double { FrameCount(blocks * 256).seconds(at: .standard) }

  @Test func aBlockIsAskedForWhenAPeriodHasPassed() throws {
    let source = TestSource()
    let start = clock.now
    let output = output(NullSink())
    try output.start(source.source, events: { _ in })
    #expect(source.wait(forFrames: 14_400))
    output.stop()
    for (index, block) in source.all.enumerated() {
      #expect(abs(block.asked.seconds(since: start) - seconds(index + 1)) < 1e-6)
    }
    #expect(source.all.map(\.time.isRestart).prefix(3) == [true, false, false])
    #expect(output.lateWakeUps == 0)
  }

  @Test func outputOnTheSystemClockNeverRequestsABlockEarly() throws {
    let source = TestSource()
    let start = HostTime.now
    let output = output(NullSink(), clock: SystemClock())
    try output.start(source.source, events: { _ in })
    #expect(source.wait(forFrames: 4800))
    output.stop()
    for (index, block) in source.all.enumerated() {
      // How much later is up to the machine.
      #expect(block.rendered >= block.asked)
      #expect(block.asked.seconds(since: start) >= seconds(index + 1) - 1e-6)
    }
  }

  @Test func outputHasTheRequestedNameAndFormat() {
    let output = output(NullSink(), rate: SampleRate(96_000))
    #expect(output.name == "test")
    #expect(output.format == OutputFormat(sampleRate: SampleRate(96_000), period: period, buffer: period))
  }

  @Test func stoppedOutputRequestsNoBlock() throws {
    let source = TestSource()
    let sink = TestSink()
    let output = output(sink)
    try output.start(source.source, events: { _ in })
    #expect(source.wait(forFrames: 1_024))
    output.stop()
    #expect(sink.isClosed, "its thread is joined")
    let rendered = source.rendered
    #expect(sink.frames == rendered)
    output.stop()
    #expect(source.rendered == rendered)
  }

  @Test func stopOfAnOutputThatNeverStartedDoesNothing() {
    let sink = TestSink()
    let output = output(sink)
    output.stop()
    #expect(sink.frames == 0 && output.lateWakeUps == 0)
  }

  @Test func timeOfASystemSleepIsSkippedAndReported() throws {
    let source = TestSource()
    let log = DeviceLog()
    // As where the machine was suspended.
    let output = output(TestSink { [clock] block in if block == 4 { clock.pass(seconds: 0.7) } })
    try output.start(source.source, events: log.receive)
    #expect(source.wait(forFrames: 10 * 256))
    output.stop()
    #expect(log.xruns == 1 && log.errors.isEmpty && output.lateWakeUps == 1)
    let gaps = zip(source.all, source.all.dropFirst()).map { $1.asked.seconds(since: $0.asked) }
    #expect(abs(gaps[3] - 0.7) < 1e-6, "missed periods are skipped")
    #expect(gaps.enumerated().allSatisfy { $0 == 3 || abs($1 - seconds(1)) < 1e-6 })
  }

  @Test func aLateBlockIsCountedAndCaughtUpWith() throws {
    let source = TestSource()
    let log = DeviceLog()
    let output = output(TestSink { [clock] block in if block == 4 { clock.pass(seconds: 0.02) } })
    let start = clock.now
    try output.start(source.source, events: log.receive)
    #expect(source.wait(forFrames: 10 * 256))
    output.stop()
    #expect(log.xruns == 0)
    // 20 ms are close to four periods; the last of them is late by less than one.
    #expect(output.lateWakeUps == 2)
    for (index, block) in source.all.enumerated() {
      #expect(abs(block.asked.seconds(since: start) - seconds(index + 1)) < 1e-6)
    }
  }

  @Test func restingOutputRequestsNoBlockAndRestartsTheTimeWhenWoken() throws {
    let source = TestSource(restsAfter: 1_024)
    let output = output(NullSink())
    try output.start(source.source, events: { _ in })
    #expect(source.waitForRest(1))
    #expect(source.rendered == 1_024)
    clock.pass(seconds: 60)
    let woken = clock.now
    source.wake()
    #expect(source.waitForRest(2))
    output.stop()
    #expect(source.rendered == 2_048, "it rests again")
    #expect(source.all.map(\.time.isRestart) == [true, false, false, false, true, false, false, false])
    let (first, second) = (source.all[4], source.all[5])
    #expect(first.asked == woken, "at once")
    #expect(abs(second.asked.seconds(since: woken) - seconds(1)) < 1e-6)
  }

  @Test func sinkThatRecordsSilenceNeverRests() throws {
    let source = TestSource(restsAfter: 256)
    let output = output(TestSink())
    try output.start(source.source, events: { _ in })
    #expect(source.wait(forFrames: 4_096))
    output.stop()
    #expect(source.all.filter(\.time.isRestart).count == 1)
  }

  @Test func aSinkThatFailsEndsTheDevice() throws {
    let source = TestSource()
    let log = DeviceLog()
    let full = FileError(.noSpace, "disk")
    let output = output(TestSink(failingAtBlock: 3, full))
    try output.start(source.source, events: log.receive)
    #expect(log.waitForFailure() == DeviceError(full))
    output.stop()
    #expect(source.rendered == 3 * 256 && log.errors == [DeviceError(full)])
  }

  @Test func failedCloseOfASinkIsReported() throws {
    let source = TestSource()
    let log = DeviceLog()
    let full = FileError(.noSpace, "disk")
    let output = output(TestSink(failingAtClose: full))
    try output.start(source.source, events: log.receive)
    #expect(source.wait(forFrames: 256))
    output.stop()
    #expect(log.errors == [DeviceError(full)])
  }
}

/// A sink that counts frames and fails on request.
private final class TestSink: PacedSink {
  private struct State {
    var blocks = 0
    var frames = 0
    var isClosed = false
  }

  private let state = Mutex(State())
  private let onBlock: @Sendable (Int) -> Void
  private let failure: (block: Int, error: FileError)?
  private let closingFailure: FileError?

  /// - Parameter onBlock: what happens while the n-th block is written, from 1 on.
  init(_ onBlock: @escaping @Sendable (Int) -> Void = { _ in }) {
    self.onBlock = onBlock
    (failure, closingFailure) = (nil, nil)
  }

  init(failingAtBlock block: Int, _ error: FileError) {
    (onBlock, failure, closingFailure) = ({ _ in }, (block, error), nil)
  }

  init(failingAtClose error: FileError) { (onBlock, failure, closingFailure) = ({ _ in }, nil, error) }

  var frames: Int { state.withLock { $0.frames } }
  var isClosed: Bool { state.withLock { $0.isClosed } }

  func write(_ block: UnsafeBufferPointer<Frame>) throws(FileError) {
    let number = state.withLock { state in
      state.blocks += 1
      state.frames += block.count
      return state.blocks
    }
    onBlock(number)
    if let failure, number == failure.block { throw failure.error }
  }

  func close() throws(FileError) {
    state.withLock { $0.isClosed = true }
    if let closingFailure { throw closingFailure }
  }
}
