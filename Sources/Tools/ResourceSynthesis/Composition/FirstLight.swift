import HostTools
import SystemBase

/// "First Light", the demo track: a minute in D major with room for drums.
///
/// Introduction (4 bars), theme (8), variation (8), ending (5). A bar has four beats, its eighths go 3 + 3 + 2.
enum FirstLight {
  static let title = "First Light"
  static let tempo = 104.0
  static let bars = 25
  static let tail = 3.6

  static let theme = 4
  static let variation = 12
  static let ending = 20

  static var seconds: Double { time(Double(bars) * 4) + tail }

  static func time(_ beat: Double) -> Double { beat * 60 / tempo }

  static let harmony: [(chord: Chord, beats: Double)] = [
    (.dAdd9, 4), (.gMajor7OverD, 4), (.dAdd9, 4), (.a7Sus4, 4),

    (.d, 4), (.b, 4), (.gMajor7, 4), (.aSus4, 2), (.a, 2),
    (.dOverFSharp, 4), (.g6, 4), (.e, 4), (.aSus4, 2), (.a, 2),

    (.d, 4), (.fSharp, 4), (.gMajor7, 4), (.gMinor6, 4),
    (.dOverFSharp, 4), (.b, 4), (.e, 2), (.a7, 2), (.dAdd9, 4),

    (.g6, 4), (.dOverFSharp, 4), (.e, 4), (.a7Sus4, 2), (.a7, 2), (.dAdd9, 4),
  ]

  static let melody: [Note] =
    Phrase(
      [
        "A4:1.5 D5:1.5 E5:1", "F#5:2.5 E5:.5 D5:.5 B4:.5", "B4:1.5 D5:1.5 A4:1", "A4:2.5 E4:.5 F#4:.5 G4:.5",
        "A4:1.5 D5:1.5 F#5:1", "G5:1.5 F#5:.5 E5:.5 D5:.5 B4:1", "E5:1.5 D5:1.5 B4:1", "D5:2 C#5:1.5 -:.5",
      ], velocity: 0.78
    ).placed(at: theme)
    + Phrase(variedBars, velocity: 0.88).placed(at: variation)
    + Phrase(
      [
        "D5:1.5 G5:1.5 A5:1", "F#5:3 -:1", "B4:1.5 E5:1.5 F#5:1", "D5:2 C#5:1 E5:1", "D5:4",
      ], velocity: 0.7
    ).placed(at: ending)

  /// The theme with more movement, through G minor to its highest note.
  private static let variedBars = [
    "A4:1 B4:.5 D5:1 E5:.5 F#5:1", "A5:1.5 F#5:.5 E5:1 C#5:1", "D5:.5 B4:.5 D5:.5 F#5:1.5 E5:.5 D5:.5",
    "E5:1.5 D5:.5 Bb4:1.5 A4:.5", "A4:.5 D5:1 E5:.5 F#5:1 A5:1", "B5:1.5 A5:.5 F#5:1 E5:.5 D5:.5",
    "G5:.5 F#5:.5 E5:1 C#5:.5 D5:.5 E5:1", "D5:3 -:1",
  ]

  /// Phrases in the rests of the melody; in the variation, the melody an octave higher.
  static let bells: [Note] =
    Phrase(
      [
        "-:4", "-:2 A5:.5 F#5:.5 E5:.5 D5:.5", "-:2.5 D6:.5 A5:1", "-:1 E5:.5 A5:.5 D6:1.5 B5:.5",
      ], velocity: 0.62
    ).placed(at: 0)
    + Phrase(["-:.5 A5:.5 D6:.5 E6:.5 -:2"], velocity: 0.5).placed(at: theme + 3)
    + Phrase(["-:2 E6:.5 C#6:.5 A5:1"], velocity: 0.55).placed(at: theme + 7)
    + Phrase(variedBars, velocity: 0.34).placed(at: variation, transposed: 12)
    + Phrase(
      [
        "-:1.5 A5:.5 D6:.5 E6:.5 A5:1", "-:4", "-:1.5 D6:.5 A5:.5 F#5:.5 E5:.5 D5:.5", "-:4", "-:4",
        "-:1 A5:.5 D6:.5 F#6:1 A6:1",
      ], velocity: 0.5
    ).placed(at: ending - 1)
}

/// The demo track: a FLAC file with tags and a cover.
enum DemoTrack {
  static let file = "\(FirstLight.title).flac"

  static let tags = [
    ("TITLE", FirstLight.title), ("ARTIST", "DrumDub"), ("ALBUM", "DrumDub"), ("ALBUMARTIST", "DrumDub"),
    ("DATE", "2026"), ("GENRE", "Instrumental"), ("TRACKNUMBER", "1"), ("TRACKTOTAL", "1"), ("BPM", "104"),
    ("COMMENT", "Composed for DrumDub, without drums: they are yours to play."),
  ].map { VorbisComment.Tag($0, $1) }

  static func write(to folder: FilePath, cover: FrontCover) throws(FileError) {
    try FileBytes.makeFolder(folder)
    let frames = SampleFormat.frames16(Mixdown.render(), seed: 0xD17E_4)
    try FLACFile.write(frames, tags: tags, cover: cover, to: folder.appending(file))
  }
}
