import SystemBase

/// The energy and the decay of a sound in each octave from 63 Hz to 16 kHz.
struct Octaves {
  /// The energy of the hardest stroke in dB.
  let levels: [Double]
  /// The times to -60 dB in seconds.
  let decays: [Double]

  /// What a soft stroke lacks in dB in each octave above 500 Hz, since the contact of the stick lasts longer.
  private static let softening = 3.5
  private static let inaudible = -70.0

  var octaves: [Int] { levels.indices.filter { levels[$0] > Octaves.inaudible } }

  /// Returns the middle of an octave in Hz.
  static func centre(_ octave: Int) -> Double { 62.5 * ExactMaths.exp2(Double(octave)) }

  /// Returns the energy of an octave, linear.
  func energy(_ octave: Int, _ stroke: Stroke) -> Double {
    let loss = Octaves.softening * (1 - stroke.force) * Double(max(0, octave - 3))
    return ExactMaths.factor(decibels: 2 * (levels[octave] - loss))
  }

  /// Adds noise, another to each microphone.
  ///
  /// - Parameters:
  ///   - attack: the linear rise in seconds.
  ///   - levels: what the noise is multiplied by before its energy is set.
  func addNoise(
    to sound: inout MidSide, _ stroke: Stroke, attack: Double, following levels: Mono? = nil,
    _ random: inout SeededGenerator
  ) {
    for octave in octaves {
      let mid = noise(octave, sound.mid.count, attack, levels, &random)
      let side = noise(octave, sound.mid.count, attack, levels, &random)
      let gain = (energy(octave, stroke) / mid.energy).squareRoot() * random.gain(within: 0.2)
      sound.mix(mid, side: side, gain: gain)
    }
  }

  private func noise(
    _ octave: Int, _ count: Int, _ attack: Double, _ levels: Mono?, _ random: inout SeededGenerator
  ) -> Mono {
    var noise = Noise.white(min(count, Signal.frames(decays[octave] * 1.2)), &random)
    for _ in 0..<2 { noise.bandPass(Octaves.centre(octave), resonance: 1.6) }
    noise.multiply(Envelope(attack: attack, (1, decays[octave])).levels(noise.count))
    if let levels { noise.multiply(levels) }
    return noise
  }
}
