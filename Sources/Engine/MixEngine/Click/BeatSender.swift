import AudioBase
import SystemBase

/// Sends beats of the metronome to a device of its own, before they are heard. The engine's audio thread.
struct BeatSender: BitwiseCopyable {
  /// Seconds by which beats are sent earlier than the device needs them, for late threads.
  private static let margin = 0.01
  /// The limit in seconds by which beats are sent ahead; it is the length of the music ring.
  private static let mostAhead: Double = 2

  private let state: UnsafeMutablePointer<ClickOutputState>
  private let writer: RingWriter<ScheduledBeat>
  /// The first output frame whose beats are not sent yet by this block.
  private(set) var horizon = 0
  /// Frames by which beats that begin now have to begin later, so that the first one is in time.
  private(set) var startDelay = 0

  init(_ output: ClickOutputPointer) {
    state = output.state
    writer = output.state.pointee.beats.writer
  }

  /// The output frame up to which the device has rendered.
  var rendered: Int { state.pointee.rendered.load(ordering: .relaxed) }

  /// Notes the clock of the output, and finds out how far ahead beats are to be sent.
  ///
  /// - Parameters:
  ///   - report: when the first frame of the block is heard.
  ///   - asked: when the block was requested.
  ///   - latency: that of the plan, in frames.
  ///   - level: that of the metronome, linear.
  mutating func beginBlock(
    _ report: ClockReport, asked: HostTime, count: Int, latency: Int, level: Float
  ) {
    state.pointee.clock.writer.write(report)
    state.pointee.level.store(level.bitPattern, ordering: .relaxed)
    // Until the next block of the engine, the device may request one.
    let own = Double(report.heard.nanoseconds - asked.nanoseconds)
    let lead = Double(state.pointee.lead.load(ordering: .relaxed))
    let seconds = (lead - own) * 1e-9 + BeatSender.margin
    let shortage = max(seconds - BeatSender.mostAhead, 0)
    state.pointee.shortage.store(Int64(shortage * 1e9), ordering: .relaxed)
    let ahead = Int(min(max(seconds, 0), BeatSender.mostAhead) / report.frameLength)
    startDelay = max(count + ahead - latency, 0)
    horizon = report.outputFrame + max(latency + count, count + ahead)
  }

  /// Sends a beat, or counts it as lost if there is no room.
  func send(_ hit: PlannedHit, isAccent: Bool, at outputFrame: Double, of source: BeatSource) {
    let beat = ScheduledBeat(
      outputFrame: outputFrame, isAccent: isAccent, gain: hit.gain, source: source,
      cancellations: state.pointee.cancellations(of: source))
    if !writer.push(beat) { state.pointee.countLoss() }
  }

  /// Cancels the beats of a source that the device has not rendered.
  func cancel(_ source: BeatSource) { state.pointee.cancel(source) }
}
