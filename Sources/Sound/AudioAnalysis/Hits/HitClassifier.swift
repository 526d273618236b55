import AudioBase
import Glibc

/// Classifies onsets by drum: first by general rules, then by rules that are fitted to the certain hits of the song.
struct HitClassifier {
  /// The distance from the decision boundary from which a value counts as certain.
  private static let certain: Float = 0.7
  /// The minimum number of certain hits, and of certain onsets without a hit, for a fit to the song.
  private static let fewest = 8
  private static let fits = 2
  private static let penalty = 100.0

  /// For each drum the values of all onsets. Positive values are hits; large values are certain.
  private(set) var values: [SongDrum: [Float]] = [:]
  /// The evidence for drums: below 0 the song hardly has any, above 1 it certainly has.
  let gate: Float

  /// - Parameter isCancelled: called before each fit; the values of a cancelled classifier are not used.
  init(_ features: HitFeatures, _ rules: HitRules, isCancelled: () -> Bool) {
    for (drum, rule) in rules.drums { values[drum] = features.values.map(rule.value) }
    gate = HitGate.features(features, values).map(rules.gate.value) ?? -.infinity
    for _ in 0..<HitClassifier.fits {
      for drum in SongDrum.allCases where !isCancelled() { fit(drum, features) }
    }
  }

  /// Whether the hits are implausible. Clicks have all frequencies, so most onsets count as hits of three drums or
  /// more; at the ends of tones hardly any onset counts as a hit.
  var isOfClicks: Bool {
    let columns = Array(values.values)
    let drums = (0..<(columns.first?.count ?? 0)).map { onset in columns.count { $0[onset] > 0 } }
    return 2 * drums.count { $0 > 2 } > drums.count || drums.count { $0 > 0 } < HitClassifier.fewest
  }

  /// Averages the values of a drum with those of a rule that is fitted to the certain onsets of the song.
  private mutating func fit(_ drum: SongDrum, _ features: HitFeatures) {
    guard let values = values[drum] else { return }
    let sure = values.indices.filter { abs(values[$0]) > HitClassifier.certain }
    let hits = sure.count { values[$0] > 0 }
    guard min(hits, sure.count - hits) >= HitClassifier.fewest else { return }
    let fit = LogisticFit(
      sure.map { features.values[$0] }, sure.map { values[$0] > 0 }, penalty: HitClassifier.penalty)
    self.values[drum] = values.indices.map { (values[$0] + fit.value(of: features.values[$0])) / 2 }
  }
}

/// Decides whether a song has drums: hits of one drum have similar spectra, and their bands begin at the same time.
enum HitGate {
  /// Songs below this value have no drums.
  static let possible: Float = -2.5
  /// The minimum number of onsets for a decision.
  static let fewestOnsets = 20

  /// Returns the features of the gate's rule: the similarity of the best kicks, snares and hats, the mean values of the best
  /// kicks and snares, the part of the onsets that are broad, and the rise of the highest bands. Nil if there are too few
  /// onsets.
  ///
  /// - Parameter values: the values of the rules of the drums.
  static func features(_ features: HitFeatures, _ values: [SongDrum: [Float]]) -> [Float]? {
    let count = features.values.count
    guard count >= fewestOnsets else { return nil }
    let top = max(10, count / 10)
    func likeness(_ drum: SongDrum) -> (likeness: Float, mean: Float) {
      let values = values[drum] ?? []
      let best = values.indices.sorted { values[$0] > values[$1] }.prefix(top)
      let mean = best.reduce(0) { $0 + values[$1] } / Float(top)
      return (HitGate.likeness(best.map { features.increases[$0] }), mean)
    }
    let (kick, snare, hat) = (likeness(.kick), likeness(.snare), likeness(.hat))
    let broad = Float(features.breadths.count { $0 > 0.7 }) / Float(count)
    let high = features.highRises.sorted(by: >).prefix(top).reduce(0, +) / Float(top)
    return [kick.likeness, snare.likeness, hat.likeness, kick.mean, snare.mean, broad, high]
  }

  /// Returns the similarity of spectra to their mean, 0…1: the mean cosine, computed from the roots of the magnitudes.
  private static func likeness(_ spectra: [[Float]]) -> Float {
    let units = spectra.map { spectrum -> [Float] in
      let sum = spectrum.reduce(0, +) + 1e-9
      return spectrum.map { ($0 / sum).squareRoot() }
    }
    guard let width = units.first?.count else { return 0 }
    let mean = (0..<width).map { band in units.reduce(0) { $0 + $1[band] } / Float(units.count) }
    let length = mean.reduce(0) { $0 + $1 * $1 }.squareRoot() + 1e-9
    let products = units.map { unit in (0..<width).reduce(0) { $0 + unit[$1] * mean[$1] } / length }
    return products.reduce(0, +) / Float(products.count)
  }
}
