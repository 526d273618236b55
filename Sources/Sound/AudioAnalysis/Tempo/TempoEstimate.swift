import Glibc

/// Chooses the period of the beats from the autocorrelation of onsets.
///
/// The score of a period is the weighted autocorrelation at it, its multiples and its fractions, in all bands and in
/// the bass, with a prior for usual tempi, which decides between periods of half and double length. Source of the
/// method: Ellis, Beat Tracking by Dynamic Programming (Journal of New Music Research 36, 2007). The weights were
/// fitted by logistic regression to 600 generated patterns of 57 to 204 beats a minute.
struct TempoEstimate {
  /// The tempi that are found, in beats per minute.
  static let tempi = 55.0...210.0
  private static let usual = 120.0
  /// The weight of the squared distance from the usual tempo, in octaves.
  private static let unusualness = -1.2
  /// The weight of the distance above the usual tempo, in octaves.
  private static let fastness = 1.8
  /// Multiples of the period, each with the weights of the autocorrelation of all bands and of the bass. Multiples such as two
  /// thirds and four thirds distinguish periods that fit the metre from those that do not.
  private static let multiples: [(factor: Double, all: Double, bass: Double)] = [
    (1.0 / 4, -6.7, -1.1), (1.0 / 3, 5.9, -3.5), (3.0 / 8, -4.1, -7.2), (1.0 / 2, 3.6, -4.1),
    (2.0 / 3, 3.0, 1.7), (3.0 / 4, 6.2, 7.4), (1, 7.7, -3.8), (5.0 / 4, 2.2, -12.8), (4.0 / 3, -3.0, -1.9),
    (3.0 / 2, 1.2, 1.3), (2, 4.2, 2.7), (5.0 / 2, -2.2, -0.7), (8.0 / 3, -5.6, -3.3), (3, 4.9, 1.0),
    (4, 9.8, 3.9), (5, 3.2, -3.7), (6, 5.8, -6.1), (8, 13.9, -9.6),
  ]

  /// The length of a part of the track in which the tempo is searched, in seconds.
  private static let partLength = 16.0
  /// How much faster or slower the tempo of a part may be.
  private static let change = 0.06
  /// The ratio of successive tempi in the search.
  private static let resolution = 1.004

  /// Steps of a beat in each part of the track; not empty.
  let periods: [Double]
  /// Steps of a part.
  let part: Int
  /// The similarity of the onsets at distances of one to four beats, 0…1.
  let clarity: Double
  /// The probability that the metre is right, and so the tempo 1, 2 or 1/2 times the right one.
  let certainty: Double

  /// Estimates the tempo of onsets; nil if they are not periodic.
  ///
  /// - Parameter bands: the onsets of the low, the middle and the high band.
  init?(_ strength: OnsetStrength, bands: [OnsetStrength]) {
    part = max(1, Int(TempoEstimate.partLength * strength.stepRate))
    let parts = TempoEstimate.parts(of: strength.values.count, length: part).map {
      Part(strength, bands, $0)
    }
    let tempi = TempoEstimate.tried
    let reach = Int(log(1 + TempoEstimate.change) / log(TempoEstimate.resolution))
    // The tempo of the track is the one near which all parts have a high score.
    let sums = tempi.indices.map { index in
      parts.reduce(0.0) { $0 + $1.scores[$1.best(near: index, reach: reach)] }
    }
    guard let best = sums.indices.max(by: { sums[$0] < sums[$1] }) else { return nil }
    let chosen = parts.map { $0.period(of: tempi[$0.best(near: best, reach: reach)]) }
    let bpm = 60 * strength.stepRate / chosen.sorted()[chosen.count / 2]
    let metre = TripleMetre(bpm: bpm) { multiple in
      zip(parts, chosen).reduce(.zero) { $0 + $1.0.peaks($1.1 * multiple) } / Double(parts.count)
    }
    certainty = metre.certainty
    // The most probable octave of the corrected tempo; a tempo that is right stays.
    let factors =
      metre.factor == 1
      ? [1]
      : [0.25, 0.5, 1, 2, 4].map { $0 * metre.factor }.filter { TempoEstimate.tempi.contains($0 * bpm) }
    let factor = factors.max {
      sums[TempoEstimate.index(of: $0 * bpm)] < sums[TempoEstimate.index(of: $1 * bpm)]
    }
    periods = chosen.map { $0 / (factor ?? 1) }
    let clarities = zip(parts, periods).map { $0.clarity($1) }.sorted()
    clarity = clarities[clarities.count / 2]
    if clarity <= 0 { return nil }
  }

