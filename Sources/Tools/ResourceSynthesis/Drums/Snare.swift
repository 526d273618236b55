import SystemBase

/// A snare drum: the two strongest modes of the batter head, the snare wires, and the noise of the stick.
struct Snare: DrumSound {
  let seconds = 0.6

  func strike(_ sound: inout Mono, _ stroke: Stroke, _ random: inout SeededGenerator) {
    let head = self.head(sound.count, stroke, &random)
    sound.mix(head, gain: 0.8)
    sound.mix(wires(following: head, stroke, &random), gain: stroke.between(0.5, 1.32))
    sound.mix(stick(&random), gain: stroke.between(0.12, 0.84))
    sound.saturate(drive: stroke.between(0.8, 1.25))
    sound.lowPass(stroke.frequency(2600, octaves: 2.9), resonance: 0.6)
  }

  /// Returns head and shell at 187 and 334 Hz, with the weaker modes of a membrane.
  private func head(_ count: Int, _ stroke: Stroke, _ random: inout SeededGenerator) -> Mono {
    let modes: [(frequency: Double, level: Double, decay: Double)] = [
      (187, 0.9, 0.22), (334, 0.5, 0.15), (287, 0.16, 0.12), (428, 0.2, 0.09), (561, 0.22, 0.07),
      (716, 0.2, 0.06), (903, 0.15, 0.05),
    ]
    let attack = stroke.between(0.003, 0.0005)
    let tuning = random.detune(0.003)
    // The strike place: nearer to the rim, the higher modes are louder.
    let place = random.bipolar()
    var head = Mono(repeating: 0, count: count)
    for (number, mode) in modes.enumerated() {
      let envelope = Envelope(attack: attack, (0.45, mode.decay * 0.3), (0.55, mode.decay * 1.3))
      let glide = Glide(
        frequency: mode.frequency * tuning * random.detune(0.003), bend: stroke.between(0.05, 0.22),
        bendSeconds: 0.07, envelope: envelope)
      let bright = number < 2 ? 0 : stroke.between(-5, 1.5) + place * 1.5
      head.mix(
        glide.render(count), gain: mode.level * ExactMaths.factor(decibels: bright) * random.gain(within: 0.7)
      )
    }
    return head
  }

  /// Returns the snare wires: noise that is amplitude-modulated at the frequency of the head.
  private func wires(following head: Mono, _ stroke: Stroke, _ random: inout SeededGenerator) -> Mono {
    var wires = Noise.white(head.count, &random)
    let levels = Envelope(
      attack: stroke.between(0.005, 0.0015), (0.62, 0.13), (0.38, stroke.between(0.3, 0.46))
    ).levels(wires.count)
    var rattle = head.map { $0 * $0 }
    rattle.lowPass(600)
    let loudest = rattle.peak
    wires.highPass(1200)
    wires.peak(2600 * random.detune(0.04), resonance: 1.1, decibels: 5)
    wires.peak(5600 * random.detune(0.04), resonance: 0.9, decibels: 6)
    wires.lowPass(11_500, resonance: 0.6)
    for index in wires.indices {
      wires[index] *= levels[index] * (0.7 + 0.6 * rattle[index] / loudest)
    }
    return wires
  }

  private func stick(_ random: inout SeededGenerator) -> Mono {
    var touch = Signal.silence(0.04)
    touch.mix(Noise.tick(about: 3900, resonance: 0.9, seconds: 0.005, &random))
    Mode(frequency: 1180 * random.detune(0.02), decay: 0.018, level: 0.5).ring(in: &touch)
    Mode(frequency: 2310 * random.detune(0.02), decay: 0.012, level: 0.35).ring(in: &touch)
    return touch
  }
}

/// A cross stick: the stick lies on the head of the snare drum and strikes the rim.
struct CrossStick: DrumSound {
  let seconds = 0.3

  /// The frequency in Hz, level and decay in seconds of each mode of the stick and the rim.
  private static let modes: [(frequency: Double, level: Double, decay: Double)] = [
    (415, 0.5, 0.09), (820, 0.9, 0.075), (1730, 1, 0.06), (2460, 0.6, 0.04), (3370, 0.45, 0.03),
    (4980, 0.3, 0.02), (7100, 0.2, 0.014),
  ]

  func strike(_ sound: inout Mono, _ stroke: Stroke, _ random: inout SeededGenerator) {
    for mode in CrossStick.modes {
      Mode(
        frequency: mode.frequency * random.detune(0.006), decay: mode.decay * random.detune(0.06),
        level: mode.level * random.gain(within: 1.2), phase: random.unit() * 0.05
      ).ring(in: &sound)
    }
    sound.saturate(drive: stroke.between(0.6, 1.3))
    sound.mix(
      Noise.tick(about: 4200, resonance: 0.7, seconds: 0.004, &random), gain: stroke.between(0.15, 0.8))
    let wires = Noise.burst(0.2, Envelope(attack: 0.003, (1, 0.16)), &random) {
      $0.bandPass(3800, resonance: 0.7)
    }
    sound.mix(wires, gain: stroke.between(0.02, 0.07))
    sound.lowPass(stroke.frequency(2400, octaves: 2.6), resonance: 0.6)
  }
}
