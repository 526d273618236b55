// The parts of guitar, bass and pad.

extension FirstLight {
  /// The index of the chord's key that the guitar plays on each eighth of a bar.
  private static let broken = [0, 1, 2, 3, 1, 2, 3, 2]
  private static let brokenVaried = [0, 2, 3, 1, 3, 2, 3, 1]

  private static var steps: [(chord: Chord, start: Double, beats: Double)] {
    var start = 0.0
    return harmony.map { step in
      defer { start += step.beats }
      return (step.chord, start, step.beats)
    }
  }

  static var guitar: [Note] {
    let last = Double(bars - 1) * 4
    return steps.flatMap { step in
      if step.start >= last { return strummed(step.chord, at: step.start) }
      let pattern = isVaried(step.start) ? brokenVaried : broken
      return (0..<Int(step.beats * 2)).map { eighth in
        let start = step.start + Double(eighth) / 2
        let ring = min(2, step.start + step.beats - start + 0.1)
        return Note(
          start: start, length: ring, key: step.chord.voices[pattern[eighth]],
          velocity: loudness(start) * Phrase.weight(start))
      }
    }
  }

  /// Returns the last chord: all strings in succession, and a high note.
  private static func strummed(_ chord: Chord, at start: Double) -> [Note] {
    let keys = [Note.key("D2"), Note.key("A2")] + chord.voices + [Note.key("A4"), Note.key("D5")]
    return keys.enumerated().map { number, key in
      Note(start: start + Double(number) * 0.07, length: 9, key: key, velocity: 0.62)
    }
  }

  static var bass: [Note] {
    let first = 8.0
    let last = Double(bars - 1) * 4
    return steps.filter { $0.start >= first }.flatMap { step in
      let velocity = 0.9 * loudness(step.start)
      if step.start >= last || step.start < Double(theme) * 4 {
        let length = step.start >= last ? 6 : step.beats
        return [Note(start: step.start, length: length, key: step.chord.root, velocity: velocity * 0.85)]
      }
      return bassFigure(step.start, step.beats).map { figure in
        Note(
          start: step.start + figure.start, length: figure.length,
          key: figure.isFifth ? step.chord.fifth : step.chord.root,
          velocity: velocity * Phrase.weight(step.start + figure.start))
      }
    }
  }

  private static func bassFigure(
    _ start: Double, _ beats: Double
  ) -> [(start: Double, length: Double, isFifth: Bool)] {
    if beats == 2 { return [(0, 1.4, false), (1.5, 0.45, true)] }
    return isVaried(start)
      ? [(0, 1.4, false), (1.5, 0.45, false), (2, 0.9, true), (3, 0.4, false), (3.5, 0.45, true)]
      : [(0, 1.45, false), (1.5, 1.4, false), (3, 0.9, true)]
  }

  /// Sustained chords from the second half of the introduction on.
  static var pad: [Note] {
    steps.filter { $0.start >= 8 }.flatMap { step in
      let isLast = step.start >= Double(bars - 1) * 4
      return step.chord.pad.map { key in
        Note(
          start: step.start, length: isLast ? 7 : step.beats, key: key, velocity: loudness(step.start))
      }
    }
  }

  private static func isVaried(_ beat: Double) -> Bool {
    beat >= Double(variation) * 4 && beat < Double(ending) * 4
  }

  /// Returns the dynamics of the piece: the velocity at a beat.
  private static func loudness(_ beat: Double) -> Double {
    switch Int(beat / 4) {
    case ..<theme: 0.7 + 0.015 * beat / 4
    case ..<variation: 0.76
    case ..<ending: 0.84
    default: 0.8 - 0.04 * (beat / 4 - Double(ending))
    }
  }
}
