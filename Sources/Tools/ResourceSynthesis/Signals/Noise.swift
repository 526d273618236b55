import SystemBase

/// Makes white and filtered noise.
enum Noise {
  static func white(_ count: Int, _ random: inout SeededGenerator) -> Mono {
    var noise = Mono(repeating: 0, count: count)
    for index in 0..<count { noise[index] = random.bipolar() }
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
