import SystemBase

/// A hi-hat. All its strokes have the same modes, so that they sound like one instrument.
struct HiHat: DrumSound {
  let seconds: Double
  /// The seconds in which the loudest part decays by 60 dB.
  let ring: Double
  var isOpen = false
  /// Whether it is closed by the foot, without a stick.
  var isPedal = false

  static let closed = HiHat(seconds: 0.28, ring: 0.16)
  static let halfOpen = HiHat(seconds: 0.38, ring: 0.32, isOpen: true)
  static let open = HiHat(seconds: 1.2, ring: 1.0, isOpen: true)
  static let pedal = HiHat(seconds: 0.24, ring: 0.1, isPedal: true)

  /// The modes of the cymbals, equal for all strokes.
  private static let metalSeed: UInt64 = 0x4A7

  func strike(_ sound: inout Mono, _ stroke: Stroke, _ random: inout SeededGenerator) {
    sound.mix(metal(stroke, &random))
    sound.scale(1 / sound.peak)
    sound.mix(sizzle(stroke, &random), gain: stroke.between(0.35, 0.7))
    if isPedal {
      sound.multiply(Envelope(attack: stroke.between(0.012, 0.004), (1, 2)).levels(sound.count))
      // The air between two cymbals that close.
      let clap = Noise.burst(0.08, Envelope(attack: 0.004, (1, 0.05)), &random) {
        $0.bandPass(1500, resonance: 0.9)
      }
      sound.mix(clap, gain: stroke.between(0.3, 0.6))
    } else {
      sound.mix(stick(&random), gain: stroke.between(0.1, 0.7))
    }
    sound.saturate(drive: stroke.between(1, 1.45))
    sound.highPass(isOpen ? 420 : 600)
    sound.peak(7600, resonance: 0.7, decibels: 2.5)
    sound.lowPass(stroke.frequency(5200, octaves: 1.75), resonance: 0.6)
  }

  /// Returns inharmonic modes, denser at high frequencies; higher ones decay faster.
  private func metal(_ stroke: Stroke, _ random: inout SeededGenerator) -> Mono {
    var fixed = SeededGenerator(seed: HiHat.metalSeed)
    var sound = Signal.silence(seconds)
    for _ in 0..<90 {
      let place = fixed.unit()
      let frequency = 620 * ExactMaths.exp2(4.55 * place.squareRoot())
      let weight = 0.12 + 0.88 * min(1, frequency / 5200)
      let decay = ring * fixed.within(0.55...1.15) * (frequency > 9000 ? 0.75 : 1)
      let level = weight * fixed.within(0.3...1)
      // A stick that lands a little elsewhere excites other modes, at other phases.
      Mode(
        frequency: frequency, decay: decay * stroke.between(0.8, 1.05), level: level * random.gain(within: 2),
        phase: fixed.unit() + random.within(-0.08...0.08)
      ).ring(in: &sound)
    }
    return sound
  }

  /// Returns the rims that touch while the cymbals are open: amplitude-modulated noise.
  private func sizzle(_ stroke: Stroke, _ random: inout SeededGenerator) -> Mono {
    var noise = Noise.white(Signal.frames(seconds), &random)
    let levels = Envelope(attack: stroke.between(0.002, 0.0006), (0.6, ring * 0.3), (0.4, ring))
      .levels(noise.count)
    var gusts = Noise.white(noise.count, &random)
    gusts.lowPass(38)
    let strongest = gusts.peak
    noise.highPass(5200)
    noise.highPass(3600)
    for index in noise.indices { noise[index] *= levels[index] * (1 + 0.7 * gusts[index] / strongest) }
    noise.scale(1 / noise.peak)
    return noise
  }

  private func stick(_ random: inout SeededGenerator) -> Mono {
    var touch = Signal.silence(0.03)
    touch.mix(Noise.tick(about: 5200, resonance: 0.8, seconds: 0.006, &random))
    Mode(frequency: 2750 * random.detune(0.02), decay: 0.012, level: 0.4).ring(in: &touch)
    return touch
  }
}
