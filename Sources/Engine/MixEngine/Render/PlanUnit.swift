import AudioBase
import Synchronization
import SystemBase

/// A unit as the control side owns it: the object owns the memory that `unit` works on.
package protocol PlanUnit: AnyObject, Sendable {
  var unit: RenderUnit { get }
}

/// Applies a gain that can be moved: the level of a bus.
final class GainUnit: PlanUnit, @unchecked Sendable {
  /// The ramp of the gain. Only the audio thread uses it once the unit is in a plan.
  let ramp: PinnedValue<GainRamp>

  init(_ gain: Float = 1) { ramp = PinnedValue(GainRamp(gain)) }

  var unit: RenderUnit { RenderUnit(context: ramp.pointer, process: unitProcessGain) }
}

/// Multiplies both sides with constant gains.
package final class PanUnit: PlanUnit, @unchecked Sendable {
  private let gains: PinnedValue<Frame>

  /// Creates a unit with a constant position.
  ///
  /// - Parameter pan: −1 left, 0 middle, 1 right.
  package init(_ pan: Double) { gains = PinnedValue(PanUnit.gains(pan)) }

  /// Returns the gains of both sides: one side is attenuated, the other one passes as it is.
  static func gains(_ pan: Double) -> Frame {
    let side = Float(abs(pan))
    return pan > 0 ? Frame(1 - side, 1) : Frame(1, 1 - side)
  }

  package var unit: RenderUnit { RenderUnit(context: gains.pointer, process: unitProcessPan) }
}

/// Measures the level of the frames that pass.
package final class MeterUnit: PlanUnit, @unchecked Sendable {
  struct State: ~Copyable {
    /// Only the audio thread uses it once the unit is in a plan.
    var meter: Meter
    /// The bits of the peaks of both sides. Any thread.
    let peak = Atomic<UInt64>(0)
    /// The bits of the largest sample since `clear`. Any thread.
    let held = Atomic<UInt32>(0)
  }

  let state: PinnedValue<State>

  package init(rate: SampleRate) { state = PinnedValue(State(meter: Meter(rate: rate))) }

  /// The recent peaks of both sides: linear, full scale 1. Any thread.
  package var peak: Frame { unsafeBitCast(state.pointee.peak.load(ordering: .relaxed), to: Frame.self) }

  /// The largest sample since `clear`: linear, full scale 1. Any thread.
  package var held: Float { Float(bitPattern: state.pointee.held.load(ordering: .relaxed)) }

  /// Forgets the largest sample. Any thread.
  package func clear() { state.pointee.held.store(0, ordering: .relaxed) }

  package var unit: RenderUnit { RenderUnit(context: state.pointer, process: unitProcessMeter) }
}

/// Limits the true peak; adds the limiter's look-ahead.
final class LimiterUnit: PlanUnit, @unchecked Sendable {
  fileprivate struct State: ~Copyable {
    /// Only the audio thread uses it once the unit is in a plan.
    var limiter: Limiter
    /// The bits of the smallest gain of the last block, and of all blocks since `clear`. Any thread.
    let gain = Atomic<UInt32>(Float(1).bitPattern)
    let smallest = Atomic<UInt32>(Float(1).bitPattern)
    /// The bits of the ceiling, linear, and of the share that is released with each frame. Any thread.
    let ceiling: Atomic<UInt32>
    let release: Atomic<UInt32>

    init(_ settings: LimiterSettings, _ rate: SampleRate) {
      limiter = Limiter(rate: rate, settings)
      ceiling = Atomic(settings.factor.bitPattern)
      release = Atomic(settings.releaseShare(rate).bitPattern)
    }
  }

  private let state: PinnedValue<State>
  private let rate: SampleRate
  /// Control side.
  private(set) var settings: LimiterSettings

  init(rate: SampleRate, _ settings: LimiterSettings) {
    (self.rate, self.settings) = (rate, settings)
    state = PinnedValue(State(settings, rate))
  }

  /// Changes the settings; heard with the next block. Control side.
  func set(_ settings: LimiterSettings) {
    self.settings = settings
    state.pointee.ceiling.store(settings.factor.bitPattern, ordering: .relaxed)
    state.pointee.release.store(settings.releaseShare(rate).bitPattern, ordering: .relaxed)
  }

  /// The smallest gain of the last block, linear. Any thread.
  var gain: Float { Float(bitPattern: state.pointee.gain.load(ordering: .relaxed)) }

