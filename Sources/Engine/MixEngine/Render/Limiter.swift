import AudioBase
import Glibc

/// How the limiter of the output is set.
package struct LimiterSettings: Hashable, Sendable {
  package static let standard = LimiterSettings()

  /// The largest true peak in dBTP.
  package var ceiling = Decibels(-1)
  /// The time constant in seconds with which a reduction ends: nine tenths are over in 2.3 times as long.
  package var release = 0.09

  package init() {}

  /// The ceiling, linear.
  var factor: Float { ceiling == Decibels(-1) ? 0.891_250_94 : ceiling.factor }

  /// Returns the share of a reduction that ends with each frame.
  func releaseShare(_ rate: SampleRate) -> Float { Float(1 - exp(-1 / (release * Double(rate.hertz)))) }
}

/// A look-ahead limiter: keeps the true peak at or below its ceiling, usually −1 dBTP, and changes no frame without such a peak near it.
/// Audio thread.
///
/// The peak of a frame is the largest of its own samples and of three values between it and the next frame,
/// interpolated after ITU-R BS.1770-5, annex 2. The gain that a peak needs is held over the look-ahead (a moving
/// minimum), released slowly, and smoothed by a moving mean of the same length, so that it is reached when the peak
/// comes out.
///
/// Only near the ceiling is a peak interpolated. Be `y = Σ cₖxₖ` a value between the frames `x₅` and `x₆`, with `Σ cₖ = 1`,
/// and `λ` the share of `x₆` for which `c₀ + … + c₅ = 1 − λ`. Summation by parts gives
/// `y = (1 − λ)x₅ + λx₆ − Σ eⱼ(xⱼ₊₁ − xⱼ)`, where `eⱼ` is the sum of the first `j + 1` differences between the coefficients
/// and the two of that mean. `λ` is from 0 to 1, so `|y| ≤ max(|x₅|, |x₆|) + Σ|eⱼ| · max|xⱼ₊₁ − xⱼ|`. `Σ|eⱼ|` is 0.458 at
/// most. A peak at or below the ceiling needs the gain 1, whatever it is: the output has the same bits as if all were
/// interpolated.
struct Limiter: ~Copyable {
  /// Frames before and after a place from which it is interpolated.
  private static let reach = 6
  private static let taps = 12
  private static let phases = 3
  /// The most frames that are scanned at once.
  private static let piece = 64

  /// Seconds between input and output. With the margin of hits it stays below 1 ms.
  static var lookAhead: Double { 0.000_65 }

  /// The look-ahead in frames.
  let delay: Int
  private let attack: Int
  /// The share of a reduction that ends with each frame.
  private var release: Float
  /// The largest true peak, linear.
  private var ceiling: Float
  /// What the bound of an interpolated value may reach: the ceiling, less what rounding may add. Tests set −∞, which has all
  /// values interpolated.
  var harmless: Float
  /// The factor of the largest step between two frames in the bound of an interpolated value.
  private let overshoot: Float
  private let coefficients: UnsafeMutablePointer<TapCoefficients>
  private var frames: DelayLine<Frame>
  private var needed: DelayLine<Float>
  private var held: DelayLine<Float>
  private var gain: Float = 1
  /// The largest sample and step of the last `taps` frames or of more.
  private var recent = FrameExtremes()
  /// The smallest of the values of `needed`.
  private var smallestNeeded: Float = 1
  /// The number of values of `held` below 1.
  private var reductions = 0
  /// The sum of the values of `held` in fixed point: a sum of floating-point numbers would drift.
  private var heldSum: Int
  /// The factor that converts the sum to the mean.
  private let meanFactor: Float
  /// The smallest gain of a frame of the last block.
  private(set) var smallestGain: Float = 1

  init(rate: SampleRate, _ settings: LimiterSettings = .standard) {
    ceiling = settings.factor
    delay = Limiter.delay(at: rate)
    attack = delay - Limiter.reach
    release = settings.releaseShare(rate)
    let rows = Limiter.makeCoefficients()
    coefficients = Limiter.makeTable(rows)
    overshoot = Limiter.overshoot(rows)
    harmless = Limiter.harmless(ceiling)
    frames = DelayLine(length: max(delay + 1, Limiter.taps), .zero)
    needed = DelayLine(length: attack + 1, 1)
    held = DelayLine(length: attack, 1)
    heldSum = attack * Limiter.fixedPoint(1)
    meanFactor = 1 / (Float(attack) * Float(Limiter.fixedPoint(1)))
  }

  /// Converts a gain to units of 2^-40.
  private static func fixedPoint(_ gain: Float) -> Int { Int(gain * 0x1p40) }

  deinit { coefficients.deallocate() }

  /// Changes the ceiling, linear, and the release. Frames that have come in before keep the former ceiling.
  mutating func set(ceiling: Float, release: Float) {
    self.release = release
    if self.ceiling == ceiling { return }
    (self.ceiling, harmless) = (ceiling, Limiter.harmless(ceiling))
  }

  /// The sum of twelve products is rounded by less than 2·10⁻⁶ of the largest sample.
  private static func harmless(_ ceiling: Float) -> Float { ceiling * 0.999_99 }

  mutating func apply(to block: UnsafeMutablePointer<Frame>, count: Int) {
    smallestGain = 1
    for start in stride(from: 0, to: count, by: Limiter.piece) {
      applyPiece(block + start, count: min(count - start, Limiter.piece))
    }
  }

