import AudioBase

/// A unit as the control side owns it: the memory that `unit` works on lives as long as the object.
package protocol PlanUnit: AnyObject, Sendable {
  var unit: RenderUnit { get }
}

/// Applies a gain that can be moved.
final class GainUnit: PlanUnit, @unchecked Sendable {
  /// The audio thread's alone once the unit is in a plan.
  let ramp: UnsafeMutablePointer<GainRamp>

  init(_ gain: Float = 1) {
    ramp = .allocate(capacity: 1)
    ramp.initialize(to: GainRamp(gain))
  }

  deinit { ramp.deallocate() }

  var unit: RenderUnit { RenderUnit(context: ramp, process: unitProcessGain) }
}

/// Multiplies both sides with constant gains.
package final class PanUnit: PlanUnit, @unchecked Sendable {
  private let gains: UnsafeMutablePointer<Frame>

  /// - Parameter pan: −1 left, 0 middle, 1 right.
  package init(_ pan: Double) {
    let side = Float(abs(pan))
    gains = .allocate(capacity: 1)
    gains.initialize(to: pan > 0 ? Frame(1 - side, 1) : Frame(1, 1 - side))
  }

  deinit { gains.deallocate() }

  package var unit: RenderUnit { RenderUnit(context: gains, process: unitProcessPan) }
}

/// Measures the level of what passes.
final class MeterUnit: PlanUnit, @unchecked Sendable {
  /// The audio thread's alone once the unit is in a plan.
  let meter: UnsafeMutablePointer<Meter>

  init(rate: SampleRate) {
    meter = .allocate(capacity: 1)
    meter.initialize(to: Meter(rate: rate))
  }

  deinit { meter.deallocate() }

  var unit: RenderUnit { RenderUnit(context: meter, process: unitProcessMeter) }
}

/// Limits the true peak; adds the limiter's look-ahead.
final class LimiterUnit: PlanUnit, @unchecked Sendable {
  private let limiter: UnsafeMutablePointer<Limiter>

  init(rate: SampleRate) {
    limiter = .allocate(capacity: 1)
    limiter.initialize(to: Limiter(rate: rate))
  }

  deinit {
    limiter.deinitialize(count: 1)
    limiter.deallocate()
  }

  var unit: RenderUnit {
    RenderUnit(context: limiter, latency: limiter.pointee.delay, process: unitProcessLimiter)
  }
}

/// Copies what passes for displays.
final class TapUnit: PlanUnit, @unchecked Sendable {
  let tap: UnsafeMutablePointer<MixTap>

  init() {
    tap = .allocate(capacity: 1)
    tap.initialize(to: MixTap())
  }

  deinit {
    tap.deinitialize(count: 1)
    tap.deallocate()
  }

  var unit: RenderUnit { RenderUnit(context: tap, process: unitProcessTap) }
}

/// Delays what passes by a constant number of frames.
package final class DelayUnit: PlanUnit, @unchecked Sendable {
  private let line: UnsafeMutablePointer<FrameDelay>
  private let frames: Int

  /// - Parameter frames: at least 1.
  package init(_ frames: FrameCount) {
    precondition(frames.value > 0)
    self.frames = frames.value
    line = .allocate(capacity: 1)
    line.initialize(to: FrameDelay(frames: frames.value))
  }

  deinit {
    line.deinitialize(count: 1)
    line.deallocate()
  }

  package var unit: RenderUnit { RenderUnit(context: line, latency: frames, process: unitProcessDelay) }
}

private struct FrameDelay: ~Copyable {
  private let frames: Int
  private var line: DelayLine<Frame>
  /// Silent frames since the last one that was not.
  private var silentFrames: Int

  init(frames: Int) {
    self.frames = frames
    silentFrames = frames
    line = DelayLine(length: frames + 1, .zero)
  }

  @_noLocks @_noAllocation
  mutating func process(_ block: UnsafeMutablePointer<Frame>, count: Int, isSilent: Bool) -> Bool {
    if isSilent && silentFrames >= frames { return true }
    silentFrames = isSilent ? silentFrames + count : 0
    for index in 0..<count {
      line.push(isSilent ? .zero : block[index])
      block[index] = line.at(frames)
    }
    return false
  }
}

// MARK: The audio thread's functions. `.ci/render-path` finds them by the beginning of their names.

@_noLocks @_noAllocation
private func unitProcessGain(
  _ context: UnsafeMutableRawPointer, _ frames: UnsafeMutableRawPointer, _ count: Int, _ isSilent: Bool
) -> Bool {
  let ramp = context.assumingMemoryBound(to: GainRamp.self)
  let block = frames.assumingMemoryBound(to: Frame.self)
  if isSilent && !ramp.pointee.isMoving { return true }
  if isSilent { block.update(repeating: .zero, count: count) }
  ramp.pointee.apply(to: block, count: count)
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
  let meter = context.assumingMemoryBound(to: Meter.self)
  if isSilent {
    meter.pointee.measureSilence(count: count)
  } else {
    meter.pointee.measure(frames.assumingMemoryBound(to: Frame.self), count: count)
  }
  return isSilent
}

@_noLocks @_noAllocation
private func unitProcessLimiter(
  _ context: UnsafeMutableRawPointer, _ frames: UnsafeMutableRawPointer, _ count: Int, _ isSilent: Bool
) -> Bool {
  let block = frames.assumingMemoryBound(to: Frame.self)
  if isSilent { block.update(repeating: .zero, count: count) }
  context.assumingMemoryBound(to: Limiter.self).pointee.apply(to: block, count: count)
  return false
}

@_noLocks @_noAllocation
private func unitProcessTap(
  _ context: UnsafeMutableRawPointer, _ frames: UnsafeMutableRawPointer, _ count: Int, _ isSilent: Bool
) -> Bool {
  let block = frames.assumingMemoryBound(to: Frame.self)
  if isSilent { block.update(repeating: .zero, count: count) }
  context.assumingMemoryBound(to: MixTap.self).pointee.write(block, count: count)
  return isSilent
}

@_noLocks @_noAllocation
private func unitProcessDelay(
  _ context: UnsafeMutableRawPointer, _ frames: UnsafeMutableRawPointer, _ count: Int, _ isSilent: Bool
) -> Bool {
  context.assumingMemoryBound(to: FrameDelay.self).pointee
    .process(frames.assumingMemoryBound(to: Frame.self), count: count, isSilent: isSilent)
}
