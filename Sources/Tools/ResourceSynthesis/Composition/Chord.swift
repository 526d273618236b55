/// A chord with the voicings of the parts.
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
