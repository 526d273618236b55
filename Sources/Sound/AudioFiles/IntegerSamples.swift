/// Rounds float samples to integers, clipped at full scale.
///
/// libsndfile rounds towards −∞ and calls a function for each sample.
struct IntegerSamples {
  /// The noise to add before rounding; nil for none, so that samples of as many bits stay exact.
  private var noise: DitherNoise?

  /// Creates a converter of samples to integers. Noise may be added before rounding, the same for each file.
  init(isDithered: Bool = false) { noise = isDithered ? DitherNoise() : nil }

  /// Adding 1.5 · 2²³ leaves the rounded number, ties to even, in a float's lowest bits.
  private static let roundingFloat: Float = 12_582_912
  /// The number 1.5 · 2⁵², which rounds a double to an integer when it is added and subtracted.
  private static let roundingDouble = 6_755_399_441_055_744.0

  /// Returns samples of 16 bits.
  mutating func shorts(_ samples: UnsafeBufferPointer<Float>) -> [Int16] {
    samples.map { sample in
      let scaled = min(max(sample * 32_768 + (noise?.next() ?? 0), -32_768), 32_767)
      return Int16(truncatingIfNeeded: (scaled + IntegerSamples.roundingFloat).bitPattern)
    }
  }

  /// Returns samples of 24 bits, in the upper bits of 32.
  mutating func words(_ samples: UnsafeBufferPointer<Float>) -> [Int32] {
    samples.map { sample in
      let scaled = min(max(Double(sample) * 8_388_608 + Double(noise?.next() ?? 0), -8_388_608), 8_388_607)
      return Int32(truncatingIfNeeded: (scaled + IntegerSamples.roundingDouble).bitPattern) << 8
    }
  }
}
