import Glibc

/// The features of the onsets of a spectrum, by which drums are classified.
struct HitFeatures {
  /// The limits of the groups of bands in hertz.
  private static let limits = [160.0, 500, 2_000, 5_000, 9_000]
  static let groups = limits.count + 1
  /// The numbers that the rules of drums weigh.
  static let short = 4 * groups + 3

  let onsets: HitOnsets
  /// For each onset the features of the rules, then the rise and the decay of each band.
  let values: [[Float]]
  /// For each onset the increase of the magnitudes of the bands.
  let increases: [[Float]]
  /// For each onset the share of the bands that become clearly louder.
  let breadths: [Float]
  /// For each onset the mean rise of the bands above 5 kHz.
  let highRises: [Float]

  init(_ spectrum: HitSpectrum, _ onsets: HitOnsets) {
    self.onsets = onsets
    let bands = onsets.bands
    let group = bands.centres.map { centre in HitFeatures.limits.count { centre >= $0 } }
    let sizes = (0..<HitFeatures.groups).map { number in Float(max(1, group.count { $0 == number })) }
    func grouped(_ values: [Float]) -> [Float] {
      var sums = [Float](repeating: 0, count: HitFeatures.groups)
      for (band, value) in values.enumerated() { sums[group[band]] += value }
      return zip(sums, sizes).map { $0 / $1 }
    }
    let parts = onsets.steps.map { HitFeatures.parts(onsets, $0) }
    let means = parts.map { (rise: grouped($0.rise), decay: grouped($0.decay), late: grouped($0.lateDecay)) }
    // The 90th percentile of the rise of a group.
    let strong = (0..<HitFeatures.groups).map { number -> Float in
      let sorted = means.map { $0.rise[number] }.sorted()
      return (sorted.isEmpty ? 0 : sorted[(sorted.count - 1) * 9 / 10]) + 0.05
    }
    func relative(_ values: [Float]) -> [Float] { zip(values, strong).map { min(max($0 / $1, -0.5), 2) } }
    values = parts.indices.map { index in
      let (part, mean) = (parts[index], means[index])
      let strength = HitFeatures.strength(onsets, onsets.steps[index])
      return relative(mean.rise) + relative(mean.decay) + relative(mean.late)
        + [strength.x, strength.y, strength.z] + mean.rise.map { min(max($0, -0.5), 3) } + part.rise
        + part.decay
    }
    increases = onsets.steps.map { step in
      (0..<bands.count).map { band in
        let before = HitFeatures.mean(-5 ... -3, step, onsets.count) { spectrum[$0, band] }
        return max(0, HitFeatures.most(0...2, step, onsets.count) { spectrum[$0, band] } - before)
      }
    }
    breadths = parts.map { Float($0.rise.count { $0 > 0.5 }) / Float(bands.count) }
    let high = bands.centres.indices.filter { bands.centres[$0] > 5_000 }
    highRises = parts.map { part in high.reduce(0) { $0 + part.rise[$1] } / Float(max(1, high.count)) }
  }

  /// The rise of the bands to an onset, and their decay within 80 and 160 ms.
  private typealias Parts = (rise: [Float], decay: [Float], lateDecay: [Float])

  private static func parts(_ onsets: HitOnsets, _ step: Int) -> Parts {
    let width = onsets.bands.count
    var parts: Parts = ([], [], [])
    for band in 0..<width {
      func level(_ step: Int) -> Float { onsets.levels[step * width + band] }
      let top = most(-1...2, step, onsets.count, level)
      parts.rise.append(top - mean(-5 ... -3, step, onsets.count, level))
      parts.decay.append(top - mean(5...8, step, onsets.count, level))
      parts.lateDecay.append(top - mean(10...14, step, onsets.count, level))
    }
    return parts
  }

  private static func strength(_ onsets: HitOnsets, _ step: Int) -> SIMD3<Float> {
    var strength = SIMD3<Float>.zero
    for part in 0..<3 {
      strength[part] = min(2, most(-1...1, step, onsets.count) { onsets.strengths[$0][part] })
    }
    return strength
  }

  /// Returns the mean of the values around a step; those beyond the ends are the first or the last one.
  private static func mean(
    _ range: ClosedRange<Int>, _ step: Int, _ count: Int, _ value: (Int) -> Float
  ) -> Float {
    range.reduce(0) { $0 + value(min(max(step + $1, 0), count - 1)) } / Float(range.count)
  }

  private static func most(
    _ range: ClosedRange<Int>, _ step: Int, _ count: Int, _ value: (Int) -> Float
  ) -> Float {
    range.reduce(-.infinity) { max($0, value(min(max(step + $1, 0), count - 1))) }
  }
}
