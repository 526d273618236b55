import AudioBase
import Glibc
import Synchronization

/// A device that the system's clock drives: it asks for a period whenever one has passed.
package final class PacedOutput: OutputDevice {
  package let name: String
  package let format: OutputFormat
  private let sink: any PacedSink
  private let lateBlocks = Atomic<Int>(0)
  private let isStopping = Atomic<Bool>(false)
  private let stopSignal = WakeSignal()
  private let thread = Mutex<WorkerThread?>(nil)

  package var lateWakeUps: Int { lateBlocks.load(ordering: .relaxed) }

  package init(name: String, sampleRate: SampleRate, period: FrameCount, sink: any PacedSink) {
    self.name = name
    self.sink = sink
    format = OutputFormat(sampleRate: sampleRate, period: period, buffer: period)
  }

  package func start(_ source: RenderSource, events: any DeviceEvents) throws(AudioError) {
    let worker = WorkerThread(name: "audio") { [self] in
      AudioThread.prepare()
      do throws(AudioError) {
        try run(source, events)
        try sink.close()
      } catch {
        events.deviceDidFail(self, error)
      }
    }
    thread.withLock { $0 = worker }
  }

  package func stop() {
    isStopping.store(true, ordering: .relaxed)
    stopSignal.wake()
    thread.withLock { $0.take() }?.join()
  }

  private func run(_ source: RenderSource, _ events: any DeviceEvents) throws(AudioError) {
    let block = UnsafeMutableBufferPointer<Frame>.allocate(capacity: format.period.value)
    block.initialize(repeating: .zero)
    defer { block.deallocate() }
    var pace = Pace(format)
    var isFirst = true
    while !isStopping.load(ordering: .relaxed) {
      let wake = pace.waitForNextBlock()
      if wake.hadGap { events.deviceHadXrun(self) }
      if wake.wasLate { lateBlocks.add(1, ordering: .relaxed) }
      source.render(
        into: block, at: BlockTime(asked: wake.asked, delay: 0, isRestart: isFirst || wake.hadGap))
      isFirst = false
      try sink.write(UnsafeBufferPointer(block))
      source.blockWasDelivered()
      if !sink.wantsSilence && source.beginRest() {
        source.rest(until: stopSignal)
        pace = Pace(format, isWoken: true)
        isFirst = true
      }
    }
  }
}

/// When blocks are due.
private struct Pace {
  /// Later than this, blocks are not caught up with: the machine has slept.
  private static let longestGap = 0.5
  private let format: OutputFormat
  private var start = HostTime.now
  private var blocks = 0

  /// - Parameter isWoken: the first block is due at once: what woke the device has just come.
  init(_ format: OutputFormat, isWoken: Bool = false) {
    self.format = format
    if isWoken { blocks = -1 }
  }

  /// Sleeps until the next block is due.
  ///
  /// - Returns: when it was due, whatever the time is now; whether that is more than a period ago, and whether time
  ///   was skipped.
  mutating func waitForNextBlock() -> (asked: HostTime, wasLate: Bool, hadGap: Bool) {
    blocks += 1
    let due = start.advanced(
      bySeconds: FrameCount(blocks * format.period.value).seconds(at: format.sampleRate))
    var time = timespec(
      tv_sec: Int(due.nanoseconds / 1_000_000_000), tv_nsec: Int(due.nanoseconds % 1_000_000_000))
    while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
    let now = HostTime.now
    let late = now.seconds(since: due)
    if late < Pace.longestGap {
      return (due, late > format.period.seconds(at: format.sampleRate), false)
    }
    start = now
    blocks = 0
    return (now, true, true)
  }
}
