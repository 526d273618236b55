import SystemBase

/// A cowbell: two loud modes about a fifth apart, inharmonic modes above them, and a band-pass for the body.
struct Cowbell: DrumSound {
  let seconds = 0.7

  typealias BellMode = (frequency: Double, level: Double, decay: Double)

  /// The frequency in Hz, level and decay in seconds of each mode; close frequencies beat.
  var modes: [BellMode] = [
    (563, 0.85, 0.46), (566.5, 0.25, 0.4), (847, 1, 0.36), (851, 0.2, 0.3), (1422, 0.5, 0.24),
    (1689, 0.6, 0.2), (2116, 0.45, 0.17), (2541, 0.55, 0.15), (3173, 0.4, 0.13), (3958, 0.3, 0.1),
    (4630, 0.24, 0.09), (5412, 0.16, 0.07), (6780, 0.1, 0.05),
  ]

  /// A bell whose lowest mode is by far the loudest, struck by the shoulder of the stick. It is not symmetric: most modes come
  /// in pairs, which beat every 12 to 26 ms.
  static let large = Cowbell(modes: [
    (563, 1, 0.34), (601, 0.4, 0.3), (847, 0.13, 0.26), (889, 0.06, 0.2), (1422, 0.24, 0.18),
    (1467, 0.18, 0.17), (1689, 0.28, 0.16), (1735, 0.2, 0.15), (2116, 0.24, 0.14), (2173, 0.18, 0.13),
    (2541, 0.26, 0.13), (2605, 0.19, 0.12), (3173, 0.28, 0.11), (3244, 0.2, 0.1), (3958, 0.28, 0.1),
    (4041, 0.2, 0.1), (4630, 0.32, 0.09), (5412, 0.28, 0.08), (6780, 0.3, 0.08), (8150, 0.3, 0.07),
    (9640, 0.26, 0.06), (12_400, 0.12, 0.05), (14_100, 0.08, 0.04),
  ])

  func strike(_ sound: inout Mono, _ stroke: Stroke, _ random: inout SeededGenerator) {
    for (number, mode) in modes.enumerated() {
      let phase = number.isMultiple(of: 2) ? 0.0 : 0.11
      let level = mode.level * random.gain(within: number < 4 ? 0.4 : 2)
      let frequency = mode.frequency * (number < 4 ? 1 : random.detune(0.002))
      Mode(frequency: frequency, decay: mode.decay, level: level, phase: phase).ring(in: &sound)
      // The attack: the same modes, louder and with a very short decay.
      Mode(
        frequency: frequency, decay: mode.decay * 0.13, level: level * stroke.between(0.5, 1), phase: phase
      )
      .ring(in: &sound)
    }
    for index in 0..<20 { sound[index] *= Double(index + 1) / 21 }
    sound.scale(1 / sound.peak)
    sound.saturate(drive: stroke.between(1, 2.2))
    sound.peak(860, resonance: 1.4, decibels: 3)
    sound.peak(2600, resonance: 1, decibels: 4)
    sound.mix(
      Noise.tick(about: 3300, resonance: 0.8, seconds: 0.007, &random), gain: stroke.between(0.15, 0.42))
    let room = Noise.burst(0.35, Envelope(attack: 0.004, (1, 0.26)), &random) {
      $0.bandPass(1500, resonance: 0.8)
    }
    sound.mix(room, gain: 0.05)
    sound.lowPass(stroke.frequency(2600, octaves: 2.8), resonance: 0.6)
  }
}
