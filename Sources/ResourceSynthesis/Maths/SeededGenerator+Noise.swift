import SystemBase

extension SeededGenerator {
  /// From 0 up to, not including, 1.
  @inline(__always)
  package mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// From -1 to 1: a sample of white noise.
  @inline(__always)
  package mutating func bipolar() -> Double { unit() * 2 - 1 }

  package mutating func within(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * unit()
  }

  /// Spread over a range so that each octave gets as much.
  package mutating func logarithmic(_ low: Double, times octaves: Double) -> Double {
    low * ExactMaths.exp2(octaves * unit())
  }
}
