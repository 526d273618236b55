import SystemBase

/// A maraca: hundreds of seeds that hit the wall of a gourd, most of them at the end of the swing.
///
/// Source: P. Cook, "Physically Informed Sonic Modeling", Computer Music Journal 21:3, 1997: many small collisions at
/// random times, whose strength follows the swing.
struct Maraca: DrumSound {
  let seconds = 0.2
  /// What the frequencies of the gourd are multiplied by: a smaller one sounds higher.
  var pitch = 1.0
  /// The seconds after which most seeds hit.
  var swing = 0.008
  /// What the strength of the seeds that hit at once is multiplied by.
  var start = 1.0
  /// What the strength of the last seeds is multiplied by.
  var tail = 1.0
  /// The octaves by which the hardest stroke is brighter than the softest.
  var brightening = 1.5

  func strike(_ sound: inout Mono, _ stroke: Stroke, _ random: inout SeededGenerator) {
    // A few seeds hit at once, most follow, and a few fall back.
    seeds(in: &sound, count: 60, about: 0.0012, spread: 0.0012, strength: 0.55 * start, &random)
    seeds(in: &sound, count: 420, about: swing, spread: stroke.between(0.006, 0.004), strength: 1, &random)
    seeds(in: &sound, count: 170, about: 0.024, spread: 0.012, strength: 0.5 * tail, &random)
    seeds(in: &sound, count: 60, about: 0.075, spread: 0.02, strength: 0.16 * tail, &random)
    sound.peak(3300 * pitch, resonance: 3, decibels: 5)
    sound.highPass(2200 * pitch)
    sound.scale(1 / sound.peak)
    sound.saturate(drive: stroke.between(1.2, 1.7))
    sound.lowPass(stroke.frequency(4800 * pitch, octaves: brightening), resonance: 0.6)
  }

  /// Adds grains: for each seed, the resonance of the gourd.
  private func seeds(
    in sound: inout Mono, count: Int, about centre: Double, spread: Double, strength: Double,
    _ random: inout SeededGenerator
  ) {
    for _ in 0..<count {
      // The sum of three uniform numbers approximates a normal distribution.
      let away = random.bipolar() + random.bipolar() + random.bipolar()
      let start = Signal.frames(max(0, centre + away * spread))
      let mode = Mode(
        frequency: random.logarithmic(3400 * pitch, times: 1.5), decay: random.within(0.003...0.008),
        level: strength * random.within(0.15...1), phase: random.unit())
      sound.mix(grain(mode), at: start)
    }
  }

  private func grain(_ mode: Mode) -> Mono {
    var grain = Signal.silence(mode.decay * 1.6)
    mode.ring(in: &grain)
    for index in 0..<min(6, grain.count) { grain[index] *= Double(index + 1) / 7 }
    return grain
  }
}
