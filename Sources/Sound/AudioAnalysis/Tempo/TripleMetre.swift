/// Detects triple metre. In music with three beats in a bar, the strongest repetition may be a bar or half a bar in place of a
/// beat.
///
/// Two logistic regressions of the autocorrelation of onsets, fitted to 4,600 generated patterns in three, four and six eighths
/// at 58 to 200 beats a minute. Of 1,200 other patterns, 92 got a tempo that is not 1, 2 or 1/2 times
/// theirs without the detection, and 22 with it.
enum TripleMetre {
  /// Weights of the autocorrelation at a multiple of the period, of all bands and of the bass: for a period that is a bar of
  /// three beats, and for one that is half a bar.
  private typealias Weights = (multiple: Double, bar: SIMD2<Double>, half: SIMD2<Double>)

  private static let weights: [Weights] = [
    (1.0 / 6, [5.2, 3.0], [6.3, 4.7]), (1.0 / 4, [-0.5, 0.9], [0.3, 2.4]),
    (1.0 / 3, [3.1, 1.1], [0.5, 3.9]), (1.0 / 2, [-5.3, -0.4], [-6.9, -0.5]),
    (2.0 / 3, [4.1, -5.9], [9.8, -7.0]), (3.0 / 4, [0.7, 1.4], [0.1, 3.4]),
    (1, [-3.0, 4.5], [-3.9, 1.9]), (5.0 / 4, [2.2, 1.5], [1.9, 2.1]),
    (4.0 / 3, [5.8, -3.2], [9.6, -2.1]), (3.0 / 2, [-3.5, 1.7], [-3.3, 2.8]),
    (5.0 / 3, [3.6, 0.5], [-1.3, 3.3]), (2, [0.9, -1.1], [2.9, -2.7]),
    (5.0 / 2, [-3.0, 2.9], [-3.0, 3.2]), (8.0 / 3, [6.6, -4.5], [9.5, -7.8]),
    (3, [-5.2, 5.7], [-8.4, 7.4]), (4, [0.2, 6.4], [-3.7, 9.2]),
    (9.0 / 2, [-1.4, 3.6], [1.6, 4.1]), (5, [-4.1, 5.3], [-7.8, 6.5]), (6, [0.8, -4.1], [1.4, -4.3]),
  ]

  /// Returns the beats of a period: 3, 1.5 or 1.
  ///
  /// - Parameters:
  ///   - octaves: the distance of the tempo from 120 beats a minute, in octaves.
  ///   - fastest: the maximum number of beats of a period at which the tempo is usual.
  ///   - peak: returns the autocorrelation at a multiple of the period, of all bands and of the bass.
  static func beats(octaves: Double, fastest: Double, peak: (Double) -> SIMD2<Double>) -> Double {
    var (bar, half) = (-13.7 - 6.1 * octaves, -7.0 - 1.4 * octaves)
    for weights in weights {
      let peak = peak(weights.multiple)
      bar += (weights.bar * peak).sum()
      half += (weights.half * peak).sum()
    }
    if bar > 0, fastest >= 3 { return 3 }
    return half > 0 && fastest >= 1.5 ? 1.5 : 1
  }
}
