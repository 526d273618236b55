import AudioBase
import Synchronization
import SystemBase

/// Applies the gain and the pan of a strip of the mixer. Any thread sets them; they move within 10 ms.
package final class FaderUnit: PlanUnit, Sendable {
  private let fader: PinnedValue<FaderState>

  /// Creates a unit.
  ///
  /// - Parameter position: the gain and the pan that it begins with; nil passes frames unchanged until it is set.
  package init(rate: SampleRate, startsAt position: (gain: Decibels, pan: Double)? = nil) {
    let gains = position.map { PanUnit.gains($0.pan) * $0.gain.factor }
    fader = PinnedValue(FaderState(gains ?? Frame(repeating: 1), rate: rate))
  }

  /// Sets the position by the bits that `bits(_:pan:)` returns.
  package func set(_ bits: UInt64) { fader.pointee.target.pointee.store(bits, ordering: .relaxed) }

  /// Returns the bits of a position for `target`.
  ///
  /// - Parameters:
  ///   - gain: silence mutes.
  ///   - pan: −1 left, 0 middle, 1 right.
  package static func bits(_ gain: Decibels, pan: Double) -> UInt64 {
    FaderState.bits(PanUnit.gains(pan) * gain.factor)
  }

  /// What moves the fader at a frame. It lives as long as the unit.
  package var target: AutomationTarget { AutomationTarget(fader.pointee.target) }

  package var unit: RenderUnit { RenderUnit(context: fader.pointer, process: unitProcessFader) }
}

/// The level of a send of the mixer. Any thread sets it; it moves within 10 ms.
///
/// It may be part of several plans, of which one at a time is rendered: the level moves on from one plan to the next.
package final class SendLevel: Sendable {
  private let fader: PinnedValue<FaderState>

  /// Creates a level that begins at a gain.
  package init(_ gain: Decibels, rate: SampleRate = .standard) {
    fader = PinnedValue(FaderState(Frame(repeating: gain.factor), rate: rate))
  }

  /// Sets the level by the bits that `bits(_:)` returns.
  package func set(_ bits: UInt64) { fader.pointee.target.pointee.store(bits, ordering: .relaxed) }

  /// Returns the bits of a gain for `target`.
  package static func bits(_ gain: Decibels) -> UInt64 { FaderState.bits(Frame(repeating: gain.factor)) }

  /// What moves the level at a frame. It lives as long as the level.
  package var target: AutomationTarget { AutomationTarget(fader.pointee.target) }

  var pointer: UnsafeMutablePointer<FaderState> { fader.pointer }
}

/// The gains of both sides, which move linearly to those that were set. Audio thread, but for `target`.
struct FaderState: ~Copyable {
  /// The gains that were set, as bits of two floats. Any thread.
  let target: UnsafeMutablePointer<Atomic<UInt64>>
  private var goal: UInt64
  private var current: Frame
  private var step = Frame.zero
  private var remaining = 0
  private let rampLength: Int

  init(_ gains: Frame, rate: SampleRate) {
    goal = FaderState.bits(gains)
    target = .allocate(capacity: 1)
    target.initialize(to: Atomic(goal))
    current = gains
    rampLength = max(rate.hertz / 100, 1)
  }

  deinit {
    target.deinitialize(count: 1)
    target.deallocate()
  }

  fileprivate static func bits(_ gains: Frame) -> UInt64 { unsafeBitCast(gains, to: UInt64.self) }

  private static func gains(_ bits: UInt64) -> Frame { unsafeBitCast(bits, to: Frame.self) }

  /// Begins to move if other gains were set. Returns the gains if they are steady; nil while they move.
  mutating func steadyGains() -> Frame? {
    let wanted = target.pointee.load(ordering: .relaxed)
    if wanted != goal {
      goal = wanted
      remaining = rampLength
      step = (FaderState.gains(wanted) - current) / Float(rampLength)
    }
    return remaining == 0 ? current : nil
  }

  /// Returns the gains of the next frame.
  mutating func next() -> Frame {
    if remaining == 0 { return current }
    remaining -= 1
    // Sums of steps do not reach the target exactly.
    current = remaining == 0 ? FaderState.gains(goal) : current + step
    return current
  }
}

@_noLocks @_noAllocation
private func unitProcessFader(
  _ context: UnsafeMutableRawPointer, _ frames: UnsafeMutableRawPointer, _ count: Int, _ isSilent: Bool
) -> Bool {
  let fader = context.assumingMemoryBound(to: FaderState.self)
  let block = frames.assumingMemoryBound(to: Frame.self)
  guard let gains = fader.pointee.steadyGains() else {
    for index in 0..<count {
      let gains = fader.pointee.next()
      if !isSilent { block[index] *= gains }
    }
    return isSilent
  }
  if isSilent || gains == .zero { return true }
  if gains == Frame(repeating: 1) { return false }
  for index in 0..<count { block[index] *= gains }
  return false
}
