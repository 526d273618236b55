/// A melody as text: `A4:1.5 D5:1.5 -:1`, notes and rests with their durations in beats.
struct Phrase: Sendable {
  /// The notes, with times from the start of the phrase.
  let notes: [Note]
  let length: Double

  /// Parses the bars of a phrase.
  ///
  /// - Parameter velocity: the velocity on strong beats; other notes are softer.
  init(_ bars: [String], velocity: Double) {
    var notes: [Note] = []
    var beat = 0.0
    for word in bars.flatMap({ $0.split(separator: " ") }) {
      let parts = word.split(separator: ":")
      guard parts.count == 2, let length = Double(String(parts[1])) else {
        preconditionFailure("not a tone and its length: \(word)")
      }
      if parts[0] != "-" {
        let strength = velocity * Phrase.weight(beat)
        notes.append(Note(start: beat, length: length, key: Note.key(parts[0]), velocity: strength))
      }
      beat += length
    }
    self.notes = notes
    self.length = beat
  }

  /// Returns the notes with times from the start of the piece.
  func placed(at bar: Int, transposed keys: Int = 0) -> [Note] {
    notes.map { note in
      Note(
        start: note.start + Double(bar) * 4, length: note.length, key: note.key + keys,
        velocity: note.velocity)
    }
  }

  /// Returns the metric accent of a beat: strongest on the first of a bar, then on the pulses of 3 + 3 + 2.
  static func weight(_ beat: Double) -> Double {
    let place = beat - Double(Int(beat / 4)) * 4
    switch place {
    case 0: return 1
    case 1.5, 3: return 0.93
    default: return place == Double(Int(place)) ? 0.86 : 0.78
    }
  }
}
