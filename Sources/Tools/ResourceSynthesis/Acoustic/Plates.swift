import SystemBase

/// A cymbal or a pair of them: hundreds of inharmonic modes, of which the high ones build up after the stick has left.
///
/// Source: N. Fletcher, T. Rossing, "The Physics of Musical Instruments", 20: the strong vibration of low modes goes over to
/// high ones within some ten milliseconds, and these decay sooner.
struct Plate: OverheadSound {
  let seconds: Double
  /// Decides the modes, which are equal for all strokes.
  let seed: UInt64
  let octaves: Octaves
  /// The time constant in seconds in which the octave of 8 kHz builds up.
  let buildUp: Double
  /// The noise of the stick, or of the closing pair.
  let contact: Octaves
  /// The seconds in which the contact rises.
  var attack = 0.0002
  /// The clear modes of a bell: frequency in Hz, energy in dB, decay in seconds.
  var clear: [(frequency: Double, level: Double, decay: Double)] = []
  var side = -11.5

  /// The number of modes in each octave: a plate has equally many in each hertz; the highest are too dense to be heard apart.
  private static let modes = [1, 2, 4, 10, 20, 40, 72, 104, 80]

  func strike(_ sound: inout MidSide, _ stroke: Stroke, _ random: inout SeededGenerator) {
    var fixed = SeededGenerator(seed: seed)
    for octave in octaves.octaves { addModes(octave, to: &sound, stroke, &fixed, &random) }
    for mode in clear {
      let tone = Mode(
        frequency: mode.frequency * random.detune(0.0004), decay: mode.decay,
        level: ExactMaths.factor(decibels: mode.level + random.bipolar()) / (mode.decay * 1740).squareRoot(),
        phase: random.unit())
      sound.ring([tone])
    }
    contact.addNoise(to: &sound, stroke, attack: attack * stroke.between(3, 1), &random)
  }

  private func addModes(
    _ octave: Int, to sound: inout MidSide, _ stroke: Stroke, _ fixed: inout SeededGenerator,
    _ random: inout SeededGenerator
  ) {
    let lowest = Octaves.centre(octave) / 1.4142135623730951
    let modes = (0..<Plate.modes[octave]).map { _ in
      Mode(
        frequency: min(fixed.logarithmic(lowest, times: 1), 20_500),
        decay: octaves.decays[octave] * fixed.within(0.8...1.2),
        level: fixed.within(0.4...1) * random.gain(within: 1.5), phase: fixed.unit() + random.within(-0.1...0.1))
    }
    var band = MidSide(seconds: min(seconds, octaves.decays[octave] * 1.45))
    band.ring(modes)
    let constant = buildUp * stroke.between(1.6, 1) * ExactMaths.exp2(0.8 * Double(octave - 7))
    let fall = ExactMaths.exp(-1 / (constant * Signal.rate))
    var missing = 1.0
    for index in band.mid.indices {
      missing *= fall
      band.mid[index] *= 1 - missing
      band.side[index] *= 1 - missing
    }
    let gain = (octaves.energy(octave, stroke) / band.mid.energy).squareRoot() * random.gain(within: 0.3)
    sound.mix(band.mid, side: band.side, gain: gain)
  }
}

extension Plate {
  private static let tip = [0.2, 0.15, 0.1, 0.05, 0.03, 0.02, 0.016, 0.012, 0.01]

  private static func hat(
    _ seconds: Double, levels: [Double], decays: [Double], buildUp: Double = 0.0012, contact: [Double],
    attack: Double = 0.0002, tip: [Double] = tip
  ) -> Plate {
    Plate(
      seconds: seconds, seed: 0x4A75, octaves: Octaves(levels: levels, decays: decays), buildUp: buildUp,
      contact: Octaves(levels: contact, decays: tip), attack: attack)
  }

