import AudioBase

/// Finds the beats that begin bars by their accents.
enum BarSearch {
  /// The minimum ratio of the mean accent of first beats to that of other beats.
  private static let strongest: Float = 1.08
  /// The minimum difference of both means, in standard errors.
  private static let clearness: Float = 4

  /// Finds the bars by the strength of each beat in the bass; nil if no beat is clear.
  ///
  /// - Parameter middle: the strength of each beat in the middle band, which has the snares. Where it alternates, bars do not
  ///   have three beats, also if the bass repeats after three.
  static func bars(bass: [Float], middle: [Float]) -> FoundBeats.Bars? {
    let alternates = fit(2, middle)?.isClear ?? false
    let fits = (alternates ? [4] : [4, 3]).compactMap { fit($0, bass) }
    return fits.filter(\.isClear).max { $0.clearness < $1.clearness }?.bars
  }

  /// Bars of a number of beats, and how clearly their first beat is accented.
  private struct Fit {
    let bars: FoundBeats.Bars
    /// The difference of the strongest beat and the next one, in standard errors.
    let clearness: Float
    let isStrong: Bool

    var isClear: Bool { isStrong && clearness > BarSearch.clearness }
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
