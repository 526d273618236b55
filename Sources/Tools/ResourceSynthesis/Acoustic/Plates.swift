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
  /// The time constant in seconds in which the octaves from 4 kHz on build up; lower ones are sooner.
  let buildUp: Double
  /// The noise of the stick, or of the closing pair.
  let contact: Octaves
  /// The seconds in which the contact of the softest and the hardest stroke rises.
  var attack = (soft: 0.0006, hard: 0.0002)
  /// The clear modes of a bell: frequency in Hz, energy in dB, decay in seconds.
  var clear: [(frequency: Double, level: Double, decay: Double)] = []
  var side = -13.0

  /// The number of modes in each octave: a plate has equally many in each hertz; the highest are too dense to be heard apart.
  private static let modes = [1, 2, 4, 10, 20, 40, 72, 104, 80]

  func strike(_ sound: inout MidSide, _ stroke: Stroke, _ random: inout SeededGenerator) {
    var fixed = SeededGenerator(seed: seed)
    for octave in octaves.octaves { addModes(octave, to: &sound, stroke, &fixed, &random) }
    for mode in clear {
      let tone = Mode(
        frequency: mode.frequency, decay: mode.decay,
        level: ExactMaths.factor(decibels: mode.level + random.bipolar()) / (mode.decay * 1740).squareRoot(),
        phase: fixed.unit() + random.within(-0.1...0.1))
      sound.ring([tone])
    }
    contact.addNoise(to: &sound, stroke, attack: stroke.between(attack.soft, attack.hard), &random)
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
        level: fixed.within(0.4...1) * random.gain(within: 1.5),
        phase: fixed.unit() + random.within(-0.1...0.1))
    }
    var band = MidSide(seconds: min(seconds, octaves.decays[octave] * 1.45))
    band.ring(modes)
    let constant = buildUp * stroke.between(1.6, 1) * min(1, ExactMaths.exp2(1.5 * Double(octave - 6)))
    let fall = ExactMaths.exp(-1 / (constant * Signal.rate))
    var missing = 1.0
    band.multiply(
      band.mid.map { _ in
        missing *= fall
        return 1 - missing
      })
    let gain = (octaves.energy(octave, stroke) / band.mid.energy).squareRoot() * random.gain(within: 0.3)
    sound.mix(band.mid, side: band.side, gain: gain)
  }
}

extension Plate {
  private static let tip = [0.2, 0.15, 0.1, 0.05, 0.03, 0.02, 0.016, 0.012, 0.01]

  private static func hat(
    _ seconds: Double, levels: [Double], decays: [Double], buildUp: Double = 0.006, contact: [Double],
    attack: (soft: Double, hard: Double) = (0.0006, 0.0002), tip: [Double] = tip
  ) -> Plate {
    Plate(
      seconds: seconds, seed: 0x4A75, octaves: Octaves(levels: levels, decays: decays), buildUp: buildUp,
      contact: Octaves(levels: contact, decays: tip), attack: attack)
  }

  /// The tip of the stick on the bow of closed cymbals.
  static let closedBow = hat(
    0.35, levels: [-44, -32, -27, -19, -20, -24, -13.5, -5, -4.5],
    decays: [0.3, 0.3, 0.3, 0.3, 0.3, 0.28, 0.26, 0.23, 0.21],
    contact: [-62, -47, -36, -29, -27, -28, -24, -18, -18])
  /// The shaft of the stick on their edges, which ring a little longer.
  static let closedEdge = hat(
    0.4, levels: [-43, -31, -27, -19, -20, -22, -12, -4.5, -4.5],
    decays: [0.3, 0.3, 0.3, 0.3, 0.29, 0.28, 0.27, 0.25, 0.23],
    contact: [-62, -42, -32, -24, -24, -25, -21, -16, -18])
  static let halfOpen = hat(
    1, levels: [-40, -34, -26.5, -16.5, -17, -21, -9.5, -3.6, -6],
    decays: [0.8, 0.8, 0.8, 0.78, 0.76, 0.7, 0.68, 0.64, 0.6], buildUp: 0.011,
    contact: [-64.5, -49.5, -38.5, -32.5, -31.5, -32.5, -24.5, -19.5, -21.5])
  static let openHat = hat(
    2, levels: [-43, -39, -30.5, -14, -15, -19.5, -8, -3.6, -7],
    decays: [2.1, 2.1, 2.1, 2.1, 2.1, 2.1, 2.05, 1.99, 1.89], buildUp: 0.014,
    contact: [-66, -51, -40, -34, -33, -34, -26, -21, -24])
  /// The edge of open cymbals, which touch and sizzle.
  static let openEdge = hat(
    2, levels: [-43, -38, -29, -14, -16, -18, -7.5, -4, -7.5],
    decays: [2.1, 2.1, 2.1, 2.1, 2.1, 2.1, 2.05, 1.99, 1.89], buildUp: 0.016,
    contact: [-67.5, -47.5, -37.5, -31.5, -31.5, -32.5, -25.5, -21.5, -25.5])
  /// Closed by the foot, without a stick: the cymbals, which touch all around within some ten milliseconds, and the air
  /// between them.
  static let pedalHat = hat(
    0.35, levels: [-40, -35, -26, -21, -22, -22, -16, -12, -3],
    decays: [0.12, 0.12, 0.12, 0.1, 0.11, 0.11, 0.11, 0.11, 0.11], buildUp: 0.015,
    contact: [-18, -20, -14.5, -16, -18, -18, -18, -16, -8], attack: (0.018, 0.014),
    tip: [0.12, 0.12, 0.11, 0.1, 0.11, 0.11, 0.11, 0.11, 0.11])

