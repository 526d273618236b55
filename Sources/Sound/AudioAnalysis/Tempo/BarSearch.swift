import AudioBase

/// Finds the beats that begin bars by their accents.
enum BarSearch {
  /// How much stronger the accents of first beats are than those of the others, at least.
  private static let strongest: Float = 1.08
  /// The same in standard errors of the means.
  private static let clearness: Float = 4

  /// Finds the bars by the strength of the accent of each beat; nil if no accent is clear.
  static func bars(_ accents: [Float]) -> FoundBeats.Bars? {
    let (four, three) = (fit(4, accents), fit(3, accents))
    // A figure of three beats is heard in music whose beats alternate, too.
    let alternation = fit(2, accents)?.clearness ?? 0
    let found = [four, three.flatMap { $0.clearness > alternation ? $0 : nil }].compactMap(\.self)
    let best = found.filter { $0.isStrong && $0.clearness > clearness }.max { $0.clearness < $1.clearness }
    return best?.bars
  }

  /// How well the strongest of some beats stands out.
  private struct Fit {
    let bars: FoundBeats.Bars
    /// The difference of the strongest beat and the next one, in standard errors.
    let clearness: Float
    let isStrong: Bool
  }

  /// Returns the fit of bars of some beats; nil if there are fewer than four of them.
  private static func fit(_ beats: Int, _ accents: [Float]) -> Fit? {
    guard accents.count >= 4 * beats else { return nil }
    let places = (0..<beats).map { first in
      Place(stride(from: first, to: accents.count, by: beats).map { accents[$0] })
    }
    let order = places.indices.sorted { places[$0].mean > places[$1].mean }
    let (first, second) = (places[order[0]], places[order[1]])
    return Fit(
      bars: FoundBeats.Bars(beats: beats, first: order[0]),
      clearness: (first.mean - second.mean) / max((first.error + second.error).squareRoot(), 0.001),
      isStrong: first.mean > strongest * second.mean)
  }

  /// The accents of one beat of all bars.
  private struct Place {
    let mean: Float
    /// The square of the standard error of the mean.
    let error: Float

    init(_ accents: [Float]) {
      let count = Float(accents.count)
      let mean = accents.reduce(0, +) / count
      error = accents.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count * count)
      self.mean = mean
    }
  }
}
