import AudioBase
import Glibc

/// Estimates the key and the tuning from a chromagram.
///
/// The key is the one whose Krumhansl–Kessler profile correlates best with the strength of the pitch classes. Source:
/// Krumhansl, Cognitive Foundations of Musical Pitch (1990).
extension FoundKey {
  private static let major = [6.35, 2.23, 3.48, 2.33, 4.38, 4.09, 2.52, 5.19, 2.39, 3.66, 2.29, 2.88]
  private static let minor = [6.33, 2.68, 3.52, 5.38, 2.60, 3.53, 2.54, 4.75, 3.98, 2.69, 3.34, 3.17]
  private static let centsOfStep = 1_200 / Chromagram.steps

  /// Returns nil for a track without tones.
  init?(_ chromagram: Chromagram) {
    guard chromagram.peaks.contains(where: { $0 > 0 }) else { return nil }
    let tuning = FoundKey.tuning(chromagram.peaks)
    let classes = FoundKey.classes(chromagram.strengths, tuning: tuning)
    var best = (key: MusicalKey(tonic: 0, isMinor: false), value: -Double.infinity)
    for tonic in 0..<12 {
      let turned = (0..<12).map { classes[(tonic + $0) % 12] }
      for isMinor in [false, true] {
        let value = FoundKey.correlation(turned, isMinor ? FoundKey.minor : FoundKey.major)
        if value > best.value { best = (MusicalKey(tonic: tonic, isMinor: isMinor), value) }
      }
    }
    self.init(best.key, tuning: tuning)
  }

  /// Returns the circular mean of the distances of the peaks from the semitones of A = 440 Hz. A full turn is a semitone.
  private static func tuning(_ peaks: [Double]) -> Int {
    var (x, y) = (0.0, 0.0)
    for (step, strength) in peaks.enumerated() {
      let angle = 2 * Double.pi * Double(step * centsOfStep) / 100
      x += strength * cos(angle)
      y += strength * sin(angle)
    }
    return Int((atan2(y, x) / (2 * Double.pi) * 100).rounded())
  }

  /// Returns the strength of the pitch classes from C on, in a tuning.
  private static func classes(_ strengths: [Double], tuning: Int) -> [Double] {
    var classes = [Double](repeating: 0, count: 12)
    for (step, strength) in strengths.enumerated() {
      let cents = step * centsOfStep - tuning + 1_250
      classes[cents / 100 % 12] += strength
    }
    return classes
  }

  private static func correlation(_ one: [Double], _ other: [Double]) -> Double {
    func centred(_ values: [Double]) -> [Double] {
      let mean = values.reduce(0, +) / Double(values.count)
      return values.map { $0 - mean }
    }
    let (one, other) = (centred(one), centred(other))
    let product = zip(one, other).reduce(0) { $0 + $1.0 * $1.1 }
    let squares = one.reduce(0) { $0 + $1 * $1 } * other.reduce(0) { $0 + $1 * $1 }
    return squares > 0 ? product / squares.squareRoot() : 0
  }
}
