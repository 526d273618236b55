import SystemBase

/// A cymbal on a stand.
struct Cymbal: DrumSound {
  let seconds: Double
  /// The modes of the cymbal, equal for all strokes.
  let seed: UInt64
  let modes: Int
  let lowest: Double
  /// The loudest frequency: modes below it are softer.
  let centre: Double
  /// The seconds in which the loudest part decays by 60 dB.
  let ring: Double
  let wash: Double
  /// The seconds in which the wash rises, of the softest and the hardest stroke.
  var rise = (soft: 0.003, hard: 0.003)
  /// The clear modes that the tip of the stick or the bell adds: frequency in Hz, level, decay in seconds.
  var clear: [(frequency: Double, level: Double, decay: Double)] = []
  let stick: Double
  var highPass = 280.0

  static let crash = Cymbal(
    seconds: 4.5, seed: 0xC4A5, modes: 150, lowest: 290, centre: 4200, ring: 6.5, wash: 0.75,
    rise: (0.012, 0.004), stick: 0.25, highPass: 220)
  static let ride = Cymbal(
    seconds: 4.2, seed: 0x41DE, modes: 110, lowest: 330, centre: 3900, ring: 6.2, wash: 0.24,
    clear: [(3120, 0.2, 1.8), (3870, 0.22, 1.5), (5210, 0.16, 1.2)], stick: 0.75)
  /// The bell of the ride.
  static let bell = Cymbal(
    seconds: 3.5, seed: 0x41DE, modes: 70, lowest: 330, centre: 4600, ring: 4.5, wash: 0.1,
    clear: [
      (824, 0.42, 4), (1388, 0.5, 3.6), (2147, 0.36, 3), (2996, 0.3, 2.4), (4105, 0.2, 1.7),
      (5480, 0.13, 1.2),
    ], stick: 0.6)

  func strike(_ sound: inout Mono, _ stroke: Stroke, _ random: inout SeededGenerator) {
    addModes(stroke, to: &sound, &random)
    sound.scale(1 / sound.peak)
    for mode in clear {
      Mode(
        frequency: mode.frequency * random.detune(0.0006), decay: mode.decay,
        level: mode.level * random.gain(within: 1.5), phase: random.unit()
      ).ring(in: &sound)
    }
    sound.mix(noise(stroke, &random), gain: wash * stroke.between(0.45, 1.15))
    sound.mix(
      Noise.tick(about: 4600, resonance: 0.7, seconds: 0.006, &random),
      gain: stick * stroke.between(0.25, 1.1))
    sound.saturate(drive: stroke.between(0.9, 1.3))
    sound.highPass(highPass)
    sound.lowPass(stroke.frequency(4200, octaves: 2), resonance: 0.6)
  }

  /// Adds the modes of the plate; those of high frequency decay faster.
  private func addModes(_ stroke: Stroke, to sound: inout Mono, _ random: inout SeededGenerator) {
    var fixed = SeededGenerator(seed: seed)
    for _ in 0..<modes {
      let place = fixed.unit()
      let frequency = lowest * ExactMaths.exp2(5.4 * place.squareRoot())
      let weight = 0.1 + 0.9 * min(1, frequency / centre)
      let damping = 1 / (0.75 + frequency / 9000)
      let level = weight * fixed.within(0.3...1)
      let decay = ring * fixed.within(0.6...1.1) * damping
      Mode(
        frequency: frequency, decay: decay * stroke.between(0.8, 1.05), level: level * random.gain(within: 2),
        phase: fixed.unit() + random.within(-0.1...0.1)
      ).ring(in: &sound)
    }
  }

  /// Returns the many modes between them: noise that rises while the energy moves to high frequencies.
  private func noise(_ stroke: Stroke, _ random: inout SeededGenerator) -> Mono {
    let envelope = Envelope(
      attack: stroke.between(rise.soft, rise.hard), (0.4, ring * 0.3), (0.6, ring * 0.85))
    return Noise.burst(seconds, envelope, &random) {
      $0.highPass(2600)
      $0.peak(7200, resonance: 0.6, decibels: 4)
    }
  }
}
