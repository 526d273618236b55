import AudioBase
import Glibc

/// Keeps the true peak at or below −1 dBTP by looking ahead, and changes nothing at all below that.
///
/// A frame's peak is the larger of its own samples and of three values between it and the next one, interpolated
/// after ITU-R BS.1770-5, annex 2. The gain that the peak needs is held over the look-ahead (a moving minimum), let go
/// slowly, and smoothed by a moving mean of the same length, so that it is reached just when the peak comes out.
/// While no peak is in sight the delayed frames pass bit for bit. Audio thread.
package struct Limiter: ~Copyable {
  /// −1 dBTP.
  package static var ceiling: Float {
    @_noLocks @_noAllocation get { 0.891_250_94 }
  }
  /// Frames that the interpolation looks at: so many before and after the place.
  private static var reach: Int {
    @_noLocks @_noAllocation get { 6 }
  }
  private static var taps: Int {
    @_noLocks @_noAllocation get { 12 }
  }
  private static var phases: Int {
    @_noLocks @_noAllocation get { 3 }
  }

  /// Seconds between input and output. Together with the hits' margin it stays below 1 ms.
  static var lookAhead: Double {
    @_noLocks @_noAllocation get { 0.000_65 }
  }

  /// The look-ahead in frames.
  package let delay: Int
  private let attack: Int
  private let release: Float
  /// Below this no interpolated value can reach the ceiling.
  private let harmless: Float
  private let coefficients: UnsafeMutablePointer<Float>
  private var frames: DelayLine<Frame>
  private var peaks: DelayLine<Float>
  private var needed: DelayLine<Float>
  private var held: DelayLine<Float>
  private var gain: Float = 1
  /// Frames since one that could have a peak beside it.
  private var harmlessFrames = 0
  /// How many of `needed` are below 1.
  private var peaksInSight = 0
  /// How many of `held` are below 1.
  private var reductions = 0

  package init(rate: SampleRate) {
    delay = Limiter.delay(at: rate)
    attack = delay - Limiter.reach
    // Nine tenths of the way back to 1 in about 0.2 s.
    release = Float(1 - exp(-1 / (0.09 * Double(rate.hertz))))
    coefficients = Limiter.makeCoefficients()
    harmless = Limiter.ceiling / Limiter.largestGain(coefficients)
    frames = DelayLine(length: max(delay + 1, Limiter.taps), .zero)
    peaks = DelayLine(length: Limiter.taps, 0)
    needed = DelayLine(length: attack + 1, 1)
    held = DelayLine(length: attack, 1)
  }

  deinit { coefficients.deallocate() }

  @_noLocks @_noAllocation
  package mutating func apply(to block: UnsafeMutablePointer<Frame>, count: Int) {
    for index in 0..<count { block[index] = process(Limiter.finite(block[index])) }
  }

  @_noLocks @_noAllocation
  private mutating func process(_ frame: Frame) -> Frame {
    frames.push(frame)
    let peak = max(frame.x.magnitude, frame.y.magnitude)
    peaks.push(peak)
    harmlessFrames = peak > harmless ? 0 : harmlessFrames + 1
    // All that is looked at is 1 and would stay so.
    if harmlessFrames >= Limiter.taps && peaksInSight == 0 && reductions == 0 { return frames.at(delay) }
    see(peak: truePeak())
    hold()
    let out = frames.at(delay)
    return reductions == 0 ? out : out * smoothedGain()
  }

  /// The true peak of the frame `reach` places back. Mutating, since the limiter would be copied for it otherwise.
  @_noLocks @_noAllocation
  private mutating func truePeak() -> Float {
    var peak = peaks.at(Limiter.reach)
    if harmlessFrames >= Limiter.taps { return peak }
    for phase in 0..<Limiter.phases {
      var sum = Frame.zero
      for tap in 0..<Limiter.taps {
        sum += frames.at(Limiter.taps - 1 - tap) * coefficients[phase * Limiter.taps + tap]
      }
      peak = max(peak, max(sum.x.magnitude, sum.y.magnitude))
    }
    return peak
  }

  @_noLocks @_noAllocation
  private mutating func see(peak: Float) {
    if needed.at(attack) < 1 { peaksInSight -= 1 }
    needed.push(peak > Limiter.ceiling ? Limiter.ceiling / peak : 1)
    if peak > Limiter.ceiling { peaksInSight += 1 }
  }

  /// The smallest gain in sight, let go slowly.
  @_noLocks @_noAllocation
  private mutating func hold() {
    var smallest: Float = 1
    if peaksInSight > 0 {
      for place in 0...attack { smallest = min(smallest, needed.at(place)) }
    }
    gain += (1 - gain) * release
    if gain > 0.999_99 { gain = 1 }
    gain = min(gain, smallest)
    if held.at(attack - 1) < 1 { reductions -= 1 }
    held.push(gain)
    if gain < 1 { reductions += 1 }
  }

  @_noLocks @_noAllocation
  private mutating func smoothedGain() -> Float {
    var sum: Float = 0
    for place in 0..<attack { sum += held.at(place) }
    return sum / Float(attack)
  }

  /// What is no number becomes silence; what is out of all proportion is cut, so that arithmetic goes on.
  @_noLocks @_noAllocation
  private static func finite(_ frame: Frame) -> Frame {
    if frame.x.magnitude <= 1000 && frame.y.magnitude <= 1000 { return frame }
    return Frame(finite(frame.x), finite(frame.y))
  }

  @_noLocks @_noAllocation
  private static func finite(_ sample: Float) -> Float {
    if sample != sample { return 0 }
    return min(max(sample, -1000), 1000)
  }
}

extension Limiter {
  /// The look-ahead at a rate: at low rates what the interpolation needs.
  package static func delay(at rate: SampleRate) -> Int {
    max(Int(Double(rate.hertz) * lookAhead), reach + 1)
  }

  /// A windowed sinc for each quarter between two frames, each summing to 1; the earliest frame's tap first.
  private static func makeCoefficients() -> UnsafeMutablePointer<Float> {
    let table = UnsafeMutablePointer<Float>.allocate(capacity: phases * taps)
    for phase in 0..<phases {
      let fraction = Double(phase + 1) / 4
      let row = (0..<taps).map { tap in
        let x = Double(tap - (reach - 1)) - fraction
        let window = pow(cos(Double.pi * x / Double(taps + 1)), 2)
        return sin(Double.pi * x) / (Double.pi * x) * window
      }
      let sum = row.reduce(0, +)
      for tap in 0..<taps { (table + phase * taps + tap).initialize(to: Float(row[tap] / sum)) }
    }
    return table
  }

  private static func largestGain(_ table: UnsafePointer<Float>) -> Float {
    (0..<phases).map { phase in (0..<taps).reduce(Float(0)) { $0 + table[phase * taps + $1].magnitude } }
      .max() ?? 1
  }
}
