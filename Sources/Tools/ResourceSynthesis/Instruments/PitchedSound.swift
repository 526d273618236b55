import SystemBase

/// An instrument of the demo track: synthesises one note at a time.
protocol PitchedSound {
  /// Synthesises a note of a MIDI key and a velocity from 0 to 1, from its attack to the end of its release after `seconds`.
  func tone(key: Int, seconds: Double, velocity: Double, _ random: inout SeededGenerator) -> Mono
}

extension Mono {
  /// Releases a note: fades it with a raised cosine from `held` seconds on, for `release` seconds.
  mutating func release(after held: Double, over release: Double) {
    let start = Signal.frames(held)
    let frames = Signal.frames(release)
    guard start < count else { return }
    for index in start..<count {
      let passed = Double(Swift.min(index - start, frames)) / Double(frames)
      self[index] *= 0.5 + 0.5 * ExactMaths.cosine(turns: 0.5 * passed)
    }
    removeLast(Swift.max(0, count - start - frames))
  }
}

/// A kalimba: a fundamental with high, short overtones, and the noise of the thumbnail.
struct Kalimba: PitchedSound {
  func tone(key: Int, seconds: Double, velocity: Double, _ random: inout SeededGenerator) -> Mono {
    let frequency = ExactMaths.frequency(key: Double(key))
    let ring = max(0.7, 1.9 - 0.03 * Double(key - 60))
    var tone = Signal.silence(ring * 1.2)
    let modes: [(ratio: Double, level: Double, decay: Double)] = [
      (1, 1, ring), (2.003, 0.1, ring * 0.5), (3.01, 0.035, ring * 0.3), (5.93, 0.24 * velocity, 0.11),
    ]
    for mode in modes where frequency * mode.ratio < 9000 {
      Mode(frequency: frequency * mode.ratio, decay: mode.decay, level: mode.level).ring(in: &tone)
    }
    for index in 0..<72 { tone[index] *= Double(index + 1) / 73 }
    tone.mix(Noise.tick(about: 1500, resonance: 1, seconds: 0.006, &random), gain: 0.07)
    tone.release(after: ring * 0.9, over: ring * 0.3)
    tone.scale(velocity)
    return tone
  }
}

/// A fretless bass: a few partials and a little noise of the finger.
struct RoundBass: PitchedSound {
  func tone(key: Int, seconds: Double, velocity: Double, _ random: inout SeededGenerator) -> Mono {
    let frequency = ExactMaths.frequency(key: Double(key))
    let release = 0.07
    var tone = Signal.silence(seconds + release)
    let partials: [(level: Double, decay: Double)] = [
      (1, 3.2), (0.5, 1.5), (0.24, 0.9), (0.1, 0.6), (0.05, 0.4),
    ]
    for (number, partial) in partials.enumerated() {
      let glide = Glide(
        frequency: frequency * Double(number + 1), bend: 0.012, bendSeconds: 0.09,
        envelope: Envelope(attack: 0.007, (0.3, partial.decay * 0.25), (0.7, partial.decay)))
      tone.mix(glide.render(tone.count), gain: partial.level * (number == 0 ? 1 : velocity))
    }
    var finger = Noise.tick(about: 700, resonance: 0.8, seconds: 0.018, &random)
    finger.lowPass(1600)
    tone.mix(finger, gain: 0.07)
    tone.release(after: seconds, over: release)
    tone.scale(velocity)
    return tone
  }
}

/// An electric piano by frequency modulation: a modulation index that grows with velocity, and a short bell tone.
///
/// Source: J. Chowning, "The Synthesis of Complex Audio Spectra by Means of Frequency Modulation", JAES 21:7, 1973.
struct ElectricPiano: PitchedSound {
  func tone(key: Int, seconds: Double, velocity: Double, _ random: inout SeededGenerator) -> Mono {
    let frequency = ExactMaths.frequency(key: Double(key))
    let release = 0.22
    let count = Signal.frames(seconds + release)
    // High notes decay faster.
    let ring = max(1.6, 5 - 0.06 * Double(key - 48))
    var tone = Envelope(attack: 0.003, (0.4, ring * 0.22), (0.6, ring)).levels(count)
    modulate(&tone, frequency, velocity)
    Mode(frequency: frequency * 6.97, decay: 0.22, level: 0.1 * velocity).ring(in: &tone)
    var felt = Noise.tick(about: 520, resonance: 0.8, seconds: 0.02, &random)
    felt.lowPass(1500)
    tone.mix(felt, gain: 0.06)
    tone.release(after: seconds, over: release)
    tone.scale(velocity)
    return tone
  }

  private func modulate(_ tone: inout Mono, _ frequency: Double, _ velocity: Double) {
    let step = frequency / Signal.rate
    var turns = 0.0
    // The modulation index in turns: bright at the attack, then nearly a sine.
    var bright = 0.2 * velocity * velocity
    let dim = 0.075 * velocity
    let fall = Signal.decay(1.3)
    for index in tone.indices {
      let bend = (bright + dim) * ExactMaths.sine(turns: turns)
      tone[index] *= ExactMaths.sine(turns: turns + bend)
      turns += step
      if turns >= 1 { turns -= 1 }
      bright *= fall
    }
  }
}

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
