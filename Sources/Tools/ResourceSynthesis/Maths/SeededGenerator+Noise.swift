import SystemBase

extension SeededGenerator {
  /// Returns a uniform number in 0 ..< 1.
  @inline(__always)
  package mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// Returns a sample of white noise, from -1 to 1.
  @inline(__always)
  package mutating func bipolar() -> Double { unit() * 2 - 1 }

  package mutating func within(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * unit()
  }

  /// Returns a number whose logarithm is uniform in a range.
  package mutating func logarithmic(_ low: Double, times octaves: Double) -> Double {
    low * ExactMaths.exp2(octaves * unit())
  }

  /// Returns a factor whose gain is uniform between the negative and the positive of a number of dB.
  package mutating func gain(within decibels: Double) -> Double {
    ExactMaths.factor(decibels: bipolar() * decibels)
  }

  /// Returns a factor that differs from 1 by at most a fraction.
  package mutating func detune(_ fraction: Double) -> Double { 1 + bipolar() * fraction }
}
