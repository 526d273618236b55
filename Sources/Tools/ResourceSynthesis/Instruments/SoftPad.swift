import SystemBase

/// A pad: sustained notes of a few partials, two detuned voices, slow attack and release.
struct SoftPad: PitchedSound {
  /// The detuning of the voices of each channel as a fraction of the frequency.
  let detune: Double

  private static let attack = 0.45
  private static let release = 0.75

  func tone(key: Int, seconds: Double, velocity: Double, _ random: inout SeededGenerator) -> Mono {
    let frequency = ExactMaths.frequency(key: Double(key))
    var tone = Signal.silence(seconds + SoftPad.release)
    add(frequency * (1 + detune * 0.6), gain: 1, from: random.unit(), to: &tone)
    add(frequency * (1 - detune), gain: 0.55, from: random.unit(), to: &tone)
    let rise = Signal.frames(SoftPad.attack)
    for index in 0..<min(rise, tone.count) {
      tone[index] *= 0.5 - 0.5 * ExactMaths.cosine(turns: 0.5 * Double(index) / Double(rise))
    }
    tone.release(after: seconds, over: SoftPad.release)
    tone.scale(velocity * 0.6)
    return tone
  }

  /// Adds a voice; each partial is computed from the two below it by Chebyshev's recurrence.
  private func add(_ frequency: Double, gain: Double, from start: Double, to tone: inout Mono) {
    let step = frequency / Signal.rate
    var turns = start
    for index in tone.indices {
      let first = ExactMaths.sine(turns: turns)
      let twice = 2 * ExactMaths.cosine(turns: turns)
      let second = twice * first
      let third = twice * second - first
      let fourth = twice * third - second
      let fifth = twice * fourth - third
      tone[index] += gain * (first + 0.42 * second + 0.2 * third + 0.1 * fourth + 0.05 * fifth)
      turns += step
      if turns >= 1 { turns -= 1 }
    }
  }
}
