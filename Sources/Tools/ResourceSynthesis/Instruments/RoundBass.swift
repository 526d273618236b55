import SystemBase

/// A fretless bass: a few partials and a little noise of the finger.
struct RoundBass: PitchedSound {
  func tone(key: Int, seconds: Double, velocity: Double, _ random: inout SeededGenerator) -> Mono {
    let frequency = ExactMaths.frequency(key: Double(key))
    let release = 0.07
    let count = Signal.frames(seconds + release)
    var tone = Mono(repeating: 0, count: count)
    let partials: [(level: Double, decay: Double)] = [
      (1, 3.2), (0.5, 1.5), (0.24, 0.9), (0.1, 0.6), (0.05, 0.4),
    ]
    for (number, partial) in partials.enumerated() {
      let glide = Glide(
        frequency: frequency * Double(number + 1), bend: 0.012, bendSeconds: 0.09,
        envelope: Envelope(attack: 0.007, (0.3, partial.decay * 0.25), (0.7, partial.decay)))
      tone.mix(glide.render(count), gain: partial.level * (number == 0 ? 1 : velocity))
    }
    var finger = Noise.tick(about: 700, resonance: 0.8, seconds: 0.018, &random)
    finger.lowPass(1600)
    tone.mix(finger, gain: 0.07)
    tone.release(after: seconds, over: release)
    tone.scale(velocity)
    return tone
  }
}
