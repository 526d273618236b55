import SystemBase

enum Noise {
  static func white(_ count: Int, _ random: inout SeededGenerator) -> Mono {
    var noise = Mono(repeating: 0, count: count)
    for index in 0..<count { noise[index] = random.bipolar() }
    return noise
  }

  /// Makes noise that is filtered, decays and has a peak of 1.
  static func burst(
    _ seconds: Double, _ envelope: Envelope, _ random: inout SeededGenerator, filter: (inout Mono) -> Void
  ) -> Mono {
    var noise = white(Signal.frames(seconds), &random)
    filter(&noise)
    noise.multiply(envelope.levels(noise.count))
    noise.scale(1 / noise.peak)
    return noise
  }

  /// Makes a short burst of band-passed noise: the contact of a stick or beater.
  static func tick(
    about frequency: Double, resonance: Double, seconds: Double, _ random: inout SeededGenerator
  ) -> Mono {
    var noise = white(Signal.frames(seconds * 2), &random)
    noise.multiply(Envelope(attack: 0.0001, (share: 1, seconds: seconds)).levels(noise.count))
    noise.bandPass(frequency, resonance: resonance)
    noise.scale(1 / noise.peak)
    return noise
  }
}

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
