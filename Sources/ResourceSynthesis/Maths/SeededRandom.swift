/// Random numbers that are the same on every run: SplitMix64.
///
/// Source: G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014.
package struct SeededRandom {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  @inline(__always)
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

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
