import AudioBase

/// A transient shaper: changes the level of onsets and of what follows them, whatever their level is.
///
/// Three followers of the peak measure the envelope: one rises at once and falls fast; one is slower to rise; one is
/// slower to fall. Their differences in dB say how far a sound is in its onset or in its decay, as in the differential
/// envelope technology of SPL's Transient Designer (R. Gier, P. White, 1999). Differences that a steady tone causes
/// have no effect.
struct TransientKernel: EffectKernel {
  static let parameters = [
    EffectParameter("attack", .decibels, -12...12, initial: 0),
    EffectParameter("sustain", .decibels, -12...12, initial: 0),
  ]

  /// The level below which all is silence, −100 dBFS.
  private static let floor: Float = 0.000_01

  private let rate: Int
  private let fastFall: Float
  private let slowRise: Float
  private let slowFall: Float
  private var attack = SliceRamp(0)
  private var sustain = SliceRamp(0)
  private var fast = floor
  private var slowToRise = floor
  private var slowToFall = floor

  init(rate: SampleRate) {
    self.rate = rate.hertz
    let frames = Float(rate.hertz)
    fastFall = RealtimeMath.onePoleStep(frames: 0.04 * frames)
    slowRise = RealtimeMath.onePoleStep(frames: 0.02 * frames)
    slowFall = RealtimeMath.onePoleStep(frames: 0.4 * frames)
  }

  /// Nothing is inside, but a short silence does not begin a new sound.
  var longestSilence: Int { rate / 2 }

  mutating func update(_ values: UnsafePointer<Float>) {
    attack.goal = values[0]
    sustain.goal = values[1]
  }

  mutating func process(_ frames: UnsafeMutablePointer<Frame>, count: Int, left: Int) {
    if left == TransientKernel.slice {
      attack.begin(count: left)
      sustain.begin(count: left)
    }
    for index in 0..<count {
      follow(max(max(frames[index].x.magnitude, frames[index].y.magnitude), TransientKernel.floor))
      let onset = attack.next() * TransientKernel.share(of: fast, over: slowToRise)
      let decay = sustain.next() * TransientKernel.share(of: slowToFall, over: fast)
      frames[index] *= RealtimeMath.gain(decibels: onset + decay)
    }
  }

  private mutating func follow(_ peak: Float) {
    fast = max(peak, fast - fast * fastFall)
    slowToRise = min(fast, slowToRise + (fast - slowToRise) * slowRise)
    slowToFall = max(fast, slowToFall - slowToFall * slowFall)
  }

  /// Returns the share of its gain that a difference of envelopes calls for: 0 up to 3 dB, 1 from 12 dB on.
  private static func share(of upper: Float, over lower: Float) -> Float {
    min(max((RealtimeMath.decibels(upper / lower) - 3) / 9, 0), 1)
  }

  mutating func clear() {
    fast = TransientKernel.floor
    slowToRise = TransientKernel.floor
    slowToFall = TransientKernel.floor
    attack.jump()
    sustain.jump()
  }
}

@_noLocks @_noAllocation
func unitProcessTransient(
  _ context: UnsafeMutableRawPointer, _ frames: UnsafeMutableRawPointer, _ count: Int, _ isSilent: Bool
) -> Bool {
  context.assumingMemoryBound(to: EffectState<TransientKernel>.self).pointee
    .process(frames.assumingMemoryBound(to: Frame.self), count: count, isSilent: isSilent)
}
