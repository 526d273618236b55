import AudioBase
import Glibc

/// The place of the sum of stems in a track.
struct StemAlignment {
  /// The frames by which the sum is later than the track.
  var lag: Int
  /// The correlation at that place, −1…1.
  var correlation: Double
  /// The power of what the sum lacks of the track and has beside it, in dB of the power of the track.
  var difference: Double

  /// The frames of a coarse step.
  private static let step = 16
  private static let leastDifference = -150.0

  /// Aligns an excerpt of a track; nil if it or the sum is silent.
  ///
  /// - Parameters:
  ///   - sum: as many frames more than the track as the range of the lag has; lag 0 is their beginning.
  init?(_ track: [Frame], in sum: [Frame]) {
    guard sum.count >= track.count, track.count >= 4 * StemAlignment.step else { return nil }
    let coarse = StemAlignment.best(
      StemAlignment.reduced(track), StemAlignment.reduced(sum),
      in: 0..<((sum.count - track.count) / StemAlignment.step + 1))
    guard let coarse else { return nil }
    let centre = coarse.lag * StemAlignment.step
    let range =
      max(
        centre - 2 * StemAlignment.step, 0)..<min(
        centre + 2 * StemAlignment.step + 1, sum.count - track.count + 1)
    guard let fine = StemAlignment.best(track.map(\.x), sum.map(\.x), in: range) else { return nil }
    (lag, correlation) = fine
    var (power, rest) = (0.0, 0.0)
    for index in track.indices {
      let (frame, error) = (track[index], track[index] - sum[lag + index])
      power += Double((frame * frame).sum())
      rest += Double((error * error).sum())
    }
    difference = power > 0 ? max(10 * log10(rest / power), StemAlignment.leastDifference) : 0
  }

  private static func reduced(_ frames: [Frame]) -> [Float] {
    (0..<(frames.count / step)).map { block in
      var sum: Float = 0
      for index in (block * step)..<((block + 1) * step) { sum += frames[index].x + frames[index].y }
      return sum
    }
  }

  /// Returns the lag in a range at which signals correlate most; nil if one is silent.
  private static func best(
    _ signal: [Float], _ other: [Float], in lags: Range<Int>
  ) -> (lag: Int, correlation: Double)? {
    let power = signal.reduce(0) { $0 + Double($1 * $1) }
    var best: (lag: Int, correlation: Double)?
    for lag in lags where lag + signal.count <= other.count {
      var (product, otherPower): (Float, Float) = (0, 0)
      var (products, powers) = (0.0, 0.0)
      // In blocks, whose sums are exact enough in 32 bits.
      for start in stride(from: 0, to: signal.count, by: 4_096) {
        (product, otherPower) = (0, 0)
        for index in start..<min(start + 4_096, signal.count) {
          product += signal[index] * other[lag + index]
          otherPower += other[lag + index] * other[lag + index]
        }
        products += Double(product)
        powers += Double(otherPower)
      }
      let scale = (power * powers).squareRoot()
      if scale > 1e-9, products / scale > best?.correlation ?? -2 { best = (lag, products / scale) }
    }
    return best
  }
}
