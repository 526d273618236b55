import AudioBase
import SystemBase

/// A PCM that plays, and when its next blocks are due. The device's thread.
final class PCMPlayer {
  private let pcm: PCMHandle
  private let sampleRate: SampleRate
  private var fill: PCMFill
  /// When the next blocks of a long buffer are due.
  private var schedule: RequestSchedule
  /// The blocks for which there was room at the last wait.
  private var dueBlocks = 0

  /// Uses a short buffer of a PCM that was configured.
  init(_ pcm: PCMHandle, _ fill: PCMFill, rate: SampleRate) {
    (self.pcm, self.fill, sampleRate) = (pcm, fill, rate)
    schedule = RequestSchedule(period: fill.refillSeconds(at: rate))
  }

  var format: OutputFormat {
    OutputFormat(
      sampleRate: sampleRate, period: FrameCount(fill.period), buffer: FrameCount(fill.target))
  }

  /// Lets the PCM buffer more or less from now on; more only when the source has the frames for it. Returns whether the format
  /// has changed.
  func use(_ length: BufferLength, _ source: RenderSource) throws(PCMFailure) -> Bool {
    if length == fill.length || !fill.hasLongBuffer { return false }
    var changed = fill
    changed.length = length
    // A buffer that becomes longer is filled at once.
    let isReady = source.setRequestSize(FrameCount(length == .short ? fill.period : changed.target))
    guard isReady || length == .short else { return false }
    try pcm.use(changed)
    fill = changed
    schedule = RequestSchedule(period: fill.refillSeconds(at: sampleRate))
    dueBlocks = 0
    return true
  }

  /// Sleeps until the next blocks of a long buffer should be due. Does nothing where blocks are due or their time is not
  /// known. A hit ends this; returns whether one waits.
  func awaitHit(_ source: RenderSource) -> Bool {
    guard dueBlocks == 0, let time = schedule.wakeTime else { return false }
    return source.awaitHit(until: time)
  }

  /// Waits at most 0.1 s until a block is due; nil if none is.
  func nextBlock() throws(PCMFailure) -> BlockTime? {
    if dueBlocks == 0 { try awaitRoom() }
    if dueBlocks == 0 { return nil }
    dueBlocks -= 1
    return pcm.blockTime(at: sampleRate)
  }

  private func awaitRoom() throws(PCMFailure) {
    if schedule.wakeTime != nil { dueBlocks = fill.dueBlocks(room: try pcm.room()) }
    let wasAwaited = dueBlocks == 0
    if wasAwaited {
      try pcm.waitForRoom()
      dueBlocks = fill.dueBlocks(room: try pcm.room())
    }
    if dueBlocks > 0, fill.length == .long {
      schedule.requestWasFulfilled(at: .now, wasAwaited: wasAwaited)
    }
  }

  /// Halts the PCM while nothing sounds, so that a sound server need not mix it and a card need not run.
  func rest(_ source: RenderSource, until thread: DeviceThread) throws(PCMFailure) {
    try pcm.halt()
    restart()
    source.rest(until: thread.stopSignal)
    // A server treats a prepared PCM as one that plays, so it is prepared after the rest.
    if !thread.isStopping { try pcm.makeReady() }
  }

  /// To be called when the PCM was prepared again: its buffer is empty.
  func restart() {
    schedule.restart()
    dueBlocks = 0
  }
}
