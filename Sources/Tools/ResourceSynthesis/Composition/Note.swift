/// A note of the score. Times are in beats from the start of the piece.
struct Note: Equatable, Sendable {
  var start: Double
  var length: Double
  /// The MIDI key; 60 is C4.
  var key: Int
  /// The velocity from 0 to 1.
  var velocity: Double

  /// Returns the key of a name such as `F#4` or `Bb3`.
  static func key(_ name: some StringProtocol) -> Int {
    let steps: [Character: Int] = ["C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11]
    guard let letter = name.first, let step = steps[letter], let octave = name.last?.wholeNumberValue else {
      preconditionFailure("not a tone: \(name)")
    }
    let accidental = name.contains("#") ? 1 : name.contains("b") ? -1 : 0
    return (octave + 1) * 12 + step + accidental
  }
}

/// A melody as text: `A4:1.5 D5:1.5 -:1`, notes and rests with their durations in beats.
struct Phrase: Sendable {
  /// The notes, with times from the start of the phrase.
  let notes: [Note]
  let length: Double

  /// Parses the bars of a phrase. `velocity` is that on strong beats; other notes are softer.
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

struct Chord: Sendable {
  /// The MIDI keys of the bass: the root and the note that follows.
  let root, fifth: Int
  /// The keys of the guitar's arpeggio, ascending.
  let voices: [Int]
  let pad: [Int]

  private init(_ root: String, _ fifth: String, voices: String, pad: String) {
    self.root = Note.key(root)
    self.fifth = Note.key(fifth)
    self.voices = voices.split(separator: " ").map { Note.key($0) }
    self.pad = pad.split(separator: " ").map { Note.key($0) }
  }
}

extension Chord {
  static let d = Chord("D2", "A2", voices: "D3 A3 D4 F#4", pad: "F#3 A3 D4")
  static let dAdd9 = Chord("D2", "A2", voices: "D3 A3 E4 F#4", pad: "A3 D4 E4")
  static let dOverFSharp = Chord("F#2", "A2", voices: "F#3 A3 D4 F#4", pad: "A3 D4 F#4")
  static let e = Chord("E2", "B1", voices: "E3 G3 B3 D4", pad: "G3 B3 D4")
  static let fSharp = Chord("F#2", "C#2", voices: "F#3 A3 C#4 E4", pad: "A3 C#4 E4")
  static let gMajor7 = Chord("G2", "D2", voices: "D3 G3 B3 F#4", pad: "G3 B3 F#4")
  static let gMajor7OverD = Chord("D2", "A2", voices: "D3 B3 D4 F#4", pad: "G3 B3 F#4")
  static let g6 = Chord("G2", "D2", voices: "D3 G3 B3 E4", pad: "G3 B3 E4")
  static let gMinor6 = Chord("G2", "D2", voices: "D3 G3 Bb3 E4", pad: "G3 Bb3 E4")
  static let aSus4 = Chord("A2", "E2", voices: "E3 A3 D4 E4", pad: "A3 D4 E4")
  static let a = Chord("A2", "E2", voices: "E3 A3 C#4 E4", pad: "A3 C#4 E4")
  static let a7Sus4 = Chord("A2", "E2", voices: "E3 G3 D4 E4", pad: "G3 D4 E4")
  static let a7 = Chord("A2", "E2", voices: "E3 G3 C#4 E4", pad: "G3 C#4 E4")
  static let b = Chord("B1", "F#2", voices: "F#3 B3 D4 A4", pad: "F#3 A3 D4")
}
