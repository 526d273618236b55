import SystemBase

/// A cymbal on a stand: crash, ride, or the bell of the ride.
struct Cymbal: DrumSound {
  enum Kind {
    case crash, ride, bell
  }

  let kind: Kind

  /// The modes and levels in which the kinds differ.
  private struct Metal {
    /// The modes of the cymbal, equal for all strokes.
    var seed: UInt64
    var modes: Int
    var lowest: Double
    /// The loudest frequency: modes below it are softer.
    var centre: Double
    /// The seconds in which the loudest part decays by 60 dB.
    var ring: Double
    var wash: Double
    /// The clear modes that the tip of the stick or the bell adds: frequency in Hz, level, decay in seconds.
    var clear: [(frequency: Double, level: Double, decay: Double)] = []
    var stick: Double
  }

  var seconds: Double {
    switch kind {
    case .crash: 4.5
    case .ride: 4.2
    case .bell: 3.5
    }
  }

  private var metal: Metal {
    switch kind {
    case .crash:
      Metal(seed: 0xC4A5, modes: 150, lowest: 290, centre: 4200, ring: 6.5, wash: 0.75, stick: 0.25)
    case .ride:
      Metal(
        seed: 0x41DE, modes: 110, lowest: 330, centre: 3900, ring: 6.2, wash: 0.24,
        clear: [(3120, 0.2, 1.8), (3870, 0.22, 1.5), (5210, 0.16, 1.2)], stick: 0.75)
    case .bell:
      Metal(
        seed: 0x41DE, modes: 70, lowest: 330, centre: 4600, ring: 4.5, wash: 0.1,
        clear: [
          (824, 0.42, 4), (1388, 0.5, 3.6), (2147, 0.36, 3), (2996, 0.3, 2.4), (4105, 0.2, 1.7),
          (5480, 0.13, 1.2),
        ], stick: 0.6)
    }
  }

  func strike(_ sound: inout Mono, _ stroke: Stroke, _ random: inout SeededGenerator) {
    let metal = self.metal
    ring(metal, stroke, in: &sound, &random)
    sound.scale(1 / sound.peak)
    for mode in metal.clear {
      Mode(
        frequency: mode.frequency * random.detune(0.0006), decay: mode.decay,
        level: mode.level * random.gain(within: 1.5), phase: random.unit()
      ).ring(in: &sound)
    }
    sound.mix(wash(metal, stroke, &random), gain: metal.wash * stroke.between(0.45, 1.15))
    sound.mix(
      Noise.tick(about: 4600, resonance: 0.7, seconds: 0.006, &random),
      gain: metal.stick * stroke.between(0.25, 1.1))
    sound.saturate(drive: stroke.between(0.9, 1.3))
    sound.highPass(kind == .crash ? 220 : 280)
    sound.lowPass(stroke.frequency(4200, octaves: 2), resonance: 0.6)
  }

  /// Returns the modes of the plate; those of high frequency decay faster.
  private func ring(
    _ metal: Metal, _ stroke: Stroke, in sound: inout Mono, _ random: inout SeededGenerator
  ) {
    var fixed = SeededGenerator(seed: metal.seed)
    for _ in 0..<metal.modes {
      let place = fixed.unit()
      let frequency = metal.lowest * ExactMaths.exp2(5.4 * place.squareRoot())
      let weight = 0.1 + 0.9 * min(1, frequency / metal.centre)
      let damping = 1 / (0.75 + frequency / 9000)
      let level = weight * fixed.within(0.3...1)
      let decay = metal.ring * fixed.within(0.6...1.1) * damping
      Mode(
        frequency: frequency, decay: decay * stroke.between(0.8, 1.05), level: level * random.gain(within: 2),
        phase: fixed.unit() + random.within(-0.1...0.1)
      ).ring(in: &sound)
    }
  }

  /// Returns the many modes between them: noise that rises while the energy moves to high frequencies.
  private func wash(_ metal: Metal, _ stroke: Stroke, _ random: inout SeededGenerator) -> Mono {
    let rise = kind == .crash ? stroke.between(0.012, 0.004) : 0.003
    let envelope = Envelope(attack: rise, (0.4, metal.ring * 0.3), (0.6, metal.ring * 0.85))
    return Noise.burst(seconds, envelope, &random) {
      $0.highPass(2600)
      $0.peak(7200, resonance: 0.6, decibels: 4)
    }
  }
}
