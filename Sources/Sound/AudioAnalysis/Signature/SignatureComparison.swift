import AudioBase
import Glibc

/// Compares a signature with the sound of a track.
struct SignatureComparison {
  /// The hop size of Chromaprint: a third of a window of 4,096 samples.
  private static let samplesPerItem = 4096.0 / 3
  /// The largest offset between two files of a recording, in items: 30 s.
  private static let mostItems = 242
  /// The smallest overlap that is compared, in items: 5 s; of shorter sounds, three quarters.
  private static let fewestItems = 40
  /// The search range of the excerpts around the offset of the fingerprints, in samples: 5 s.
  private static let reach = 55_125
  /// The tolerance of the peak of an excerpt around the common peak, in samples: 1 ms.
  private static let tolerance = 11
  /// The correlation from which an excerpt matches. Tones of other songs reach 0.3.
  private static let least: Float = 0.45
  /// The similarity from which fingerprints may belong to one recording. Other songs reach 0.65.
  private static let alike = 0.7

  let signature: TrackSignature
  let fingerprint: [UInt32]
  let sound: SoundSigns

  func match() -> SignatureMatch {
    let (coarse, similarity) = fingerprintOffset()
    let lag = lag(around: coarse)
    let found = signature.excerpts.count { isFound($0, at: lag) }
    let compared = signature.excerpts.count { sound.covers($0, at: lag) }
    let figures = SignatureMatch.Figures(similarity: similarity, found: found, compared: compared)
    let offset = found > 0 ? interpolated(lag) : Double(coarse)
    let seconds = offset / Double(TrackSignature.rate.hertz)
    let isAlike = similarity >= SignatureComparison.alike
    // A track of less than about three seconds has no fingerprint.
    if isAlike || signature.fingerprint.isEmpty, found >= 2, found * 5 >= compared * 3 {
      return .same(offset: seconds, figures)
    }
    let isPart = found >= 3 && found * 5 >= compared * 2
    return isAlike || isPart ? .doubtful(offset: seconds, figures) : .different(figures)
  }

  // MARK: The fingerprint

  /// Finds the offset at which most bits of the fingerprints are equal. Returns the offset in samples and the share
  /// of equal bits; both are 0 if the sounds are too short.
  private func fingerprintOffset() -> (samples: Int, similarity: Double) {
    let (own, other) = (signature.fingerprint, fingerprint)
    let shorter = min(own.count, other.count)
    let fewest = max(min(SignatureComparison.fewestItems, shorter * 3 / 4), shorter / 2, 1)
    var best = (items: 0, similarity: 0.0)
    let most = SignatureComparison.mostItems
    // Smaller offsets first, so that the smallest of equal ones is chosen.
    for items in (-most...most).sorted(by: { abs($0) < abs($1) }) {
      let range = max(0, -items)..<max(max(0, -items), min(own.count, other.count - items))
      guard range.count >= fewest else { continue }
      let differing = range.reduce(0) { $0 + (own[$1] ^ other[$1 + items]).nonzeroBitCount }
      let similarity = 1 - Double(differing) / Double(32 * range.count)
      if similarity > best.similarity { best = (items, similarity) }
    }
    return (Int((Double(best.items) * SignatureComparison.samplesPerItem).rounded()), best.similarity)
  }

  // MARK: The excerpts

  /// Returns the offset at which the excerpts together correlate best.
  private func lag(around coarse: Int) -> Int {
    let reach = (coarse - SignatureComparison.reach)...(coarse + SignatureComparison.reach)
    var best = (lag: coarse, sum: -Float.infinity)
    for lag in reach {
      let sum = sum(at: lag, step: 4)
      if sum > best.sum { best = (lag, sum) }
    }
    let near = (best.lag - 1)...(best.lag + 1)
    return near.max { sum(at: $0, step: 1) < sum(at: $1, step: 1) } ?? best.lag
  }

  private func sum(at lag: Int, step: Int) -> Float {
    var sum: Float = 0
    for excerpt in signature.excerpts where sound.covers(excerpt, at: lag) {
      sum += sound.correlation(excerpt, at: lag, step: step)
    }
    return sum
  }

  private func isFound(_ excerpt: TrackSignature.Excerpt, at lag: Int) -> Bool {
    let near = (lag - SignatureComparison.tolerance)...(lag + SignatureComparison.tolerance)
    return near.contains {
      sound.covers(excerpt, at: $0) && sound.correlation(excerpt, at: $0) >= SignatureComparison.least
    }
  }

  /// Returns the lag of the correlation peak with subsample precision, by parabolic interpolation. The correlation of the
  /// sound is computed from that of the signs by the arcsine law of Van Vleck and Middleton.
  private func interpolated(_ lag: Int) -> Double {
    let found = signature.excerpts.filter { isFound($0, at: lag) }
    let values = (-1...1).map { step in
      found.reduce(0) { sum, excerpt in
        guard sound.covers(excerpt, at: lag + step) else { return sum }
        return sum + sin(Double.pi / 2 * Double(sound.correlation(excerpt, at: lag + step)))
      }
    }
    let bend = values[0] - 2 * values[1] + values[2]
    guard bend < 0 else { return Double(lag) }
    return Double(lag) + min(max((values[0] - values[2]) / (2 * bend), -0.5), 0.5)
  }
}
