import AudioBase

/// Splits sound at 200 Hz and 2 kHz, by filters of the first order.
struct BandFilter {
  var slow: LowPass
  var fast: LowPass

  init(_ rate: SampleRate) {
    (slow, fast) = (LowPass(200, rate), LowPass(2_000, rate))
  }

  /// Returns what is below 200 Hz, between, and above 2 kHz, and the sample.
  mutating func split(_ sample: Float) -> SIMD4<Float> {
    let (low, middle) = (slow.pass(sample), fast.pass(sample))
    return SIMD4(low, middle - low, sample - middle, sample)
  }
}

/// A low-pass filter of the first order, for frames or for the means of several frames.
struct LowPass {
  /// The coefficients for the means of a number of frames.
  struct Step {
    let factor: Float
    /// The part of the state that is left after a step.
    let rest: Float
    /// The part of the state that is left after 64 frames.
    let decay: Float

    init(frames: Int, angle: Float) {
      factor = angle * Float(frames) / (angle * Float(frames) + 1)
      let rest = 1 - factor
      self.rest = rest
      decay = (0..<PeakPyramid.finest / frames).reduce(1) { decay, _ in decay * rest }
    }
  }

  private let frame: Step
  let pair: Step
  let octet: Step
  private var state: Float = 0

  init(_ frequency: Float, _ rate: SampleRate) {
    let angle = 2 * Float.pi * frequency / Float(rate.hertz)
    frame = Step(frames: 1, angle: angle)
    pair = Step(frames: 2, angle: angle)
    octet = Step(frames: 8, angle: angle)
  }

  mutating func pass(_ sample: Float) -> Float {
    state = state * frame.rest + sample * frame.factor
    return state
  }

  /// Passes pieces of 64 frames.
  ///
  /// - Parameter ends: the states after the pieces if the one before is 0; becomes the states before the pieces.
  mutating func pass(_ ends: UnsafeMutablePointer<Float>, count: Int, _ step: Step) {
    for piece in 0..<count {
      let end = ends[piece] + step.decay * state
      ends[piece] = state
      state = end
    }
  }
}
