import AudioBase
import Glibc

/// Finds the gains that bring a mix to a loudness, though the limiter takes some of it away: each pass renders the mix with
/// the present gains and measures it.
///
/// A pass assumes that the loudness goes on as it did between the two passes before (the secant method).
struct LoudnessSearch {
  /// The largest difference in LU that is left.
  static let tolerance = 0.2
  /// The largest gain in dB.
  static let mostGain = 60.0
  /// The difference in LU that ends the search.
  private static let aim = 0.1
  /// dBTP. The interpolation of the limiter differs from that of meters, so that a trim keeps the ceiling.
  private static let (ceiling, trimmedPeak) = (-1.1, -1.2)
  private static let mostPasses = 8
  /// The LU for each dB of gain below which the limiter takes nearly all of it away.
  private static let leastSlope = 0.1
  /// The largest step in dB after the first.
  private static let mostStep = 12.0

  private let target: Double
  /// The gains of the next pass; at the end, those of the mix.
  private(set) var gains = MixRenderer.Gains()
  private var passes = 0
  /// The gain of the pass before and the loudness that it had before the trim.
  private var last: (gain: Double, level: Double)?
  /// The LU for each dB between the last two passes, at most 1.
  private var slope = 1.0
  /// The gains under the ceiling that came nearest.
  private var best: (gains: MixRenderer.Gains, error: Double)?

  /// Begins a search.
  ///
  /// - Parameter target: in LUFS.
  init(_ target: Double) { self.target = target }

  /// Notes the loudness in LUFS and the linear true peak of a pass with `gains`. Returns whether another pass is needed.
  mutating func note(loudness: Double, peak: Double) -> Bool {
    passes += 1
    let error = target - loudness
    let excess = 20 * log10(peak) - LoudnessSearch.ceiling
    if excess <= 0, abs(error) < best?.error ?? .infinity { best = (gains, abs(error)) }
    let level = loudness - gains.trim.value
    if let last, abs(gains.mix.value - last.gain) > 0.01 {
      slope = min((level - last.level) / (gains.mix.value - last.gain), 1)
    }
    let isExhausted = slope < LoudnessSearch.leastSlope && error > 0
    var next = gains
    if excess > 0 {
      next.trim = next.trim - Decibels(excess + LoudnessSearch.ceiling - LoudnessSearch.trimmedPeak)
    }
    if excess <= 0 && (abs(error) <= LoudnessSearch.aim || isExhausted) || passes == LoudnessSearch.mostPasses
    {
      gains = best?.gains ?? next
      return false
    }
    var step = isExhausted ? 0 : (target - next.trim.value - level) / max(slope, LoudnessSearch.leastSlope)
    if last != nil { step = min(max(step, -LoudnessSearch.mostStep), LoudnessSearch.mostStep) }
    next.mix = Decibels(gains.mix.value + step).clamped(
      to: -LoudnessSearch.mostGain...LoudnessSearch.mostGain)
    if next.mix == gains.mix, next.trim == gains.trim {
      gains = best?.gains ?? next
      return false
    }
    last = (gains.mix.value, level)
    gains = next
    return true
  }
}
