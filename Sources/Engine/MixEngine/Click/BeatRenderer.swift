import AudioBase
import SystemBase

/// Plays beats on a device when the output frames of the engine are heard that they belong to. The device's thread.
struct BeatRenderer: ~Copyable {
  private static let capacity = 256
  /// Seconds by which a beat may be late. A later one would mislead more than a missing one.
  private static let tolerance = 0.01

  private let state: UnsafeMutablePointer<ClickOutputState>
  private var clicks: ClickBus
  private var limiter: Limiter
  /// The clock that tells when blocks are heard.
  private var clock: DeviceClock
  /// Beats that are heard after the last block.
  private let waiting: UnsafeMutablePointer<ScheduledBeat>
  private var waitingCount = 0
  /// The largest recent time from the request of a block to its end, in seconds.
  private var lead = 0.0

  init(_ state: UnsafeMutablePointer<ClickOutputState>, clicks: consuming ClickBus, rate: SampleRate) {
    self.state = state
    self.clicks = clicks
    limiter = Limiter(rate: rate)
    clock = DeviceClock(rate: rate)
    waiting = .allocate(capacity: BeatRenderer.capacity)
  }

  deinit { waiting.deallocate() }

  /// Renders one block of any length.
  mutating func render(into out: UnsafeMutablePointer<Frame>, count: Int, time: BlockTime) {
    let stated = Int64(Double(time.delay) * clock.frameLength * 1e9)
    let filtered = clock.filter(
      HostTime(nanoseconds: time.asked.nanoseconds + stated), count: count, restart: time.isRestart)
    let heard = filtered.nanoseconds + Int64(Double(limiter.delay) * clock.frameLength * 1e9)
    let end = heard + Int64(Double(count) * clock.frameLength * 1e9)
    publishLead(Double(end - time.asked.nanoseconds) * 1e-9)
    let output = state.pointee.clock.read()
    receive()
    startBeats(output, heard: heard, count: count)
    out.update(repeating: .zero, count: count)
    clicks.mix(into: out, count: count)
    limiter.apply(to: out, count: count)
    let rendered = Double(end - output.heard.nanoseconds) * 1e-9 / output.frameLength
    state.pointee.rendered.store(output.outputFrame + Int(rendered), ordering: .relaxed)
  }

  /// Publishes the largest lead at once, and a smaller one within seconds: requests jitter.
  private mutating func publishLead(_ latest: Double) {
    lead = max(latest, lead - (lead - latest) * 0.002)
    state.pointee.lead.store(Int64(lead * 1e9), ordering: .relaxed)
  }

  private mutating func receive() {
    let reader = state.pointee.beats.reader
    while waitingCount < BeatRenderer.capacity, let beat = reader.pop() {
      (waiting + waitingCount).initialize(to: beat)
      waitingCount += 1
    }
  }

  /// Starts the beats that are heard within a block, and forgets those that were cancelled.
  ///
  /// - Parameters:
  ///   - output: the clock of the engine's output.
  ///   - heard: when the block is heard, in nanoseconds.
  private mutating func startBeats(_ output: ClockReport, heard: Int64, count: Int) {
    let gain = Float(bitPattern: state.pointee.level.load(ordering: .relaxed))
    let start = Double(output.heard.nanoseconds - heard) * 1e-9
    var kept = 0
    for index in 0..<waitingCount {
      let beat = waiting[index]
      if beat.cancellations != state.pointee.cancellations(of: beat.source) { continue }
      let seconds = start + (beat.outputFrame - Double(output.outputFrame)) * output.frameLength
      let offset = Int(max(seconds / clock.frameLength, 0) + 0.5)
      if offset >= count {
        waiting[kept] = beat
        kept += 1
      } else if seconds < -BeatRenderer.tolerance {
        state.pointee.countLoss()
      } else {
        clicks.strike(isAccent: beat.isAccent, at: offset, gain: beat.gain * gain)
      }
    }
    waitingCount = kept
  }
}