  private mutating func applyPiece(_ block: UnsafeMutablePointer<Frame>, count: Int) {
    var extremes = FrameScan.extremes(block, count: count, after: frames.at(0))
    // The comparison is false for NaN.
    if !(extremes.peak <= 1000) {
      // One bad sample must not spoil the state.
      for index in 0..<count { block[index] = FrameBlock.limited(block[index], to: 1000) }
      extremes = FrameScan.extremes(block, count: count, after: frames.at(0))
    }
    let window = extremes.combined(with: recent)
    recent = count >= Limiter.taps ? extremes : window
    // A sample up to this one is followed by no peak above the ceiling.
    let harmlessSample = harmless - window.step * overshoot
    if leavesAlone && window.peak <= harmlessSample {
      for index in 0..<count {
        frames.push(block[index])
        block[index] = frames.at(delay)
      }
    } else {
      for index in 0..<count { block[index] = process(block[index], harmlessSample: harmlessSample) }
    }
  }

  /// Whether a frame without a peak would be delayed only: all gains in sight are 1 and stay 1.
  private var leavesAlone: Bool { smallestNeeded == 1 && reductions == 0 }

  private mutating func process(_ frame: Frame, harmlessSample: Float) -> Frame {
    frames.push(frame)
    let (own, next) = (frames.at(Limiter.reach), frames.at(Limiter.reach - 1))
    let isHarmless =
      max(own.x.magnitude, own.y.magnitude) <= harmlessSample
      && max(next.x.magnitude, next.y.magnitude) <= harmlessSample
    if isHarmless && leavesAlone { return frames.at(delay) }
    note(peak: isHarmless ? 0 : truePeak())
    hold()
    let out = frames.at(delay)
    if reductions == 0 { return out }
    let gain = smoothedGain
    smallestGain = min(smallestGain, gain)
    return out * gain
  }

  /// Returns the true peak of the frame `reach` places back. Mutating, since a nonmutating call would copy the limiter.
  private mutating func truePeak() -> Float {
    let own = frames.at(Limiter.reach)
    var peak = max(own.x.magnitude, own.y.magnitude)
    // The three values in step: each is a chain of sums, and the processor works on several chains at once.
    var firstTwo = SIMD4<Float>.zero
    var third = Frame.zero
    for tap in 0..<Limiter.taps {
      let frame = frames.at(Limiter.taps &- 1 &- tap)
      firstTwo += SIMD4(lowHalf: frame, highHalf: frame) * coefficients[tap].firstTwo
      third += frame * coefficients[tap].third
    }
    peak = max(peak, max(firstTwo.x.magnitude, firstTwo.y.magnitude))
    peak = max(peak, max(firstTwo.z.magnitude, firstTwo.w.magnitude))
    peak = max(peak, max(third.x.magnitude, third.y.magnitude))
    return peak
  }

  private mutating func note(peak: Float) {
    let (oldest, newest) = (needed.at(attack), peak > ceiling ? ceiling / peak : 1)
    needed.push(newest)
    if newest <= smallestNeeded {
      smallestNeeded = newest
    } else if oldest == smallestNeeded {
      smallestNeeded = 1
      for place in 0...attack { smallestNeeded = min(smallestNeeded, needed.at(place)) }
    }
  }

  /// Holds the smallest gain ahead, and releases it slowly.
  private mutating func hold() {
    gain += (1 - gain) * release
    if gain > 0.999_99 { gain = 1 }
    gain = min(gain, smallestNeeded)
    let oldest = held.at(attack - 1)
    if oldest < 1 { reductions -= 1 }
    held.push(gain)
    if gain < 1 { reductions += 1 }
    heldSum += Limiter.fixedPoint(gain) - Limiter.fixedPoint(oldest)
  }

  /// The mean of the gains that are held.
  private var smoothedGain: Float { Float(heldSum) * meanFactor }
}

extension Limiter {
  /// Returns the look-ahead in frames; at low rates as many as the interpolation needs.
  static func delay(at rate: SampleRate) -> Int {
    max(Int(Double(rate.hertz) * lookAhead), reach + 1)
  }

  /// The coefficients of a frame for the three places between two frames.
  private struct TapCoefficients: BitwiseCopyable {
    /// Those of the first and the second place, each for both sides.
    let firstTwo: SIMD4<Float>
    let third: Float
  }

  private static func makeTable(_ rows: [[Float]]) -> UnsafeMutablePointer<TapCoefficients> {
    let table = UnsafeMutablePointer<TapCoefficients>.allocate(capacity: taps)
    for tap in 0..<taps {
      let (first, second) = (rows[0][tap], rows[1][tap])
      (table + tap).initialize(
        to: TapCoefficients(firstTwo: SIMD4(first, first, second, second), third: rows[2][tap]))
    }
    return table
  }

  /// Returns the coefficients of a windowed sinc for each quarter between two frames, each with the sum 1, the earliest tap
  /// first.
  private static func makeCoefficients() -> [[Float]] {
    (0..<phases).map { phase in
      let fraction = Double(phase + 1) / 4
      let row = (0..<taps).map { tap in
        let x = Double(tap - (reach - 1)) - fraction
        let window = pow(cos(Double.pi * x / Double(taps + 1)), 2)
        return sin(Double.pi * x) / (Double.pi * x) * window
      }
      let sum = row.reduce(0, +)
      return row.map { Float($0 / sum) }
    }
  }

  /// Returns the largest sum of magnitudes by which the steps between frames are multiplied in an interpolated value.
  private static func overshoot(_ rows: [[Float]]) -> Float {
    let sums = rows.map { row in
      let coefficients = row.map { Double($0) }
      let own = coefficients[..<reach].reduce(0, +)
      var (sum, total) = (0.0, 0.0)
      for (tap, coefficient) in coefficients.enumerated() {
        sum += coefficient - (tap == reach - 1 ? own : tap == reach ? 1 - own : 0)
        total += sum.magnitude
      }
      return total
    }
    return Float(sums.max() ?? 1)
  }
}
