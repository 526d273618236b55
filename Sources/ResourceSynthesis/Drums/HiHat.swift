import SystemBase

/// A hi-hat, open or closed. Both have the same modes, so that they sound like one instrument.
struct HiHat: DrumSound {
  let isOpen: Bool

  /// The modes of the cymbals, equal for all strokes.
  private static let metalSeed: UInt64 = 0x4A7

  var seconds: Double { isOpen ? 1.4 : 0.28 }
  /// The seconds in which the loudest part decays by 60 dB.
  private var ring: Double { isOpen ? 1.15 : 0.16 }

  func strike(_ sound: inout StereoSignal, _ random: inout SeededGenerator) {
    sound.mix(metal())
    sound.scale(1 / sound.peak)
    sound.mix(sizzle(&random), gain: isOpen ? 0.6 : 0.55)
    sound.mix(stick(&random), gain: 0.5, pan: 0.1)
    sound.each { channel in
      channel.saturate(drive: 1.3)
      channel.highPass(isOpen ? 420 : 600)
      channel.peak(7600, resonance: 0.7, decibels: 2.5)
      channel.lowPass(15_500, resonance: 0.6)
    }
  }

  /// Inharmonic modes, denser at high frequencies; higher ones decay faster.
  private func metal() -> StereoSignal {
    var random = SeededGenerator(seed: HiHat.metalSeed)
    var sound = StereoSignal(seconds: seconds)
    for _ in 0..<90 {
      let place = random.unit()
      let frequency = 620 * ExactMaths.exp2(4.55 * place.squareRoot())
      let weight = 0.12 + 0.88 * min(1, frequency / 5200)
      let decay = ring * random.within(0.55...1.15) * (frequency > 9000 ? 0.75 : 1)
      let mode = Mode(
        frequency: frequency, decay: decay, level: weight * random.within(0.3...1), phase: random.unit())
      var tone = Mono(repeating: 0, count: sound.count)
      mode.ring(in: &tone)
      sound.mix(tone, pan: random.within(-0.8...0.8))
    }
    return sound
  }

  /// The rims that touch while the cymbals are open: amplitude-modulated noise.
  private func sizzle(_ random: inout SeededGenerator) -> StereoSignal {
    var noise = Noise.stereo(seconds, shared: 0.35, &random)
    let levels = Envelope(attack: 0.0008, (0.6, ring * 0.3), (0.4, ring)).levels(noise.count)
    var gusts = Noise.white(noise.count, &random)
    gusts.lowPass(38)
    let strongest = gusts.peak
    noise.each { channel in
      channel.highPass(5200)
      channel.highPass(3600)
      for index in channel.indices { channel[index] *= levels[index] * (1 + 0.7 * gusts[index] / strongest) }
    }
    noise.scale(1 / noise.peak)
    return noise
  }

  private func stick(_ random: inout SeededGenerator) -> Mono {
    var touch = Signal.silence(0.03)
    touch.mix(Noise.tick(about: 5200, resonance: 0.8, seconds: 0.006, &random))
    Mode(frequency: 2750, decay: 0.012, level: 0.4).ring(in: &touch)
    return touch
  }
}
