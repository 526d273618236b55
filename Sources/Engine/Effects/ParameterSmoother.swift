import AudioBase
import Synchronization

/// The parameters of an effect or an instrument: targets that any thread sets, and values that follow them on the audio thread.
///
/// Logarithmic parameters move by equal ratios in equal times. Choices jump.
package struct ParameterSmoother: ~Copyable {
  private enum Motion { case jump, linear, logarithmic }

  /// A parameter as the audio thread reads it.
  private struct Entry: BitwiseCopyable {
    let motion: Motion
    /// The distance from the goal that counts as none.
    let tolerance: Float
    /// The bits of the target, when it was read last.
    var bits: UInt64 = 0
    /// The value, or its binary logarithm.
    var glide = Glide(0)
  }

  private let count: Int
  private let step: Float
  /// The bits of the targets.
  private let targets: UnsafeMutablePointer<Atomic<UInt64>>
  private let entries: UnsafeMutablePointer<Entry>
  private let smoothed: UnsafeMutablePointer<Float>

  package init(_ parameters: [EffectParameter], rate: SampleRate, values: [Double]) {
    count = parameters.count
    step = Glide.step(rate: rate)
    targets = .allocate(capacity: count)
    entries = .allocate(capacity: count)
    smoothed = .allocate(capacity: count)
    for (index, parameter) in parameters.enumerated() {
      let value = parameter.clamped(index < values.count ? values[index] : parameter.initial)
      (targets + index).initialize(to: Atomic(value.bitPattern))
      (entries + index).initialize(to: ParameterSmoother.entry(parameter))
      (smoothed + index).initialize(to: Float(value))
    }
  }

  deinit {
    targets.deinitialize(count: count)
    targets.deallocate()
    entries.deallocate()
    smoothed.deallocate()
  }

  private static func entry(_ parameter: EffectParameter) -> Entry {
    if parameter.isChoice { return Entry(motion: .jump, tolerance: 0) }
    if parameter.scale == .logarithmic { return Entry(motion: .logarithmic, tolerance: 0x1p-13) }
    let width = parameter.range.upperBound - parameter.range.lowerBound
    return Entry(motion: .linear, tolerance: Float(width) * 0x1p-16)
  }

  /// Returns the memory of a target: the bits of a value in the range of the parameter, set by any thread. It lives as long as
  /// this.
  package func memory(of parameter: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
    precondition(parameter >= 0 && parameter < count)
    return targets + parameter
  }

  // MARK: The audio thread

  /// The smoothed values in the order of the parameters.
  package var values: UnsafePointer<Float> {
    @_noLocks @_noAllocation get { UnsafePointer(smoothed) }
  }

  /// Whether a value is not at its target.
  package var isChanging: Bool {
    for index in 0..<count where entries[index].glide.isMoving || targetBits(index) != entries[index].bits {
      return true
    }
    return false
  }

  /// Whether a value was set that was not read yet.
  package var hasNewTargets: Bool {
    for index in 0..<count where targetBits(index) != entries[index].bits { return true }
    return false
  }

  /// Moves all values on by a slice. Returns whether one has changed.
  @_noLocks @_noAllocation
  package mutating func advance(frames: Int) -> Bool {
    var hasChanged = false
    for index in 0..<count {
      let isNew = readTarget(index)
      if !isNew && !entries[index].glide.isMoving { continue }
      entries[index].glide.advance(step * Float(frames), tolerance: entries[index].tolerance)
      write(index)
      hasChanged = true
    }
    return hasChanged
  }

  /// Moves all values to their targets at once.
  @_noLocks @_noAllocation
  package mutating func jump() {
    for index in 0..<count {
      _ = readTarget(index)
      entries[index].glide.jump()
      write(index)
    }
  }

  private func targetBits(_ index: Int) -> UInt64 { (targets + index).pointee.load(ordering: .relaxed) }

  /// Reads a target. Returns whether it is another one than before.
  private mutating func readTarget(_ index: Int) -> Bool {
    let bits = targetBits(index)
    if bits == entries[index].bits { return false }
    let target = Float(Double(bitPattern: bits))
    entries[index].bits = bits
    entries[index].glide.goal = entries[index].motion == .logarithmic ? RealtimeMath.log2(target) : target
    if entries[index].motion == .jump { entries[index].glide.jump() }
    return true
  }

  private mutating func write(_ index: Int) {
    let entry = entries[index]
    if !entry.glide.isMoving {
      smoothed[index] = Float(Double(bitPattern: entry.bits))
    } else if entry.motion == .logarithmic {
      smoothed[index] = RealtimeMath.exp2(entry.glide.value)
    } else {
      smoothed[index] = entry.glide.value
    }
  }
}
