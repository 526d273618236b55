import SystemBase

/// A drum with two heads: the modes of a membrane whose pitch falls after the stroke, and noise.
///
/// The frequencies are those of N. Fletcher, T. Rossing, "The Physics of Musical Instruments", 3.2 and 18: of an ideal
/// membrane for toms; as they were measured, with both heads, for snare and bass drums.
struct Membrane: OverheadSound {
  /// A mode of the heads: its frequency relative to the lowest one, its energy in dB, and its decay relative to `ring`.
  typealias HeadMode = (ratio: Double, level: Double, decay: Double)

  let seconds: Double
  /// The frequency of the lowest mode in Hz, and its decay to -60 dB in seconds.
  let frequency: Double
  let ring: Double
  let modes: [HeadMode]
  /// The initial excess of the frequencies of the hardest stroke.
  let bend: Double
  /// The noise of the stick, the shell and the air.
  let contact: Octaves
  /// How much the pitch of strokes differs, as a fraction: less than a quarter of a period until they fade over to their tail.
  var detuning = 0.004
  /// The noise of the snares.
  var snares: Octaves?
  /// The modes of hoop and shell, which a stick on the rim excites: frequency in Hz, energy in dB, decay in seconds.
  var hoop: [(frequency: Double, level: Double, decay: Double)] = []
  var side = -14.0

  func strike(_ sound: inout MidSide, _ stroke: Stroke, _ random: inout SeededGenerator) {
    addHeads(to: &sound, stroke, &random)
    addHoop(to: &sound, stroke, &random)
    for _ in 0..<2 { sound.mid.highPass(frequency * 0.6) }
    if let snares {
      let bursts = SnareWires.bursts(sound.mid, frequency: frequency, &random)
      snares.addNoise(
        to: &sound, stroke, attack: stroke.between(0.004, 0.0012), following: bursts, &random)
    }
    contact.addNoise(to: &sound, stroke, attack: stroke.between(0.001, 0.0003), &random)
  }

  /// Adds the modes. Those of several diameters are nearer to one of the microphones.
  private func addHeads(to sound: inout MidSide, _ stroke: Stroke, _ random: inout SeededGenerator) {
    let tuning = random.detune(detuning)
    // The place of the stroke: nearer to the rim, the higher modes are louder.
    let place = random.bipolar()
    for (number, mode) in modes.enumerated() {
      let soft = Double(min(number, 5)) * (2.2 * (stroke.force - 1) + 0.12 * place)
      let glide = Glide(
        frequency: frequency * mode.ratio * tuning * random.detune(detuning / 2),
        bend: bend * stroke.between(0.2, 1),
        bendSeconds: 0.15,
        envelope: Envelope(
          attack: stroke.between(0.003, 0.0005), (0.25, ring * mode.decay * 0.3), (0.75, ring * mode.decay)))
      let tone = glide.render(sound.mid.count)
      let gain = ExactMaths.factor(decibels: mode.level + soft + random.bipolar() * (number == 0 ? 0.1 : 0.4))
      let isLeft = number % 4 == 1 || number % 4 == 2
      sound.mid.mix(tone, gain: gain / tone.energy.squareRoot())
      if number > 0 { sound.side.mix(tone, gain: (isLeft ? gain : -gain) / tone.energy.squareRoot()) }
    }
  }
}

extension Membrane {
  /// Adds the modes of hoop and shell. Their pitch does not fall, since nothing stretches them.
  private func addHoop(to sound: inout MidSide, _ stroke: Stroke, _ random: inout SeededGenerator) {
    for (number, mode) in hoop.enumerated() {
      let soft = 2 * Double(number) * (stroke.force - 1)
      // The energy of a decaying sine of amplitude 1 is 1,740 times its decay.
      let level = ExactMaths.factor(decibels: mode.level + soft + random.bipolar() * 0.5)
      sound.ring([
        Mode(
          frequency: mode.frequency * random.detune(0.001), decay: mode.decay,
          level: level / (mode.decay * 1740).squareRoot(), phase: 0.25 * random.unit())
      ])
    }
  }
}

