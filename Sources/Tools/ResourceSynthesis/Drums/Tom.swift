import SystemBase

/// A tom: the modes of a membrane whose pitch falls after the stroke, and the noise of the stick.
struct Tom: DrumSound {
  /// The final frequency of the lowest mode in Hz.
  let frequency: Double
  /// The decay of the lowest mode to -60 dB in seconds.
  let ring: Double

  var seconds: Double { ring * 1.15 }

  /// The ratios of the frequencies of an ideal membrane, N. Fletcher, T. Rossing, "The Physics of Musical
  /// Instruments", 3.2, with the levels and relative decays of a stroke beside the middle.
  private static let modes: [(ratio: Double, level: Double, decay: Double)] = [
    (1, 1, 1), (1.593, 0.55, 0.5), (2.135, 0.3, 0.33), (2.295, 0.2, 0.3), (2.653, 0.2, 0.24),
    (2.917, 0.14, 0.2), (3.598, 0.1, 0.15), (4.23, 0.07, 0.12),
  ]

  func strike(_ sound: inout Mono, _ stroke: Stroke, _ random: inout SeededGenerator) {
    sound.mix(head(sound.count, stroke, &random))
    sound.saturate(drive: stroke.between(0.7, 1.35))
    sound.mix(stick(&random), gain: stroke.between(0.06, 0.5))
    let shell = Noise.burst(0.3, Envelope(attack: 0.002, (1, 0.2)), &random) {
      $0.bandPass(frequency * 4, resonance: 0.8)
    }
    sound.mix(shell, gain: stroke.between(0.03, 0.09))
    sound.lowPass(stroke.frequency(frequency * 8, octaves: 3.4))
  }

  private func head(_ count: Int, _ stroke: Stroke, _ random: inout SeededGenerator) -> Mono {
    var head = Mono(repeating: 0, count: count)
    let tuning = random.detune(0.006)
    // The strike place: nearer to the rim, the higher modes are louder.
    let place = random.bipolar()
    for (number, mode) in Tom.modes.enumerated() {
      let bright = ExactMaths.factor(decibels: Double(min(number, 4)) * (stroke.between(-4, 1) + 0.8 * place))
      let glide = Glide(
        frequency: frequency * mode.ratio * tuning * random.detune(0.006), bend: stroke.between(0.04, 0.34),
        bendSeconds: 0.16,
        envelope: Envelope(
          attack: stroke.between(0.003, 0.0005), (0.4, ring * mode.decay * 0.35), (0.6, ring * mode.decay)))
      head.mix(glide.render(count), gain: mode.level * bright * random.gain(within: number == 0 ? 0.2 : 1.5))
    }
    return head
  }

  private func stick(_ random: inout SeededGenerator) -> Mono {
    var touch = Signal.silence(0.03)
    touch.mix(Noise.tick(about: 3100, resonance: 0.8, seconds: 0.006, &random))
    Mode(frequency: 1450 * random.detune(0.03), decay: 0.014, level: 0.5).ring(in: &touch)
    return touch
  }
}
