import SystemBase

/// Makes white and filtered noise.
enum Noise {
  static func white(_ count: Int, _ random: inout SeededGenerator) -> Mono {
    var noise = Mono(repeating: 0, count: count)
    for index in 0..<count { noise[index] = random.bipolar() }
    return noise
  }

  /// Makes two channels of noise with a common share: 1 is mono, 0 is uncorrelated.
  static func stereo(_ seconds: Double, shared: Double, _ random: inout SeededGenerator) -> StereoSignal {
    let middle = white(Signal.frames(seconds), &random)
    var sound = StereoSignal(seconds: seconds)
    let side = (1 - shared * shared).squareRoot()
    sound.each { channel in
      channel = white(middle.count, &random)
      channel.scale(side)
      channel.mix(middle, gain: shared)
    }
    return sound
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
