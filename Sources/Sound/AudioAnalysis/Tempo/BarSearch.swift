import AudioBase

/// Finds the beats that begin bars by their accents.
enum BarSearch {
  /// How much stronger the accents of first beats are than those of the others, at least.
  private static let strongest: Float = 1.08
  /// The same in standard errors of the means.
  private static let clearness: Float = 4

  /// Finds the bars by the strength of the accent of each beat; nil if no accent is clear.
  static func bars(_ accents: [Float]) -> FoundBeats.Bars? {
    var best: (bars: FoundBeats.Bars, clearness: Float)?
    for beats in [4, 3] where accents.count >= 4 * beats {
      let places = (0..<beats).map { first in
        Place(stride(from: first, to: accents.count, by: beats).map { accents[$0] })
      }
      let order = places.indices.sorted { places[$0].mean > places[$1].mean }
      let (first, second) = (places[order[0]], places[order[1]])
      let clearness = (first.mean - second.mean) / max((first.error + second.error).squareRoot(), 0.001)
      if first.mean > strongest * second.mean, clearness > best?.clearness ?? BarSearch.clearness {
        best = (FoundBeats.Bars(beats: beats, first: order[0]), clearness)
      }
    }
    return best?.bars
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
