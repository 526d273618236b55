import SystemBase

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
