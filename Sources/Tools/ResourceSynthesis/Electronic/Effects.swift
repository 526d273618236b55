import SystemBase

/// A sine that falls by many octaves.
struct Zap: DrumSound {
  let seconds = 0.45

  func strike(_ sound: inout Mono, _ stroke: Stroke, _ random: inout SeededGenerator) {
    let fall = Glide(
      frequency: 70, bend: stroke.between(22, 60), bendSeconds: 0.4,
      envelope: Envelope(attack: 0.0008, (1, 0.4)))
    sound.mix(fall.render(sound.count))
    sound.saturate(drive: stroke.between(1, 2.5))
  }
}

/// A sustained bass tone for a gate pad: a saturated sine that closes slowly.
struct Drone: DrumSound {
  let seconds = 2.4

  func strike(_ sound: inout Mono, _ stroke: Stroke, _ random: inout SeededGenerator) {
    for (frequency, level) in [(55.0, 1.0), (55.4, 0.6), (110.3, stroke.between(0.3, 0.7))] {
      let tone = Glide(
        frequency: frequency, bend: 0, bendSeconds: 0.1, envelope: Envelope(attack: 0.004, (1, 7)))
      sound.mix(tone.render(sound.count), gain: level)
    }
    sound.saturate(drive: stroke.between(1.5, 3))
    sound.lowPass(stroke.frequency(500, octaves: 1.8), resonance: 1)
  }
}

/// A noise whose pitch rises, for a gate pad.
struct Riser: DrumSound {
  let seconds = 1.6

  func strike(_ sound: inout Mono, _ stroke: Stroke, _ random: inout SeededGenerator) {
    let noise = Noise.white(sound.count, &random)
    // The filter moves in steps that are too short to be heard.
    let step = 64
    for start in stride(from: 0, to: sound.count, by: step) {
      let place = Double(start) / Double(sound.count)
      var filter = StateVariableFilter(
        frequency: stroke.frequency(500, octaves: 0.6 + 3.4 * place), resonance: 3)
      let lead = max(0, start - 512)
      for index in lead..<min(start + step, sound.count) {
        let value = filter.band(noise[index])
        if index >= start { sound[index] = value * (0.35 + 0.65 * place) }
      }
    }
    sound.multiply(Envelope(attack: 0.004, (1, 60)).levels(sound.count))
  }
}

/// A chord in sixteenth notes at 120 beats a minute, for a toggle pad.
struct Pulse: DrumSound {
  let seconds = 2.0

  func strike(_ sound: inout Mono, _ stroke: Stroke, _ random: inout SeededGenerator) {
    for number in 0..<16 {
      let isAccent = number % 4 == 0 || number % 8 == 3
      for key in [57.0, 60, 64] {
        let note = self.note(key + (isAccent ? 12 : 0), stroke)
        sound.mix(note, at: Signal.frames(0.125 * Double(number)), gain: isAccent ? 0.4 : 0.24)
      }
    }
  }

  private func note(_ key: Double, _ stroke: Stroke) -> Mono {
    var note = Signal.silence(0.12)
    let frequency = ExactMaths.frequency(key: key)
    for harmonic in 1...8 {
      Mode(
        frequency: frequency * Double(harmonic), decay: 0.16,
        level: ExactMaths.exp2(-Double(harmonic) * stroke.between(0.9, 0.4))
      ).ring(in: &note)
    }
    note.fadeOut(frames: Signal.frames(0.03))
    return note
  }
}
