import SystemBase

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
