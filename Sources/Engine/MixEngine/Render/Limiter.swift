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
struct Limiter: ~Copyable {
  /// Frames before and after a place from which it is interpolated.
  private static let reach = 6
  private static let taps = 12
  private static let phases = 3

  /// Seconds between input and output. With the margin of hits it stays below 1 ms.
  static var lookAhead: Double { 0.000_65 }

  /// The look-ahead in frames.
  let delay: Int
  private let attack: Int
  /// The share of a reduction that ends with each frame.
  private var release: Float
  /// The largest true peak, linear.
  private var ceiling: Float
  /// The sample value below which no interpolated value can reach the ceiling.
  private var harmless: Float
  private let largestGain: Float
  private let coefficients: UnsafeMutablePointer<TapCoefficients>
  private var frames: DelayLine<Frame>
  private var peaks: DelayLine<Float>
  private var needed: DelayLine<Float>
  private var held: DelayLine<Float>
  private var gain: Float = 1
  /// Frames since the last sample above `harmless`.
  private var harmlessFrames = 0
  /// The number of values of `needed` below 1.
  private var peaksAhead = 0
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
    largestGain = Limiter.largestGain(rows)
    harmless = ceiling / largestGain
    frames = DelayLine(length: max(delay + 1, Limiter.taps), .zero)
    peaks = DelayLine(length: Limiter.taps, 0)
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
    (self.ceiling, harmless) = (ceiling, ceiling / largestGain)
    // What was harmless may not be so any longer.
    harmlessFrames = 0
  }

  mutating func apply(to block: UnsafeMutablePointer<Frame>, count: Int) {
    smallestGain = 1
    if leavesAlone && FrameScan.isWithin(harmless, block, count: count) {
      delay(block, count: count)
    } else {
      for index in 0..<count { block[index] = process(Limiter.finite(block[index])) }
    }
  }

  /// Whether a frame without a sample above `harmless` would be delayed only: all gains in sight are 1 and stay 1.
  private var leavesAlone: Bool {
    harmlessFrames >= Limiter.taps && peaksAhead == 0 && reductions == 0
  }

  /// Delays a block as `process` does while the limiter leaves all frames alone.
  private mutating func delay(_ block: UnsafeMutablePointer<Frame>, count: Int) {
    for index in max(count - Limiter.taps, 0)..<count {
      peaks.push(max(block[index].x.magnitude, block[index].y.magnitude))
    }
    for index in 0..<count {
      frames.push(block[index])
      block[index] = frames.at(delay)
    }
    harmlessFrames += count
  }

  private mutating func process(_ frame: Frame) -> Frame {
    frames.push(frame)
    let peak = max(frame.x.magnitude, frame.y.magnitude)
    peaks.push(peak)
    harmlessFrames = peak > harmless ? 0 : harmlessFrames + 1
    if leavesAlone { return frames.at(delay) }
    note(peak: truePeak())
    hold()
    let out = frames.at(delay)
    if reductions == 0 { return out }
    let gain = smoothedGain
    smallestGain = min(smallestGain, gain)
    return out * gain
  }

  /// Returns the true peak of the frame `reach` places back. Mutating, since a nonmutating call would copy the limiter.
  private mutating func truePeak() -> Float {
    var peak = peaks.at(Limiter.reach)
    if harmlessFrames >= Limiter.taps { return peak }
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
    if needed.at(attack) < 1 { peaksAhead -= 1 }
    needed.push(peak > ceiling ? ceiling / peak : 1)
    if peak > ceiling { peaksAhead += 1 }
  }

  /// Holds the smallest gain ahead, and releases it slowly.
  private mutating func hold() {
    var smallest: Float = 1
    if peaksAhead > 0 {
      for place in 0...attack { smallest = min(smallest, needed.at(place)) }
    }
    gain += (1 - gain) * release
    if gain > 0.999_99 { gain = 1 }
    gain = min(gain, smallest)
    let oldest = held.at(attack - 1)
    if oldest < 1 { reductions -= 1 }
    held.push(gain)
    if gain < 1 { reductions += 1 }
    heldSum += Limiter.fixedPoint(gain) - Limiter.fixedPoint(oldest)
  }

  /// The mean of the gains that are held.
  private var smoothedGain: Float { Float(heldSum) * meanFactor }

  /// Replaces NaN by 0 and limits values to ±1,000, so that one bad sample does not spoil the state.
  private static func finite(_ frame: Frame) -> Frame {
    if frame.x.magnitude <= 1000 && frame.y.magnitude <= 1000 { return frame }
    return FrameBlock.limited(frame, to: 1000)
  }
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

  private static func largestGain(_ rows: [[Float]]) -> Float {
    rows.map { row in row.reduce(Float(0)) { $0 + $1.magnitude } }.max() ?? 1
  }
}
