/// Rounds float samples to integers, clipped at full scale.
///
/// libsndfile rounds towards −∞ and calls a function for each sample.
struct IntegerSamples {
  /// The noise to add before rounding; nil for none, so that samples of as many bits stay exact.
  private var noise: DitherNoise?
  private var shorts: [Int16] = []
  private var words: [Int32] = []

  /// Creates a converter of samples to integers.
  ///
  /// - Parameter isDithered: whether noise is added before rounding, the same for each file.
  init(isDithered: Bool = false) { noise = isDithered ? DitherNoise() : nil }

  /// Adding 1.5 · 2²³ leaves the rounded number, ties to even, in a float's lowest bits.
  private static let roundingFloat: Float = 12_582_912
  /// The number 1.5 · 2⁵², which rounds a double to an integer when it is added and subtracted.
  private static let roundingDouble = 6_755_399_441_055_744.0

  /// Calls `body` with samples of 16 bits.
  mutating func with16Bits<Result>(
    _ samples: UnsafeBufferPointer<Float>, _ body: (UnsafePointer<Int16>) -> Result
  ) -> Result? {
    if shorts.count < samples.count { shorts = [Int16](repeating: 0, count: samples.count) }
    var noise = noise
    defer { self.noise = noise }
    return shorts.withUnsafeMutableBufferPointer { target in
      for index in 0..<samples.count {
        let scaled = min(max(samples[index] * 32_768 + (noise?.next() ?? 0), -32_768), 32_767)
        target[index] = Int16(truncatingIfNeeded: (scaled + IntegerSamples.roundingFloat).bitPattern)
      }
      return target.baseAddress.map { body($0) }
    }
  }

  /// Calls `body` with samples of 24 bits, in the upper bits of 32.
  mutating func with24Bits<Result>(
    _ samples: UnsafeBufferPointer<Float>, _ body: (UnsafePointer<Int32>) -> Result
  ) -> Result? {
    if words.count < samples.count { words = [Int32](repeating: 0, count: samples.count) }
    var noise = noise
    defer { self.noise = noise }
    return words.withUnsafeMutableBufferPointer { target in
      for index in 0..<samples.count {
        let exact = Double(samples[index]) * 8_388_608 + Double(noise?.next() ?? 0)
        let scaled = min(max(exact, -8_388_608), 8_388_607)
        target[index] =
          Int32(truncatingIfNeeded: (scaled + IntegerSamples.roundingDouble).bitPattern) << 8
      }
      return target.baseAddress.map { body($0) }
    }
  }
}
