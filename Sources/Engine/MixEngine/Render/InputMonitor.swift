import AudioBase
import SystemBase

/// Passes what an input captures on to the mix, so that it is heard. The ring between the thread of the input and the
/// audio thread.
package final class InputMonitor: @unchecked Sendable {
  private let ring: RingBuffer<Frame>

  package init() { ring = RingBuffer(capacity: 1 << 14) }

  /// Frames that do not fit are dropped. The ring is full only while no unit reads it.
  package func receive(_ block: UnsafeBufferPointer<Frame>, at time: CaptureTime) {
    _ = ring.writer.push(block)
  }

  fileprivate var reader: RingReader<Frame> { ring.reader }
}

/// Adds the frames of an input to those that pass.
///
/// The clocks of input and output drift: the input is read a little faster or slower, so that as many frames as the
/// jitter of both needs are waiting. If they run out, the reserve grows.
package final class MonitorUnit: PlanUnit, @unchecked Sendable {
  private let state: PinnedValue<MonitorState>
  // Keep the memory alive that the state reads.
  private let monitor: InputMonitor
  private let interpolator: SincInterpolator

  /// Creates a unit that adds a monitored input.
  ///
  /// - Parameters:
  ///   - format: that of the input.
  ///   - rate: that of the output.
  package init(_ monitor: InputMonitor, _ format: InputFormat, rate: SampleRate) {
    let ratio = Double(format.sampleRate.hertz) / Double(rate.hertz)
    (self.monitor, interpolator) = (monitor, SincInterpolator(ratio: ratio))
    state = PinnedValue(MonitorState(monitor.reader, interpolator.table, format, ratio: ratio))
  }

  package var unit: RenderUnit { RenderUnit(context: state.pointer, process: unitProcessMonitor) }
}

/// The state of the audio thread for a monitored input.
private struct MonitorState: ~Copyable {
  /// Output frames that are computed at a time.
  private static let step = 64
  /// The largest deviation of the speed: more than clocks drift, less than is heard.
  private static let largestDrift = 0.002
  /// The change of the speed for each frame that waits too much.
  private static let pull = 4e-6
  /// The time constant of the level, in seconds.
  private static let smoothing = 1.0
  /// The allowance for jitter in seconds.
  private static let jitter = 0.002
  /// The largest reserve in seconds.
  private static let largestReserve = 0.1
  /// Frames within which the sound begins, and the last frame fades when frames run out.
  private static let fade = 64

  private let ring: RingReader<Frame>
  private let table: SincInterpolator.Table
  private let nominal: Double
  private let rate: Double
  /// Frames on each side of a place that the interpolator reads.
  private let reach: Int
  /// Frames that wait on average, beyond those of a block.
  private var reserve: Double
  private let mostFrames: Double
  /// The frames that are interpolated.
  private let window: UnsafeMutablePointer<Frame>
  private var filled = 0
  /// The place of the next output frame in the window.
  private var place = 0.0
  private var isPlaying = false
  /// The smoothed number of frames that wait.
  private var level = 0.0
  private var gain: Float = 0
  /// The fading rest of the last frame before frames ran out.
  private var tail = Frame.zero

  init(_ ring: RingReader<Frame>, _ table: SincInterpolator.Table, _ format: InputFormat, ratio: Double) {
    (self.ring, self.table, nominal, reach) = (ring, table, ratio, SincInterpolator.reach)
    rate = Double(format.sampleRate.hertz)
    reserve = Double(format.period.value) + MonitorState.jitter * rate
    mostFrames = MonitorState.largestReserve * rate
    let width = 2 * reach + Int(Double(MonitorState.step) * ratio * 1.01) + 4
    window = .allocate(capacity: width)
    window.initialize(repeating: .zero, count: width)
  }

  deinit { window.deallocate() }

  /// Adds the input to a block. Returns false if there is nothing to add.
  mutating func add(to block: UnsafeMutablePointer<Frame>, count: Int, isSilent: Bool) -> Bool {
    let target = reserve + Double(count) * nominal
    if !isPlaying && !begin(target) && tail == .zero { return false }
    if isSilent { block.update(repeating: .zero, count: count) }
    var done = 0
    let ratio = speed(target, count: count)
    while isPlaying && done < count {
      let part = min(MonitorState.step, count - done)
      if fill(for: part, ratio) {
        play(block + done, part, ratio)
        done += part
      } else {
        isPlaying = false
        reserve = min(reserve * 1.5, mostFrames)
      }
    }
    while done < count && tail != .zero {
      tail *= 0.93
      if (tail * tail).sum() < 1e-9 { tail = .zero }
      block[done] += tail
      done += 1
    }
    return true
  }

  /// Begins if enough frames wait; what is older is dropped.
  private mutating func begin(_ target: Double) -> Bool {
    let excess = ring.available - Int(target)
    if excess < 0 { return false }
    ring.drop(excess)
    (filled, place) = (reach - 1, Double(reach - 1))
    window.update(repeating: .zero, count: filled)
    (isPlaying, gain, level) = (true, 0, target)
    return true
  }

  /// Returns the input frames for each output frame, and drops frames if far too many wait.
  private mutating func speed(_ target: Double, count: Int) -> Double {
    let waiting = Double(ring.available + filled) - place
    if waiting > target + mostFrames, isPlaying {
      ring.drop(min(ring.available, Int(waiting - target)))
      (level, gain) = (target, 0)
      return nominal
    }
    let share = min(Double(count) * nominal / (rate * MonitorState.smoothing), 1)
    level += (waiting - level) * share
    let drift = (level - target) * MonitorState.pull
    return nominal * (1 + min(max(drift, -MonitorState.largestDrift), MonitorState.largestDrift))
  }

  /// Moves frames from the ring into the window. Returns false if too few wait.
  private mutating func fill(for count: Int, _ ratio: Double) -> Bool {
    let used = min(Int(place) - (reach - 1), filled)
    if used > 0 {
      for index in used..<filled { window[index - used] = window[index] }
      filled -= used
      place -= Double(used)
    }
    let needed = Int(place + Double(count) * ratio) + reach + 2 - filled
    if ring.available < needed { return false }
    for index in 0..<max(needed, 0) { window[filled + index] = ring.peek(index) }
    ring.drop(max(needed, 0))
    filled += max(needed, 0)
    return true
  }

  private mutating func play(_ block: UnsafeMutablePointer<Frame>, _ count: Int, _ ratio: Double) {
    for index in 0..<count {
      if gain < 1 { gain = min(gain + 1 / Float(MonitorState.fade), 1) }
      tail = table.frame(at: place, in: window) * gain
      block[index] += tail
      place += ratio
    }
  }
}

@_noLocks @_noAllocation
private func unitProcessMonitor(
  _ context: UnsafeMutableRawPointer, _ frames: UnsafeMutableRawPointer, _ count: Int, _ isSilent: Bool
) -> Bool {
  let state = context.assumingMemoryBound(to: MonitorState.self)
  let block = frames.assumingMemoryBound(to: Frame.self)
  return state.pointee.add(to: block, count: count, isSilent: isSilent) ? false : isSilent
}
