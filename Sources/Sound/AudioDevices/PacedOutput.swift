import AudioBase
import Glibc
import Synchronization
import SystemBase

/// An output driven by a clock: requests a block once for each period.
package final class PacedOutput: ThreadedOutput {
  package let name: String
  package let format: OutputFormat
  private let sink: any PacedSink
  private let clock: any PaceClock
  private let lateBlocks = Atomic<Int>(0)
  private let hasReceiver = Atomic<Bool>(true)
  package let thread = DeviceThread()

  /// The number of wake-ups that were more than a period late.
  package var lateWakeUps: Int { lateBlocks.load(ordering: .relaxed) }

  package var receiver: OutputReceiver { hasReceiver.load(ordering: .relaxed) ? .device : .noReader }

  package init(
    name: String, sampleRate: SampleRate, period: FrameCount, sink: any PacedSink,
    clock: any PaceClock = SystemClock()
  ) {
    (self.name, self.sink, self.clock) = (name, sink, clock)
    format = OutputFormat(sampleRate: sampleRate, period: period, buffer: period)
  }

  package func run(
    _ source: RenderSource, _ report: DeviceReport, _ block: UnsafeMutableBufferPointer<Frame>
  ) throws(DeviceError) {
    var pace = Pace(format, clock)
    var isFirst = true
    while !thread.isStopping {
      let wake = pace.waitForNextBlock()
      if wake.hadGap { report(.xrun) }
      if wake.wasLate { lateBlocks.add(1, ordering: .relaxed) }
      source.render(
        into: block, at: BlockTime(asked: wake.asked, delay: 0, isRestart: isFirst || wake.hadGap))
      isFirst = false
      do throws(FileError) { try sink.write(UnsafeBufferPointer(block)) } catch { throw DeviceError(error) }
      noteReceiver(report)
      source.blockWasDelivered()
      if !sink.wantsSilence && source.beginRest() {
        source.rest(until: thread.stopSignal)
        pace = Pace(format, clock, isWoken: true)
        isFirst = true
      }
    }
    try DeviceError.wrapping { () throws(FileError) in try sink.close() }
  }
}

extension PacedOutput {
  /// Reports that the sink has lost its receiver, or has one.
  private func noteReceiver(_ report: DeviceReport) {
    let now = sink.hasReceiver
    if hasReceiver.exchange(now, ordering: .relaxed) != now { report(.stateChanged(receiver, format)) }
  }
}

/// Computes when blocks are due.
private struct Pace {
  /// The longest delay in seconds. After a longer one, missed blocks are skipped: the machine was suspended.
  private static let longestGap = 0.5
  private let format: OutputFormat
  private let clock: any PaceClock
  private var start: HostTime
  private var blocks: Int

  /// Starts the clock of the blocks. If a hit or a command woke the device, the first block is due at once.
  init(_ format: OutputFormat, _ clock: any PaceClock, isWoken: Bool = false) {
    (self.format, self.clock) = (format, clock)
    start = clock.now
    blocks = isWoken ? -1 : 0
  }

  /// Sleeps until the next block is due. Returns when it was due, whatever the time is now; whether that is more than a period
  /// ago, and whether time was skipped.
  mutating func waitForNextBlock() -> (asked: HostTime, wasLate: Bool, hadGap: Bool) {
    blocks += 1
    let due = start.advanced(
      bySeconds: FrameCount(blocks * format.period.value).seconds(at: format.sampleRate))
    clock.sleep(until: due)
    let now = clock.now
    let late = now.seconds(since: due)
    if late < Pace.longestGap {
      return (due, late > format.period.seconds(at: format.sampleRate), false)
    }
    start = now
    blocks = 0
    return (now, true, true)
  }
}

package protocol PaceClock: Sendable {
  var now: HostTime { get }

  /// Waits until a time; returns at once if it has passed.
  func sleep(until due: HostTime)
}

/// The clock of the system, `CLOCK_MONOTONIC`.
package struct SystemClock: PaceClock {
  package var now: HostTime { .now }

  package func sleep(until due: HostTime) {
    var time = timespec(
      tv_sec: Int(due.nanoseconds / 1_000_000_000), tv_nsec: Int(due.nanoseconds % 1_000_000_000))
    while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
  }
}