/// The wires below the lower head: it throws them off, and each time they fall back they sound.
private enum SnareWires {
  /// Returns the level of the noise of wires under a head: bursts in each period of its movement, until it is too weak to
  /// lift them, over a rattle that remains.
  static func bursts(_ head: Mono, frequency: Double, _ random: inout SeededGenerator) -> Mono {
    let peak = head.peak
    var level = 0.0
    let fall = Signal.decay(2.2 / frequency)
    return head.map { value in
      let push = max(0, value / peak - 0.04)
      level = max(level * fall, push.squareRoot() * (0.7 + 0.3 * random.unit()))
      return 0.35 + level
    }
  }
}

extension Membrane {
  /// The ideal membrane: (0,1), (1,1), (2,1), (0,2), (3,1), (1,2), (4,1), (2,2).
  private static func tom(
    _ seconds: Double, _ frequency: Double, ring: Double, upper: Double, stick: Double = 0
  ) -> Membrane {
    Membrane(
      seconds: seconds, frequency: frequency, ring: ring,
      modes: [
        (1, 0, 1), (1.594, upper, 0.6), (2.136, upper - 3, 0.45), (2.296, upper - 6, 0.35),
        (2.653, upper - 7, 0.3), (2.918, upper - 9, 0.25), (3.156, upper - 10, 0.22),
        (3.501, upper - 11, 0.2),
      ], bend: 0.12,
      contact: Octaves(
        levels: [-99, -99, -27, -22, -20, -23, -23, -28, -42].map { $0 + stick },
        decays: [1, 0.4, 0.35, 0.3, 0.22, 0.15, 0.1, 0.08, 0.05]), detuning: 0.001)
  }

  /// The stick strikes head and hoop of a tom at once: the shell and the hoop sound, the head is excited near its edge, where
  /// its higher modes are loud, and the stick damps it.
  ///
  /// The hoop is a ring: its modes have 1, 2.83, 5.42, 8.77 and 12.9 times the frequency of the lowest one (Fletcher and
  /// Rossing, 2).
  private static func tomRim(_ tom: Membrane, hoop lowest: Double) -> Membrane {
    let levels = [-3.0, -4, -4, -8, -6, -8, -8, -9]
    var rim = Membrane(
      seconds: 1.1, frequency: tom.frequency * 1.01, ring: tom.ring * 0.5,
      modes: zip(tom.modes, levels).map { ($0.ratio, $1, $0.decay) }, bend: 0.06,
      contact: Octaves(
        levels: [-99, -99, -24, -16, -11, -9, -9, -13, -26],
        decays: [1, 0.4, 0.3, 0.26, 0.2, 0.15, 0.11, 0.08, 0.05]), detuning: 0.001)
    rim.hoop = [
      (lowest, -9, 0.3), (lowest * 2.83, -9, 0.24), (lowest * 5.42, -11, 0.18), (lowest * 8.77, -14, 0.13),
      (lowest * 12.9, -18, 0.09),
    ]
    return rim
  }

  static let highTomRim = tomRim(highTom, hoop: 372)
  static let midTomRim = tomRim(midTom, hoop: 331)
  static let lowTomRim = tomRim(lowTom, hoop: 287)
  static let floorTomRim = tomRim(floorTom, hoop: 241)

  static let highTom = tom(1.9, 124, ring: 2.15, upper: -13.5)
  static let midTom = tom(2, 106, ring: 2.25, upper: -10)
  static let lowTom = tom(1.9, 88, ring: 2, upper: -7, stick: 2)
  static let floorTom = tom(1.8, 74, ring: 2, upper: -4, stick: 3)

