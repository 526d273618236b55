import Glibc

/// The strength of onsets by step, standardised: the mean is subtracted, and the unit is the standard deviation.
struct OnsetStrength {
  let values: [Float]
  let stepRate: Double

  /// Weights the bands: the lower ones mark beats more often than cymbals do.
  init(_ curve: OnsetCurve) {
    let low = OnsetStrength.unit(curve.low), middle = OnsetStrength.unit(curve.middle)
    let high = OnsetStrength.unit(curve.high)
    let sum = (0..<curve.count).map { low[$0] + middle[$0] + 0.5 * high[$0] }
    self.init(OnsetStrength.levelled(sum, reach: Int(curve.stepRate / 2)), stepRate: curve.stepRate)
  }

  /// Takes one band.
  init(_ curve: OnsetCurve, _ band: KeyPath<OnsetCurve, [Float]>) {
    self.init(
      OnsetStrength.levelled(OnsetStrength.unit(curve[keyPath: band]), reach: Int(curve.stepRate / 2)),
      stepRate: curve.stepRate)
  }

  private init(_ values: [Float], stepRate: Double) {
    self.values = OnsetStrength.unit(values)
    self.stepRate = stepRate
  }

  /// Divides by the root of the mean square.
  private static func unit(_ values: [Float]) -> [Float] {
    let square = values.reduce(0.0) { $0 + Double($1 * $1) } / Double(max(values.count, 1))
    return square > 0 ? values.map { $0 / Float(square.squareRoot()) } : values
  }

  /// Subtracts the mean of the neighbourhood and sets negative values to zero.
  private static func levelled(_ values: [Float], reach: Int) -> [Float] {
    var sums: [Double] = [0]
    for value in values { sums.append(sums[sums.count - 1] + Double(value)) }
    return values.indices.map { index in
      let (first, last) = (max(0, index - reach), min(values.count, index + reach + 1))
      let mean = (sums[last] - sums[first]) / Double(last - first)
      return max(0, values[index] - Float(mean))
    }
  }

  /// Returns the strength at a fractional step, interpolated.
  func value(at place: Double) -> Float {
    let index = Int(place.rounded(.down))
    guard index >= 0, index + 1 < values.count else { return 0 }
    let part = Float(place - Double(index))
    return values[index] * (1 - part) + values[index + 1] * part
  }

  /// Returns the curve with each value spread over its neighbours.
  func smoothed(by deviation: Double) -> [Float] {
    let reach = max(1, Int((3 * deviation).rounded(.up)))
    let weights = (-reach...reach).map { Float(exp(-0.5 * pow(Double($0) / deviation, 2))) }
    let sum = weights.reduce(0, +)
    return values.indices.map { index in
      var total: Float = 0
      for offset in -reach...reach where values.indices.contains(index + offset) {
        total += values[index + offset] * weights[offset + reach]
      }
      return total / sum
    }
  }

  /// Returns the autocorrelation of a part for lags of 0 up to a number of steps; 1 for lag 0.
  ///
  /// - Parameter range: the part; its lags reach beyond its end.
  func autocorrelation(of range: Range<Int>, lags: Int) -> [Float] {
    let mean = values[range].reduce(0, +) / Float(max(range.count, 1))
    let centred = values[range.lowerBound..<min(range.upperBound + lags, values.count)].map { $0 - mean }
    let result = centred.withUnsafeBytes { centred in
      (0...lags).map { lag -> Float in
        let count = min(range.count, centred.count / MemoryLayout<Float>.size - lag)
        return count > 0 ? OnsetStrength.product(centred, count, lag) / Float(count) : 0
      }
    }
    return result[0] > 0 ? result.map { $0 / result[0] } : result
  }

  /// Returns the sum of the products of the first values with those that are a lag behind.
  private static func product(_ values: UnsafeRawBufferPointer, _ count: Int, _ lag: Int) -> Float {
    typealias Lanes = SIMD8<Float>
    let size = MemoryLayout<Float>.size
    var sums = Lanes.zero
    var index = 0
    while index + Lanes.scalarCount <= count {
      sums +=
        values.loadUnaligned(fromByteOffset: index * size, as: Lanes.self)
        * values.loadUnaligned(fromByteOffset: (index + lag) * size, as: Lanes.self)
      index += Lanes.scalarCount
    }
    var sum = sums.sum()
    while index < count {
      sum +=
        values.loadUnaligned(fromByteOffset: index * size, as: Float.self)
        * values.loadUnaligned(fromByteOffset: (index + lag) * size, as: Float.self)
      index += 1
    }
    return sum
  }
}
