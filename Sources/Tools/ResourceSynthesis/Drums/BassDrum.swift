import SystemBase

/// A damped bass drum: a sine of falling pitch, more for hard strokes, a louder attack, and the noise of a felt beater.
struct BassDrum: DrumSound {
  let seconds = 0.75

  func strike(_ sound: inout Mono, _ stroke: Stroke, _ random: inout SeededGenerator) {
    var drum = body(sound.count, stroke, &random)
    drum.saturate(drive: stroke.between(0.85, 1.6))
    drum.mix(beater(&random), gain: stroke.between(0.1, 0.88))
    // The air that the head moves.
    let air = Noise.burst(0.2, Envelope(attack: 0.002, (1, 0.12)), &random) { $0.lowPass(420) }
    drum.mix(air, gain: stroke.between(0.06, 0.12))
    let room = Noise.burst(0.45, Envelope(attack: 0.006, (1, 0.34)), &random) {
      $0.lowPass(1100)
      $0.highPass(160)
    }
    drum.mix(room, gain: 0.05)
    drum.lowPass(stroke.frequency(900, octaves: 3.6))
    sound.mix(drum)
  }

  private func body(_ count: Int, _ stroke: Stroke, _ random: inout SeededGenerator) -> Mono {
    let attack = stroke.between(0.004, 0.0005)
    let tuning = random.detune(0.007)
    let low = Glide(
      frequency: 51 * tuning, bend: stroke.between(0.9, 2.4) * random.detune(0.05), bendSeconds: 0.11,
      envelope: Envelope(attack: attack, (0.45, 0.2), (0.55, stroke.between(0.5, 0.68))))
    let punch = Glide(
      frequency: 93 * tuning * random.detune(0.01), bend: stroke.between(0.4, 1.15), bendSeconds: 0.06,
      envelope: Envelope(attack: attack, (1, 0.14)))
    let edge = Glide(
      frequency: 178 * random.detune(0.015), bend: stroke.between(0.2, 0.65), bendSeconds: 0.04,
      envelope: Envelope(attack: attack, (1, 0.055)))
    var body = low.render(count)
    body.mix(punch.render(count), gain: stroke.between(0.3, 0.6) * random.gain(within: 1))
    body.mix(edge.render(count), gain: stroke.between(0.1, 0.35) * random.gain(within: 1.5))
    return body
  }

  private func beater(_ random: inout SeededGenerator) -> Mono {
    var touch = Signal.silence(0.05)
    touch.mix(Noise.tick(about: 2600, resonance: 0.8, seconds: 0.007, &random), gain: 0.7)
    Mode(frequency: 1240 * random.detune(0.03), decay: 0.016, level: 0.6 * random.gain(within: 2))
      .ring(in: &touch)
    Mode(frequency: 640 * random.detune(0.03), decay: 0.03, level: 0.5 * random.gain(within: 2))
      .ring(in: &touch)
    return touch
  }
}
