import SystemBase

/// A cowbell: two loud modes about a fifth apart, inharmonic modes above them, and a band-pass for the body.
struct Cowbell: DrumSound {
  let seconds = 0.7

  /// The frequency in Hz, level and decay in seconds of each mode; close frequencies beat.
  private static let modes: [(frequency: Double, level: Double, decay: Double)] = [
    (563, 0.85, 0.46), (566.5, 0.25, 0.4), (847, 1, 0.36), (851, 0.2, 0.3), (1422, 0.5, 0.24),
    (1689, 0.6, 0.2), (2116, 0.45, 0.17), (2541, 0.55, 0.15), (3173, 0.4, 0.13), (3958, 0.3, 0.1),
    (4630, 0.24, 0.09), (5412, 0.16, 0.07), (6780, 0.1, 0.05),
  ]

  func strike(_ sound: inout StereoSignal, _ random: inout SeededGenerator) {
    var bell = Mono(repeating: 0, count: sound.count)
    for (number, mode) in Cowbell.modes.enumerated() {
      let phase = number.isMultiple(of: 2) ? 0.0 : 0.11
      Mode(frequency: mode.frequency, decay: mode.decay, level: mode.level, phase: phase).ring(in: &bell)
      // The attack: the same modes, louder and with a very short decay.
      Mode(frequency: mode.frequency, decay: mode.decay * 0.13, level: mode.level * 0.8, phase: phase)
        .ring(in: &bell)
    }
    for index in 0..<20 { bell[index] *= Double(index + 1) / 21 }
    bell.scale(1 / bell.peak)
    bell.saturate(drive: 1.9)
    bell.peak(860, resonance: 1.4, decibels: 3)
    bell.peak(2600, resonance: 1, decibels: 4)
    bell.mix(Noise.tick(about: 3300, resonance: 0.8, seconds: 0.007, &random), gain: 0.35)
    sound.mix(bell, pan: 0.02)
    sound.mix(room(&random), gain: 0.045)
  }

  private func room(_ random: inout SeededGenerator) -> StereoSignal {
    var room = Noise.stereo(0.35, shared: 0.1, &random)
    let levels = Envelope(attack: 0.004, (1, 0.26)).levels(room.count)
    room.each { channel in
      channel.bandPass(1500, resonance: 0.8)
      channel.multiply(levels)
    }
    room.scale(1 / room.peak)
    return room
  }
}
