/// Rounds float samples to integers, clipped at full scale.
///
/// libsndfile rounds towards −∞ and calls a function for each sample.
struct IntegerSamples {
  /// The noise to add before rounding; nil for none, so that samples of as many bits stay exact.
  private var noise: DitherNoise?
  private var shorts: [Int16] = []
  private var words: [Int32] = []

  /// Creates a converter of samples to integers. Noise may be added before rounding, the same for each file.
  init(isDithered: Bool = false) { noise = isDithered ? DitherNoise() : nil }

  /// Adding 1.5 · 2²³ leaves the rounded number, ties to even, in a float's lowest bits.
  private static let roundingFloat: Float = 12_582_912
  /// The number 1.5 · 2⁵², which rounds a double to an integer when it is added and subtracted.
  private static let roundingDouble = 6_755_399_441_055_744.0

  /// Calls `body` with samples of 16 bits.
  mutating func with16Bits<Result>(
    _ samples: UnsafeBufferPointer<Float>, _ body: (UnsafePointer<Int16>) -> Result
  ) -> Result? {
    IntegerSamples.convert(samples, into: &shorts, adding: &noise, body) { sample, noise in
      let scaled = min(max(sample * 32_768 + noise, -32_768), 32_767)
      return Int16(truncatingIfNeeded: (scaled + IntegerSamples.roundingFloat).bitPattern)
    }
  }

  /// Calls `body` with samples of 24 bits, in the upper bits of 32.
  mutating func with24Bits<Result>(
    _ samples: UnsafeBufferPointer<Float>, _ body: (UnsafePointer<Int32>) -> Result
  ) -> Result? {
    IntegerSamples.convert(samples, into: &words, adding: &noise, body) { sample, noise in
      let scaled = min(max(Double(sample) * 8_388_608 + Double(noise), -8_388_608), 8_388_607)
      return Int32(truncatingIfNeeded: (scaled + IntegerSamples.roundingDouble).bitPattern) << 8
    }
  }

  @inline(__always)
  private static func convert<Integer: FixedWidthInteger, Result>(
    _ samples: UnsafeBufferPointer<Float>, into integers: inout [Integer], adding noise: inout DitherNoise?,
    _ body: (UnsafePointer<Integer>) -> Result, by round: (_ sample: Float, _ noise: Float) -> Integer
  ) -> Result? {
    if integers.count < samples.count { integers = [Integer](repeating: 0, count: samples.count) }
    return integers.withUnsafeMutableBufferPointer { target in
      for index in 0..<samples.count { target[index] = round(samples[index], noise?.next() ?? 0) }
      return target.baseAddress.map { body($0) }
    }
  }
}
