import AudioBase
import SystemBase

/// Filters the times that a device states for its blocks, and publishes when output frames are heard. Audio thread.
struct BlockClock: BitwiseCopyable {
  /// The clock of the times at which blocks should be requested; hits are placed by it.
  private var requests: DeviceClock
  /// The clock of the times at which the first frames of blocks are heard. The stated delay varies as the time of the
  /// request does; only their sum is steady.
  private var playback: DeviceClock
  private let reports: LatestValueWriter<ClockReport>
  /// The report of the last block.
  private(set) var latest: ClockReport
  /// The reports of `EngineEcho`; nil if there is none.
  private let echo: LatestValueWriter<ClockReport>?

  init(
    reports: LatestValueWriter<ClockReport>, echo: LatestValueWriter<ClockReport>?, rate: SampleRate
  ) {
    requests = DeviceClock(rate: rate)
    playback = DeviceClock(rate: rate)
    (self.reports, self.echo) = (reports, echo)
    latest = ClockReport(rate)
  }

  /// Applies the time of a block. A restart of the clock is reported as an event.
  ///
  /// - Parameter outputFrame: the first frame of the block.
  /// - Returns: when the block should have been requested.
  mutating func apply(_ time: BlockTime, count: Int, outputFrame: Int, events: EventWriter) -> HostTime {
    let asked = requests.filter(time.asked, count: count, restart: time.isRestart)
    let wait = Int64(Double(time.delay) * playback.frameLength * 1e9)
    let before = playback.restarts
    let heard = playback.filter(
      HostTime(nanoseconds: time.asked.nanoseconds + wait), count: count, restart: time.isRestart)
    let report = ClockReport(
      outputFrame: outputFrame, heard: heard, frameLength: playback.frameLength, restarts: playback.restarts,
      count: count)
    latest = report
    reports.write(report)
    echo?.write(report)
    if playback.restarts != before { events.push(.clock(report)) }
    return asked
  }
}
