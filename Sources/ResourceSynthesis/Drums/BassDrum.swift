import SystemBase

/// A damped bass drum: a sine of falling pitch, a louder attack, and the noise of a felt beater.
struct BassDrum: DrumSound {
  let seconds = 0.75

  func strike(_ sound: inout StereoSignal, _ random: inout SeededGenerator) {
    var drum = body(sound.count)
    drum.saturate(drive: 1.35)
    drum.mix(beater(&random), gain: 0.62)
    drum.mix(air(&random), gain: 0.1)
    sound.mix(drum)
    sound.mix(room(&random), gain: 0.035)
  }

  private func body(_ count: Int) -> Mono {
    let low = Glide(
      frequency: 51, bend: 1.9, bendSeconds: 0.11,
      envelope: Envelope(attack: 0.0006, (0.45, 0.2), (0.55, 0.62)))
    let punch = Glide(
      frequency: 93, bend: 0.9, bendSeconds: 0.06,
      envelope: Envelope(attack: 0.0006, (1, 0.14)))
    let edge = Glide(
      frequency: 178, bend: 0.5, bendSeconds: 0.04,
      envelope: Envelope(attack: 0.0005, (1, 0.055)))
    var body = low.render(count)
    body.mix(punch.render(count), gain: 0.5)
    body.mix(edge.render(count), gain: 0.27)
    return body
  }

  private func beater(_ random: inout SeededGenerator) -> Mono {
    var touch = Signal.silence(0.05)
    touch.mix(Noise.tick(about: 2600, resonance: 0.8, seconds: 0.007, &random), gain: 0.7)
    Mode(frequency: 1240, decay: 0.016, level: 0.6).ring(in: &touch)
    Mode(frequency: 640, decay: 0.03, level: 0.5).ring(in: &touch)
    return touch
  }

  /// A short burst of low noise: the air that the head moves.
  private func air(_ random: inout SeededGenerator) -> Mono {
    var noise = Noise.white(Signal.frames(0.2), &random)
    noise.lowPass(420)
    noise.multiply(Envelope(attack: 0.002, (1, 0.12)).levels(noise.count))
    noise.scale(1 / noise.peak)
    return noise
  }

  private func room(_ random: inout SeededGenerator) -> StereoSignal {
    var room = Noise.stereo(0.45, shared: 0.2, &random)
    let levels = Envelope(attack: 0.006, (1, 0.34)).levels(room.count)
    room.each { channel in
      channel.lowPass(1100)
      channel.highPass(160)
      channel.multiply(levels)
    }
    room.scale(1 / room.peak)
    return room
  }
}
