import AudioBase

/// Clips frames softly, with less aliasing than their rate implies.
///
/// The curve is evaluated at eight places between two frames, through which a cubic runs. The values are averaged by
/// four moving means in series (a cascaded integrator-comb decimator without recursion: E. B. Hogenauer, "An
/// Economical Class of Digital Filters for Decimation and Interpolation", IEEE Trans. ASSP 29, 1981). The averages lack
/// what would be folded to low frequencies.
struct SmoothClipper: BitwiseCopyable {
  private typealias Places = SIMD8<Float>

  /// What one side keeps of earlier averages, for the next three.
  private struct Sums: BitwiseCopyable {
    var first = Places.zero
    var second = Places.zero
    var third = Places.zero
  }

  /// The weights of the newest eight places, then of earlier ones.
  private let weights: (Places, Places, Places, Places)
  private var history = (Frame.zero, Frame.zero, Frame.zero)
  private var left = Sums()
  private var right = Sums()

  init() {
    let table = SmoothClipper.makeWeights()
    func row(_ index: Int) -> Places { Places(table[index * 8..<index * 8 + 8]) }
    weights = (row(3), row(2), row(1), row(0))
  }

  /// Returns the weights of four moving means of eight places in series, whose centre is half way.
  private static func makeWeights() -> [Float] {
    var weights: [Double] = [1]
    for _ in 0..<4 {
      let narrow = weights
      weights = [Double](repeating: 0, count: narrow.count + 7)
      for (index, weight) in narrow.enumerated() {
        for place in 0..<8 { weights[index + place] += weight / 8 }
      }
    }
    return [0, 0] + weights.map { Float($0) } + [0]
  }

  /// Clips a frame. Returns the frame `delay` frames back.
  mutating func clip(_ frame: Frame, drive: Float) -> (clipped: Frame, input: Frame) {
    let newest = frame
    let points = (history.0, history.1, history.2)
    history = (points.1, points.2, newest)
    let first = (points.2 - points.0) * 0.5
    let second = points.0 - points.1 * 2.5 + points.2 * 2 - newest * 0.5
    let third = (newest - points.0) * 0.5 + (points.1 - points.2) * 1.5
    let leftPlaces = SmoothClipper.cubic(points.1.x, first.x, second.x, third.x) * drive
    let rightPlaces = SmoothClipper.cubic(points.1.y, first.y, second.y, third.y) * drive
    let clipped = Frame(
      average(SmoothClipper.curve(leftPlaces), &left), average(SmoothClipper.curve(rightPlaces), &right))
    return (clipped, points.0)
  }

  /// Returns the values of a cubic at eight places from 0 to 7/8.
  private static func cubic(_ zeroth: Float, _ first: Float, _ second: Float, _ third: Float) -> Places {
    let t = Places(0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875)
    return ((t * third + second) * t + first) * t + zeroth
  }

  /// Returns the hyperbolic tangent by its continued fraction, which reaches 1 at 4.97.
  private static func curve(_ input: Places) -> Places {
    let limit = Places(repeating: 4.970_1)
    let x = pointwiseMin(pointwiseMax(input, -limit), limit)
    let s = x * x
    let numerator = ((s + 378) * s + 17_325) * s + 135_135
    let denominator = ((s * 28 + 3150) * s + 62_370) * s + 135_135
    return x * numerator / denominator
  }

  private func average(_ places: Places, _ sums: inout Sums) -> Float {
    let complete = sums.first + places * weights.0
    sums.first = sums.second + places * weights.1
    sums.second = sums.third + places * weights.2
    sums.third = places * weights.3
    return complete.sum()
  }

  mutating func clear() {
    history = (.zero, .zero, .zero)
    left = Sums()
    right = Sums()
  }
}
