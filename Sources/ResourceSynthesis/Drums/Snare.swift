import SystemBase

/// A snare drum: the two strongest modes of the batter head, the snare wires, and the noise of the stick.
struct Snare: DrumSound {
  let seconds = 0.6

  func strike(_ sound: inout StereoSignal, _ random: inout SeededGenerator) {
    let head = self.head(sound.count)
    sound.mix(head, gain: 0.8)
    sound.mix(wires(following: head, &random), gain: 1.05)
    sound.mix(stick(&random), gain: 0.6, pan: 0.06)
    sound.each { $0.saturate(drive: 1.1) }
  }

  /// Head and shell at 187 and 334 Hz, with the weaker modes of a membrane.
  private func head(_ count: Int) -> Mono {
    let modes: [(frequency: Double, level: Double, decay: Double)] = [
      (187, 0.9, 0.22), (334, 0.5, 0.15), (287, 0.16, 0.12), (428, 0.2, 0.09), (561, 0.22, 0.07),
      (716, 0.2, 0.06), (903, 0.15, 0.05),
    ]
    var head = Mono(repeating: 0, count: count)
    for mode in modes {
      let envelope = Envelope(attack: 0.0008, (0.45, mode.decay * 0.3), (0.55, mode.decay * 1.3))
      let glide = Glide(frequency: mode.frequency, bend: 0.16, bendSeconds: 0.07, envelope: envelope)
      head.mix(glide.render(count), gain: mode.level)
    }
    return head
  }

  /// The snare wires: noise that is amplitude-modulated at the frequency of the head.
  private func wires(following head: Mono, _ random: inout SeededGenerator) -> StereoSignal {
    var wires = Noise.stereo(seconds, shared: 0.8, &random)
    let levels = Envelope(attack: 0.0025, (0.62, 0.13), (0.38, 0.42)).levels(wires.count)
    var rattle = head.map { $0 * $0 }
    rattle.lowPass(600)
    let loudest = rattle.peak
    wires.each { channel in
      channel.highPass(1200)
      channel.peak(2600, resonance: 1.1, decibels: 5)
      channel.peak(5600, resonance: 0.9, decibels: 6)
      channel.lowPass(11_500, resonance: 0.6)
      for index in channel.indices {
        channel[index] *= levels[index] * (0.7 + 0.6 * rattle[index] / loudest)
      }
    }
    return wires
  }

  private func stick(_ random: inout SeededGenerator) -> Mono {
    var touch = Signal.silence(0.04)
    touch.mix(Noise.tick(about: 3900, resonance: 0.9, seconds: 0.005, &random))
    Mode(frequency: 1180, decay: 0.018, level: 0.5).ring(in: &touch)
    Mode(frequency: 2310, decay: 0.012, level: 0.35).ring(in: &touch)
    return touch
  }
}
