import Glibc

/// The onsets of a spectrum: the steps where a hit may be, and how much louder the bands become there.
///
/// The levels are logarithmic, so that a hit has the same strength over loud and soft music. The rise of a band is
/// the difference to the loudest of its neighbours two steps before. Source: Böck and Widmer, Maximum Filter Vibrato
/// Suppression for Onset Detection (DAFx 2013).
struct HitOnsets {
  private static let lag = 2
  /// The steps on both sides of an onset over which the median is taken. An onset exceeds it.
  private static let reach = 25
  private static let leastRise: Float = 0.12
  /// The minimum rise that counts as strong.
  private static let leastStrong: Float = 0.02
  /// The minimum number of steps between two onsets.
  private static let gap = 4
  /// The limits of the parts whose strengths are compared, in hertz.
  private static let limits = [160.0, 5_000]

  let bands: HitBands
  let count: Int
  /// The levels of the bands, step by step: the logarithm of 1 and the ratio to the usual magnitude of the band.
  let levels: [Float]
  /// The strengths of the onsets below 160 Hz, up to 5 kHz and above in each step; 1 is that of a strong one.
  let strengths: [SIMD3<Float>]
  /// The steps of the onsets in ascending order.
  let steps: [Int]

  init(_ spectrum: HitSpectrum) {
    (bands, count) = (spectrum.bands, spectrum.count)
    levels = HitOnsets.levels(of: spectrum)
    strengths = HitOnsets.strengths(levels, spectrum.bands, count)
    steps = HitOnsets.peaks(of: strengths)
  }

  private static func levels(of spectrum: HitSpectrum) -> [Float] {
    let bands = spectrum.bands.count
    let usual = (0..<bands).map { band in
      let sorted = (0..<spectrum.count).map { spectrum[$0, band] }.sorted()
      guard !sorted.isEmpty else { return Float(1) }
      // Rounding errors in the other bands of a pure tone are no sound.
      return max(sorted[sorted.count / 2], 0.02 * sorted[sorted.count * 97 / 100], HitDetector.audible / 10)
    }
    var band = 0
    return spectrum.values.map { value in
      defer { band = band + 1 < bands ? band + 1 : 0 }
      return log1p(value / usual[band])
    }
  }

  private static func strengths(_ levels: [Float], _ bands: HitBands, _ count: Int) -> [SIMD3<Float>] {
    let width = bands.count
    let part = bands.centres.map { centre in limits.count { centre >= $0 } }
    var sizes = SIMD3<Float>(repeating: 0.001)
    for part in part { sizes[part] += 1 }
    var result = [SIMD3<Float>](repeating: .zero, count: count)
    for step in lag..<max(count, lag) {
      let (now, before) = (step * width, (step - lag) * width)
      var sum = SIMD3<Float>.zero
      for band in 0..<width {
        var loudest = levels[before + band]
        if band > 0 { loudest = max(loudest, levels[before + band - 1]) }
        if band + 1 < width { loudest = max(loudest, levels[before + band + 1]) }
        sum[part[band]] += max(0, levels[now + band] - loudest)
      }
      result[step] = sum / sizes
    }
    var strong = SIMD3<Float>(repeating: 1)
    for part in 0..<3 where count > 0 {
      strong[part] = max(result.map { $0[part] }.sorted()[count * 97 / 100], leastStrong)
    }
    return result.map { $0 / strong }
  }

  /// Returns the steps of the peaks of each part and of their sum. Of peaks that are too close, only the strongest is kept.
  private static func peaks(of strengths: [SIMD3<Float>]) -> [Int] {
    var found: [Int: Float] = [:]
    for part in 0...3 {
      let curve = strengths.map { part < 3 ? $0[part] : $0.sum() / 2 }
      for step in curve.indices.dropFirst(2).dropLast(2) {
        let value = curve[step]
        guard value > leastRise, value >= curve[step - 1], value > curve[step + 1], value >= curve[step - 2],
          value >= curve[step + 2], value > leastRise + median(of: curve, around: step)
        else { continue }
        found[step] = max(found[step] ?? 0, value)
      }
    }
    var isTaken = [Bool](repeating: false, count: strengths.count)
    var steps: [Int] = []
    for (step, _) in found.sorted(by: { ($0.value, $1.key) > ($1.value, $0.key) }) {
      let near = max(0, step - gap + 1)...min(strengths.count - 1, step + gap - 1)
      if isTaken[near].contains(true) { continue }
      isTaken[step] = true
      steps.append(step)
    }
    return steps.sorted()
  }

  private static func median(of curve: [Float], around step: Int) -> Float {
    let near = curve[max(0, step - reach)...min(curve.count - 1, step + reach)].sorted()
    return near[near.count / 2]
  }
}