  static let crash = Plate(
    seconds: 2.6, seed: 0xC4A5,
    octaves: Octaves(
      levels: [-42, -36, -31, -20.5, -25.5, -18.5, -5.5, -7.5, -22],
      decays: [3.15, 3.15, 3.15, 3.15, 3.04, 2.94, 2.73, 2.21, 1.68]), buildUp: 0.045,
    contact: Octaves(levels: [-70, -50, -40, -37, -37, -36, -29, -27, -36], decays: tip))
  static let crash2 = Plate(
    seconds: 2.7, seed: 0xC4B6,
    octaves: Octaves(
      levels: [-31, -24, -22, -20, -26, -12.5, -3.2, -4, -22.5],
      decays: [4.2, 4.2, 4.2, 3.99, 3.78, 3.57, 3.36, 2.94, 2.31]), buildUp: 0.04,
    contact: Octaves(levels: [-70, -46, -40, -36, -36, -34, -28, -26, -36], decays: tip))
  /// The shaft of the stick on the edge: more of the energy goes over to high modes, and later.
  private static func edge(of bow: Plate, levels: [Double]) -> Plate {
    Plate(
      seconds: bow.seconds, seed: bow.seed,
      octaves: Octaves(levels: levels, decays: bow.octaves.decays.map { $0 * 1.08 }),
      buildUp: bow.buildUp * 1.7,
      contact: Octaves(
        levels: [-70, -44, -35, -31, -31, -30, -27, -26, -35], decays: tip.map { $0 * 1.5 }),
      attack: (0.0018, 0.0006))
  }
  static let crashEdge = edge(of: crash, levels: [-38, -32, -26, -18, -21, -13.5, -5, -5, -17])
  static let crash2Edge = edge(of: crash2, levels: [-29, -22, -19, -17, -22, -10.5, -4.2, -3.6, -18])

  static let rideBow = Plate(
    seconds: 2.4, seed: 0x41DE,
    octaves: Octaves(
      levels: [-45, -46, -29, -19, -26, -18, -10, -5.5, -8],
      decays: [3.91, 3.91, 3.91, 3.68, 3.68, 3.45, 3.22, 2.53, 0.72]), buildUp: 0.004,
    contact: Octaves(levels: [-68, -53, -40, -34, -36, -30, -22, -15, -15], decays: tip))
  static let rideBell = Plate(
    seconds: 2.4, seed: 0x41DE,
    octaves: Octaves(
      levels: [-53, -53, -30, -28, -33, -26, -14, -13, -18],
      decays: [3.24, 3.24, 3.24, 3.24, 3.02, 2.81, 2.48, 1.73, 0.86]), buildUp: 0.002,
    contact: Octaves(levels: [-63, -49, -37, -33, -33, -27, -19, -16, -17], decays: tip),
    clear: [
      (560, -29, 3), (824, -29, 2.8), (1388, -25, 2.6), (2147, -21, 2.4), (2996, -8, 2.2), (3420, -9, 2),
      (4105, -8, 1.9), (5480, -12, 1.7), (6870, -11, 1.4), (8930, -13, 1.1), (11_800, -15, 0.7),
    ])
  static let rideEdge = Plate(
    seconds: 2.8, seed: 0x41DF,
    octaves: Octaves(
      levels: [-28, -24, -19, -15, -19.5, -13, -4.2, -5.5, -14],
      decays: [4.2, 4.2, 4.2, 4.09, 3.89, 3.78, 3.57, 3.15, 1.89]), buildUp: 0.005,
    contact: Octaves(
      levels: [-71.5, -47.5, -39.5, -35.5, -33.5, -26.5, -18.5, -16, -20], decays: tip.map { $0 * 2 }))
  static let splash = Plate(
    seconds: 2, seed: 0x5B1A,
    octaves: Octaves(
      levels: [-37, -42, -29.5, -19.5, -11.5, -9, -5, -5.2, -8.7],
      decays: [2.54, 2.54, 2.54, 2.54, 2.54, 2.44, 2.25, 1.76, 1.47]), buildUp: 0.028,
    contact: Octaves(levels: [-71, -56, -45, -37, -31, -30, -28, -27, -31], decays: tip))
  /// A china: its turned-up edge spreads the energy over more octaves, and damps it.
  static let china = Plate(
    seconds: 2, seed: 0xC81A,
    octaves: Octaves(
      levels: [-37, -36, -27, -20, -13, -8, -4, -6.5, -15.5],
      decays: [1.9, 1.9, 1.9, 1.9, 1.8, 1.8, 1.7, 1.5, 1.2]), buildUp: 0.022,
    contact: Octaves(levels: [-67, -43, -35, -29, -27, -26, -24, -23, -29], decays: tip))
}