  /// The tip of the stick on the bow of closed cymbals.
  static let closedBow = hat(
    0.35, levels: [-42, -31, -24, -18, -18, -20, -11.5, -5, -4.5],
    decays: [0.3, 0.3, 0.3, 0.3, 0.3, 0.28, 0.26, 0.23, 0.21],
    contact: [-60, -45, -34, -27, -25, -26, -22, -16, -16])
  /// The shaft of the stick on their edges, which ring a little longer.
  static let closedEdge = hat(
    0.4, levels: [-41, -30, -22, -15, -16, -16, -9, -4.5, -5.5],
    decays: [0.35, 0.35, 0.35, 0.34, 0.33, 0.32, 0.31, 0.28, 0.25],
    contact: [-60, -40, -30, -22, -22, -23, -19, -14, -16])
  static let halfOpen = hat(
    1, levels: [-40, -34, -23.5, -15.5, -16, -18, -8.5, -3.6, -6],
    decays: [0.8, 0.8, 0.8, 0.78, 0.76, 0.7, 0.68, 0.64, 0.6], buildUp: 0.002,
    contact: [-60, -45, -34, -28, -27, -28, -20, -15, -17])
  static let openHat = hat(
    2, levels: [-43, -38, -26.5, -14, -15, -16.5, -8, -3.6, -7],
    decays: [2, 2, 2, 2, 2, 2, 1.95, 1.9, 1.8], buildUp: 0.003,
    contact: [-60, -45, -34, -28, -27, -28, -20, -15, -18])
  /// The edge of open cymbals, which touch and sizzle.
  static let openEdge = hat(
    2, levels: [-41, -34, -23, -12, -14, -14, -6.5, -4, -7.5],
    decays: [2, 2, 2, 2, 2, 2, 1.95, 1.9, 1.8], buildUp: 0.004,
    contact: [-60, -40, -30, -24, -24, -25, -18, -14, -18])
  /// Closed by the foot, without a stick: the cymbals and the air between them.
  static let pedalHat = hat(
    0.35, levels: [-40, -34, -24, -19, -19, -20, -15, -11, -3],
    decays: [0.3, 0.3, 0.3, 0.25, 0.2, 0.2, 0.19, 0.17, 0.15],
    contact: [-18, -20, -14.5, -16, -18, -18, -18, -16, -8], attack: 0.001,
    tip: [0.2, 0.2, 0.2, 0.16, 0.12, 0.1, 0.09, 0.07, 0.05])

  static let crash = Plate(
    seconds: 2.6, seed: 0xC4A5,
    octaves: Octaves(
      levels: [-40, -34, -27, -18.5, -21.5, -14.5, -4.5, -6.5, -18],
      decays: [3, 3, 3, 3, 2.9, 2.8, 2.6, 2.1, 1.6]), buildUp: 0.012,
    contact: Octaves(levels: [-60, -40, -30, -27, -27, -26, -19, -17, -26], decays: tip))
  static let crash2 = Plate(
    seconds: 3, seed: 0xC4B6,
    octaves: Octaves(
      levels: [-31, -23, -21, -19, -22, -11.5, -3.2, -4, -17.5],
      decays: [4, 4, 4, 3.8, 3.6, 3.4, 3.2, 2.8, 2.2]), buildUp: 0.016,
    contact: Octaves(levels: [-60, -36, -30, -26, -26, -24, -18, -16, -26], decays: tip))
  static let rideBow = Plate(
    seconds: 2.6, seed: 0x41DE,
    octaves: Octaves(
      levels: [-43, -39, -23, -19, -23, -16, -10, -7, -13],
      decays: [3.4, 3.4, 3.4, 3.2, 3.2, 3, 2.8, 2.4, 1.4]), buildUp: 0.004,
    contact: Octaves(levels: [-60, -45, -32, -26, -28, -22, -14, -7, -7], decays: tip))
  static let rideBell = Plate(
    seconds: 2.4, seed: 0x41DE,
    octaves: Octaves(
      levels: [-51, -46, -30, -27, -30, -21, -13, -13, -18],
      decays: [3, 3, 3, 3, 2.8, 2.6, 2.3, 1.6, 0.8]), buildUp: 0.002,
    contact: Octaves(levels: [-60, -46, -34, -30, -30, -24, -16, -13, -14], decays: tip),
    clear: [
      (560, -29, 3), (824, -29, 2.8), (1388, -25, 2.6), (2147, -17, 2.4), (2996, -8, 2.2), (3420, -9, 2),
      (4105, -8, 1.9), (5480, -12, 1.7), (6870, -11, 1.4), (8930, -13, 1.1), (11_800, -15, 0.7),
    ])
  static let rideEdge = Plate(
    seconds: 3, seed: 0x41DF,
    octaves: Octaves(
      levels: [-28, -23, -19, -15, -17.5, -11, -4.2, -5.5, -14],
      decays: [4, 4, 4, 3.9, 3.7, 3.6, 3.4, 3, 1.8]), buildUp: 0.01,
    contact: Octaves(levels: [-60, -36, -28, -24, -25, -20, -13, -10, -14], decays: tip))
  static let splash = Plate(
    seconds: 2, seed: 0x5B1A,
    octaves: Octaves(
      levels: [-37, -38, -26.5, -17.5, -10.5, -9, -5, -5.2, -8.7],
      decays: [2.6, 2.6, 2.6, 2.6, 2.6, 2.5, 2.3, 1.8, 1.5]), buildUp: 0.006,
    contact: Octaves(levels: [-60, -45, -34, -26, -20, -19, -17, -16, -20], decays: tip))
  /// A china: its turned-up edge spreads the energy over more octaves, and damps it.
  static let china = Plate(
    seconds: 2, seed: 0xC81A,
    octaves: Octaves(
      levels: [-34, -28, -20, -12, -10, -7.5, -5, -6.5, -12],
      decays: [1.9, 1.9, 1.9, 1.9, 1.8, 1.8, 1.7, 1.5, 1.2]), buildUp: 0.008,
    contact: Octaves(levels: [-60, -36, -28, -22, -20, -19, -17, -16, -22], decays: tip))
}
