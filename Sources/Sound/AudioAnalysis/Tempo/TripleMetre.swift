import Glibc

/// Corrects the tempo of triple metre. In music with three beats in a bar, or three parts of a beat, the strongest repetition may
/// be two thirds or three halves of a beat in place of a beat.
///
/// A logistic regression of the autocorrelation of onsets with three classes, fitted to 8,220 generated patterns in three, four
/// and six eighths and in swing at 50 to 206 beats a minute. Of 1,200 other patterns, 300 of each
/// metre and some of them ambiguous, 88 get a tempo that is not 1, 2 or 1/2 times theirs, and 37 more get one as a guess.
struct TripleMetre {
  /// The factor of the tempo, up to a power of two: 1, 3/2 or 2/3.
  let factor: Double
  /// The probability of the factor.
  let certainty: Double

  /// Weights of the autocorrelation at a multiple of the period, of all bands and of the low, the middle and the high one: for a
  /// tempo that is too slow, and for one that is too fast.
  private typealias Weights = (multiple: Double, slow: SIMD4<Double>, fast: SIMD4<Double>)

  private static let weights: [Weights] = [
    (1.0 / 6, [4.3, -1.9, -2.4, 1.0], [-0.7, -1.4, 0.6, -0.7]),
    (1.0 / 4, [-1.8, 0.7, -2.5, 0.8], [-2.2, -4.6, 0.4, -0.2]),
    (1.0 / 3, [2.4, 6.3, 6.9, -1.0], [2.2, 4.5, 1.1, -4.3]),
    (3.0 / 8, [-1.3, -1.3, 0.8, 0.2], [0.3, -3.3, 3.9, 0.4]),
    (1.0 / 2, [1.7, 1.2, -3.3, -5.7], [-1.3, -0.8, 0.3, 0.5]),
    (2.0 / 3, [1.5, 4.1, 0.3, -2.7], [-0.9, 4.5, 1.5, -5.8]),
    (3.0 / 4, [-2.5, -4.3, -0.6, 0.6], [3.7, -4.4, 0.3, 1.0]),
    (1, [-2.7, -0.1, 1.6, -3.8], [-1.9, -0.5, 2.1, 0.5]),
    (5.0 / 4, [-1.2, -4.0, -0.1, 3.1], [0.2, 1.7, -2.9, -0.2]),
    (4.0 / 3, [5.2, -0.7, -4.9, 3.1], [-3.3, -1.1, -3.0, -3.6]),
    (3.0 / 2, [-3.0, -2.6, 0.6, -3.1], [-1.1, -1.1, 2.9, 2.2]),
    (5.0 / 3, [-2.6, 0.6, 0.8, -1.5], [-2.1, -1.7, 0.6, -3.0]),
    (2, [-7.1, 0.0, 2.7, 1.7], [-5.2, 0.6, 1.4, -2.2]),
    (5.0 / 2, [-0.3, -0.5, -3.5, 2.0], [-1.8, 0.6, -1.0, -1.1]),
    (8.0 / 3, [8.9, -2.0, -3.4, 0.1], [-1.0, -4.0, 2.9, -2.3]),
    (3, [0.1, -0.3, -1.0, 0.9], [6.7, -4.0, -1.0, 0.8]),
    (4, [1.7, 0.0, -2.3, 1.7], [-2.3, -0.6, -4.3, -2.1]),
    (9.0 / 2, [2.0, 1.5, -3.5, 7.9], [0.0, 2.0, -0.1, 1.7]),
    (5, [-4.2, 0.9, 2.7, 0.3], [-3.3, 2.6, 5.5, 2.2]),
    (6, [-5.2, 2.6, 4.2, -2.4], [2.9, 2.4, 3.1, -1.3]),
    (8, [1.5, -0.7, -0.4, -1.9], [-0.5, -7.7, -6.6, 0.9]),
  ]
  /// The tempi of the regression: one octave, from which half and double tempi are moved into it.
  private static let slowest = 85.0

  /// - Parameters:
  ///   - bpm: the tempo of the period, in beats per minute.
  ///   - peak: returns the autocorrelation at a multiple of the period, of all bands and of the three bands.
  init(bpm: Double, peak: (Double) -> SIMD4<Double>) {
    let shift = exp2(-log2(bpm / TripleMetre.slowest).rounded(.down))
    let octaves = log2(bpm * shift / 120)
    var slow = -1.6 + (-2.3 - 3.0 * octaves) * octaves
    var fast = -0.7 + (1.0 + 1.8 * octaves) * octaves
    for weights in TripleMetre.weights {
      let peak = peak(weights.multiple / shift)
      slow += (weights.slow * peak).sum()
      fast += (weights.fast * peak).sum()
    }
    let (highest, sum) = (max(slow, fast, 0), exp(slow) + exp(fast) + 1)
    factor = highest == 0 ? 1 : slow > fast ? 3.0 / 2 : 2.0 / 3
    certainty = exp(highest) / sum
  }
}