  /// The smallest gain since `clear`, linear. Any thread.
  var smallestGain: Float { Float(bitPattern: state.pointee.smallest.load(ordering: .relaxed)) }

  /// Forgets the smallest gain. Any thread.
  func clear() { state.pointee.smallest.store(Float(1).bitPattern, ordering: .relaxed) }

  var unit: RenderUnit {
    RenderUnit(context: state.pointer, latency: state.pointee.limiter.delay, process: unitProcessLimiter)
  }
}

/// Copies the frames that pass for displays.
final class TapUnit: PlanUnit, @unchecked Sendable {
  let tap = PinnedValue(MixTap())

  var unit: RenderUnit { RenderUnit(context: tap.pointer, process: unitProcessTap) }
}

// MARK: The audio thread's functions. `.ci/render-path` finds them by the beginning of their names.

/// Returns the frames of a unit that processes silence like any signal: zeros if the input is silent.
func inputBlock(
  _ frames: UnsafeMutableRawPointer, _ count: Int, _ isSilent: Bool
) -> UnsafeMutablePointer<Frame> {
  let block = frames.assumingMemoryBound(to: Frame.self)
  if isSilent { block.update(repeating: .zero, count: count) }
  return block
}

@_noLocks @_noAllocation
private func unitProcessGain(
  _ context: UnsafeMutableRawPointer, _ frames: UnsafeMutableRawPointer, _ count: Int, _ isSilent: Bool
) -> Bool {
  let ramp = context.assumingMemoryBound(to: GainRamp.self)
  if isSilent && !ramp.pointee.isMoving { return true }
  ramp.pointee.apply(to: inputBlock(frames, count, isSilent), count: count)
  return false
}

@_noLocks @_noAllocation
private func unitProcessPan(
  _ context: UnsafeMutableRawPointer, _ frames: UnsafeMutableRawPointer, _ count: Int, _ isSilent: Bool
) -> Bool {
  if isSilent { return true }
  let gains = context.assumingMemoryBound(to: Frame.self).pointee
  let block = frames.assumingMemoryBound(to: Frame.self)
  for index in 0..<count { block[index] *= gains }
  return false
}

@_noLocks @_noAllocation
private func unitProcessMeter(
  _ context: UnsafeMutableRawPointer, _ frames: UnsafeMutableRawPointer, _ count: Int, _ isSilent: Bool
) -> Bool {
  let state = context.assumingMemoryBound(to: MeterUnit.State.self)
  if isSilent {
    state.pointee.meter.measureSilence(count: count)
  } else {
    state.pointee.meter.measure(frames.assumingMemoryBound(to: Frame.self), count: count)
  }
  state.pointee.peak.store(unsafeBitCast(state.pointee.meter.level.peak, to: UInt64.self), ordering: .relaxed)
  let largest = state.pointee.meter.blockPeak
  if largest > Float(bitPattern: state.pointee.held.load(ordering: .relaxed)) {
    state.pointee.held.store(largest.bitPattern, ordering: .relaxed)
  }
  return isSilent
}

@_noLocks @_noAllocation
private func unitProcessLimiter(
  _ context: UnsafeMutableRawPointer, _ frames: UnsafeMutableRawPointer, _ count: Int, _ isSilent: Bool
) -> Bool {
  let state = context.assumingMemoryBound(to: LimiterUnit.State.self)
  state.pointee.limiter.set(
    ceiling: Float(bitPattern: state.pointee.ceiling.load(ordering: .relaxed)),
    release: Float(bitPattern: state.pointee.release.load(ordering: .relaxed)))
  state.pointee.limiter.apply(to: inputBlock(frames, count, isSilent), count: count)
  let gain = state.pointee.limiter.smallestGain
  state.pointee.gain.store(gain.bitPattern, ordering: .relaxed)
  if gain < Float(bitPattern: state.pointee.smallest.load(ordering: .relaxed)) {
    state.pointee.smallest.store(gain.bitPattern, ordering: .relaxed)
  }
  return false
}

@_noLocks @_noAllocation
private func unitProcessTap(
  _ context: UnsafeMutableRawPointer, _ frames: UnsafeMutableRawPointer, _ count: Int, _ isSilent: Bool
) -> Bool {
  let tap = context.assumingMemoryBound(to: MixTap.self)
  tap.pointee.write(inputBlock(frames, count, isSilent), count: count)
  return isSilent
}