  /// Steps of a beat in the middle of all parts.
  var period: Double { periods.sorted()[periods.count / 2] }

  /// Returns the place of a tempo among the tried ones; the nearest for one beyond them.
  private static func index(of bpm: Double) -> Int {
    min(max(0, Int((log(bpm / tempi.lowerBound) / log(resolution)).rounded())), tried.count - 1)
  }

  private static var tried: [Double] {
    let count = Int(log(tempi.upperBound / tempi.lowerBound) / log(resolution))
    return (0...count).map { tempi.lowerBound * pow(resolution, Double($0)) }
  }

  /// Parts of equal length; the last one is up to half a part longer or shorter.
  private static func parts(of count: Int, length: Int) -> [Range<Int>] {
    let parts = max(1, Int((Double(count) / Double(length)).rounded()))
    return (0..<parts).map { $0 * length..<($0 == parts - 1 ? count : ($0 + 1) * length) }
  }

  /// The autocorrelation of a part of the track.
  private struct Part {
    /// Of all bands, and of the low, the middle and the high one.
    private let correlations: [[Float]]
    let scores: [Double]
    let stepRate: Double

    init(_ strength: OnsetStrength, _ bands: [OnsetStrength], _ range: Range<Int>) {
      stepRate = strength.stepRate
      // Room for the peak near the last one.
      let longest = Int(8.2 * 60 / TempoEstimate.tempi.lowerBound * stepRate)
      correlations = ([strength] + bands).map { $0.autocorrelation(of: range, lags: longest) }
      let (all, bass, rate) = (correlations[0], correlations[1], stepRate)
      scores = TempoEstimate.tried.map { TempoEstimate.score(60 / $0 * rate, bpm: $0, all, bass) }
    }

    func best(near index: Int, reach: Int) -> Int {
      let range = max(0, index - reach)...min(scores.count - 1, index + reach)
      return range.max { scores[$0] < scores[$1] } ?? index
    }

    /// Refines the period of a tempo by the position of the peak at one of its multiples.
    func period(of bpm: Double) -> Double {
      let period = 60 / bpm * stepRate
      let factor = (1...4).max { peak(period, $0) < peak(period, $1) } ?? 1
      let lag = period * Double(factor)
      let all = correlations[0]
      let range = Int(lag * 0.985)...min(Int(lag * 1.015) + 1, all.count - 1)
      return Double(range.max { all[$0] < all[$1] } ?? Int(lag)) / Double(factor)
    }

    func clarity(_ period: Double) -> Double { (1...4).map { peak(period, $0) }.max() ?? 0 }

    /// Returns the autocorrelation at a lag, of all bands and of the low, the middle and the high one.
    func peaks(_ lag: Double) -> SIMD4<Double> { SIMD4(correlations.map { TempoEstimate.peak($0, lag) }) }

    private func peak(_ period: Double, _ factor: Int) -> Double {
      TempoEstimate.peak(correlations[0], period * Double(factor))
    }
  }

  private static func score(_ period: Double, bpm: Double, _ all: [Float], _ bass: [Float]) -> Double {
    let octaves = log2(bpm / usual)
    return multiples.reduce((unusualness * octaves + fastness) * octaves) { sum, multiple in
      let lag = period * multiple.factor
      return sum + multiple.all * peak(all, lag) + multiple.bass * peak(bass, lag)
    }
  }

  /// Returns the largest value near a lag, since the tempo may vary a little.
  private static func peak(_ values: [Float], _ lag: Double) -> Double {
    let (first, last) = (Int((lag * 0.985).rounded(.down)), Int((lag * 1.015).rounded(.up)))
    guard last < values.count else { return 0 }
    return values.withUnsafeBufferPointer { values in
      var top: Float = -0.1
      for index in first...last { top = max(top, values[index]) }
      return Double(min(top, 1))
    }
  }
}