  /// The modes of a bass drum with equally tense heads: (0,1), (1,1) twice, (0,1) of both heads in opposition, (2,1), (3,1),
  /// (4,1) and (5,1) at 50, 86, 93, 118, 136, 182, 225 and 273 Hz.
  static let bass = Membrane(
    seconds: 0.8, frequency: 50, ring: 0.62,
    modes: [
      (1, 0, 1), (1.72, -8, 0.8), (1.86, -10, 0.7), (2.36, -11, 0.6), (2.72, -15, 0.5), (3.64, -20, 0.4),
      (4.5, -28, 0.3), (5.46, -32, 0.25),
    ], bend: 0.4,
    contact: Octaves(
      levels: [-99, -99, -27, -33, -31, -30, -29, -35, -56],
      decays: [1, 1, 0.3, 0.22, 0.12, 0.08, 0.05, 0.04, 0.03]),
    detuning: 0.001, side: -19)

  /// The modes of a snare drum: (0,1) at 182 and, against the lower head, 330 Hz, (1,1) at 278, (2,1) at 403, (0,2), (3,1).
  private static func snareModes(_ upper: Double) -> [HeadMode] {
    [
      (1, 0, 1), (1.813, upper - 4, 0.5), (1.527, upper - 3, 0.6), (2.214, upper - 7, 0.4),
      (2.55, upper - 8, 0.35), (2.84, upper - 10, 0.3), (3.4, upper - 11, 0.25), (4.1, upper - 12, 0.2),
    ]
  }

  static let snare = Membrane(
    seconds: 0.8, frequency: 180, ring: 0.5, modes: snareModes(-3), bend: 0.06,
    contact: Octaves(
      levels: [-99, -99, -24, -22, -22, -22, -23, -26, -40],
      decays: [1, 0.2, 0.15, 0.12, 0.09, 0.07, 0.06, 0.05, 0.04]),
    snares: Octaves(
      levels: [-99, -99, -24, -16, -13.5, -15, -15, -16, -28],
      decays: [1, 1, 0.4, 0.42, 0.44, 0.46, 0.46, 0.42, 0.4]))
  /// The stick strikes head and rim at once: the shell sounds.
  static let rimShot = Membrane(
    seconds: 1, frequency: 181, ring: 0.68, modes: snareModes(0), bend: 0.08,
    contact: Octaves(
      levels: [-99, -99, -22, -17, -16, -17, -18, -21, -34],
      decays: [1, 0.2, 0.3, 0.3, 0.25, 0.18, 0.14, 0.1, 0.07]),
    snares: Octaves(
      levels: [-99, -99, -24, -14, -11.5, -12, -12.5, -13.5, -26],
      decays: [1, 1, 0.5, 0.55, 0.6, 0.62, 0.62, 0.6, 0.5]))
  /// A soft tap near the rim.
  static let ghost = Membrane(
    seconds: 0.7, frequency: 181, ring: 0.42, modes: snareModes(-4), bend: 0.02,
    contact: Octaves(
      levels: [-99, -99, -27, -24, -24, -26, -25, -26, -38],
      decays: [1, 0.2, 0.12, 0.1, 0.08, 0.06, 0.05, 0.04, 0.04]),
    snares: Octaves(
      levels: [-99, -99, -22, -14, -14, -16, -15, -16, -28],
      decays: [1, 1, 0.38, 0.4, 0.42, 0.44, 0.42, 0.39, 0.38]))
  /// The stick lies on the head and strikes the rim: the modes of stick and shell, damped, which the wires answer.
  static let sideStick = Membrane(
    seconds: 0.5, frequency: 212, ring: 0.2,
    modes: [
      (1, -2, 1), (1.42, -6, 0.8), (2.1, -5, 0.7), (3.9, -9, 0.5), (5.3, -9, 0.45), (8.2, -10, 0.4),
      (11.6, -10, 0.35), (15.9, -9, 0.3), (21, -10, 0.25), (29, -11, 0.2),
    ], bend: 0,
    contact: Octaves(
      levels: [-99, -16, -16, -16, -14, -13, -12, -12, -25],
      decays: [1, 0.15, 0.15, 0.12, 0.11, 0.1, 0.09, 0.09, 0.08]),
    snares: Octaves(
      levels: [-99, -99, -20, -13, -7, -6, -6.5, -10.5, -27],
      decays: [1, 1, 0.2, 0.2, 0.2, 0.2, 0.2, 0.18, 0.15]))
}
