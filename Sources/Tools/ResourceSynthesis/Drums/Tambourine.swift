import SystemBase

/// A tambourine: pairs of brass jingles that collide repeatedly with decreasing force, and a hand on a small head.
struct Tambourine: DrumSound {
  let seconds = 0.7

  private static let pairs = 8
  /// The modes of the jingles, equal for all strokes.
  private static let jinglesSeed: UInt64 = 0x7A3B

  func strike(_ sound: inout Mono, _ stroke: Stroke, _ random: inout SeededGenerator) {
    var fixed = SeededGenerator(seed: Tambourine.jinglesSeed)
    for _ in 0..<Tambourine.pairs { sound.mix(jingles(sound.count, &fixed, &random)) }
    sound.scale(1 / sound.peak)
    // The sum of the many higher modes.
    let shimmer = Noise.burst(0.5, Envelope(attack: 0.001, (0.75, 0.06), (0.25, 0.3)), &random) {
      $0.highPass(6500)
      $0.lowPass(12_500)
    }
    sound.mix(shimmer, gain: stroke.between(0.15, 0.36))
    sound.mix(hand(&random), gain: stroke.between(0.5, 0.38))
    sound.saturate(drive: stroke.between(1, 1.7))
    sound.lowPass(stroke.frequency(4600, octaves: 1.9), resonance: 0.6)
  }

  /// Returns a pair of jingles: two discs of nearly the same modes, excited by each collision.
  private func jingles(
    _ count: Int, _ fixed: inout SeededGenerator, _ random: inout SeededGenerator
  ) -> Mono {
    let force = clashes(count, &random)
    var sound = Mono(repeating: 0, count: count)
    let base = fixed.within(2900...4100)
    // The approximate mode ratios of a free disc, with random deviations.
    for ratio in [0.77, 1, 1.38, 1.73, 2.05, 2.33, 2.71, 3.04, 3.91] {
      let frequency = base * ratio * fixed.within(0.87...1.15)
      guard frequency < 16_500 else { continue }
      let decay = fixed.within(0.16...0.4) * (ratio > 2 ? 0.7 : 1)
      let level = fixed.within(0.4...1) * (ratio < 0.9 ? 0.35 : 1)
      for disc in [1, fixed.within(1.006...1.03)] {
        Mode(frequency: frequency * disc, decay: decay, level: level).respond(to: force, in: &sound)
      }
    }
    return sound
  }

  /// Returns the collisions of a pair: at the stroke, then at growing random intervals with decreasing force.
  private func clashes(_ count: Int, _ random: inout SeededGenerator) -> Mono {
    var force = Mono(repeating: 0, count: count)
    var time = random.within(0...0.0012)
    var strength = random.within(0.7...1)
    while time < 0.2, strength > 0.02 {
      let start = Signal.frames(time)
      for index in start..<start + 10 { force[index] += random.bipolar() * strength }
      time += random.within(0.004...0.016) * (1 + time * 6)
      strength = random.within(0.35...1) * ExactMaths.exp(-time / 0.05)
    }
    return force
  }

  private func hand(_ random: inout SeededGenerator) -> Mono {
    var slap = Signal.silence(0.2)
    slap.mix(Noise.tick(about: 900, resonance: 0.8, seconds: 0.028, &random))
    Mode(frequency: 318, decay: 0.11, level: 0.7).ring(in: &slap)
    Mode(frequency: 507, decay: 0.07, level: 0.4).ring(in: &slap)
    return slap
  }
}
