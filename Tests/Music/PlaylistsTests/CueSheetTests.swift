import AudioBase
import Playlists
import SystemBase
import Testing

@Suite struct CueSheetTests {
  private func parse(_ text: String, there: Set<String> = [], name: String = "/cd/a.cue") throws -> Playlist {
    let paths = Set(there.map { FilePath($0) })
    return try PlaylistReader(exists: { paths.contains($0) }).parse(Array(text.utf8), from: FilePath(name))
  }

  private func section(_ start: Int, _ end: Int? = nil) -> TrackSection? {
    TrackSection(start: DiscTime(frames: start), end: end.map { DiscTime(frames: $0) })
  }

  private let sheet = """
    REM GENRE Opera
    PERFORMER "Delibes"
    TITLE "Lakmé"
    FILE "lakme.wav" WAVE
      TRACK 01 AUDIO
        TITLE "Prélude"
        INDEX 01 00:00:00
      TRACK 02 AUDIO
        TITLE "Viens, Mallika"
        PERFORMER Sutherland
        INDEX 00 02:59:10
        INDEX 01 03:01:25
      TRACK 03 AUDIO
        INDEX 01 07:30:74

    """

  @Test func tracksAreSectionsFromIndexToIndex() throws {
    let playlist = try parse(sheet, there: ["/cd/lakme.wav"])
    let second = (3 * 60 + 1) * 75 + 25
    let third = (7 * 60 + 30) * 75 + 74
    #expect(playlist.title == "Lakmé" && playlist.format == .cue && playlist.warnings.isEmpty)
    #expect(playlist.entries.map(\.section) == [section(0, second), section(second, third), section(third)])
    #expect(playlist.entries.map(\.title) == ["Prélude", "Viens, Mallika", nil])
    #expect(playlist.entries.map(\.artist) == ["Delibes", "Sutherland", "Delibes"])
    #expect(playlist.entries.map(\.trackNumber) == [1, 2, 3])
    #expect(playlist.entries.allSatisfy { $0.album == "Lakmé" && !$0.isMissing })
    #expect(playlist.entries[1].duration == Double(third - second) / 75)
    #expect(playlist.entries[2].duration == nil)
  }

  @Test(arguments: [
    ("lakme.wav", "/cd/lakme.flac"), ("lakme.wav", "/cd/lakme.wv"), ("C:\\rip\\lakme.wav", "/cd/lakme.wav"),
    ("D:\\x\\lakme.wav", "/cd/lakme.flac"), ("sub\\lakme.wav", "/cd/sub/lakme.wav"),
    ("/else/lakme.wav", "/cd/lakme.wav"),
  ])
  func fileOfASheetIsFoundByNameBesideTheSheet(name: String, path: String) throws {
    let playlist = try parse("FILE \"\(name)\" WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:00\n", there: [path])
    #expect(playlist.entries.map(\.location) == [.file(FilePath(path))])
  }

  @Test func unquotedNamesMayHaveBlanks() throws {
    let playlist = try parse(
      "FILE my own file.mp3 MP3\nTRACK 01 AUDIO\nTITLE My own title\nINDEX 01 00:00:00\n")
    #expect(playlist.entries.map(\.location) == [.file(FilePath("/cd/my own file.mp3"))])
    #expect(playlist.entries.map(\.title) == ["My own title"])
  }

  @Test func quotesWithinNamesAreKept() throws {
    let playlist = try parse(
      "FILE \"The \"Best\".wav\" WAVE\nTRACK 01 AUDIO\nTITLE \"A \"B\" C\"\nPERFORMER \"D\nINDEX 01 00:00:00\n"
    )
    #expect(playlist.entries.map(\.location) == [.file(FilePath("/cd/The \"Best\".wav"))])
    #expect(playlist.entries.map(\.title) == ["A \"B\" C"])
    #expect(playlist.entries.map(\.artist) == ["D"])
  }

  /// As rippers write that put each pause at the end of the file before.
  @Test func aTrackMayBeginInTheNextFile() throws {
    let playlist = try parse(
      """
      FILE "1.wav" WAVE
      TRACK 01 AUDIO
      INDEX 01 00:00:00
      TRACK 02 AUDIO
      TITLE "Second"
      INDEX 00 03:00:00
      FILE "2.wav" WAVE
      INDEX 01 00:00:00
      """)
    #expect(playlist.entries.map(\.location) == [.file(FilePath("/cd/1.wav")), .file(FilePath("/cd/2.wav"))])
    #expect(playlist.entries.map(\.section) == [section(0), section(0)])
    #expect(playlist.entries.map(\.title) == [nil, "Second"])
  }

  /// As rippers write that state the track again after the next FILE.
  @Test func aTrackThatIsStatedAgainForItsGapIsOneTrack() throws {
    let playlist = try parse(
      """
      FILE "1.wav" WAVE
        TRACK 01 AUDIO
          TITLE "First"
          INDEX 01 00:00:00
        TRACK 02 AUDIO
          TITLE "Second"
          INDEX 00 03:00:00
      FILE "2.wav" WAVE
        TRACK 02 AUDIO
          TITLE "Second"
          INDEX 01 00:00:00
        TRACK 03 AUDIO
          TITLE "Third"
      FILE "3.wav" WAVE
        TRACK 03 AUDIO
          INDEX 01 00:00:00
      """)
    #expect(
      playlist.entries.map(\.location) == ["1", "2", "3"].map { .file(FilePath("/cd/\($0).wav")) })
    #expect(playlist.entries.map(\.section) == [section(0), section(0), section(0)])
    #expect(playlist.entries.map(\.title) == ["First", "Second", "Third"])
    #expect(playlist.entries.map(\.trackNumber) == [1, 2, 3])
    #expect(
      playlist.warnings
        == [9, 15].map { PlaylistWarning(line: $0, problem: .sheet(.trackAgain)) })
  }

  @Test func lengthOfTheFileGivesThatOfTheLastTrackAndNamesTracksBehindIt() throws {
    let text = "FILE a.wav WAVE\nTRACK 1 AUDIO\nINDEX 1 0:0:0\nTRACK 2 AUDIO\nINDEX 1 0:4:0\n"
    var reader = PlaylistReader(exists: { _ in true })
    reader.length = { _ in 10 }
    let sheet = try reader.parse(Array(text.utf8), from: FilePath("/cd/a.cue"))
    #expect(sheet.entries.map(\.duration) == [4, 6] && sheet.warnings.isEmpty)
    reader.length = { _ in 4 }
    let short = try reader.parse(Array(text.utf8), from: FilePath("/cd/a.cue"))
    #expect(short.entries.count == 2)
    #expect(short.warnings == [PlaylistWarning(line: 4, problem: .sheet(.beyondEnd))])
  }

  @Test func oneFileNamedForEachTrackIsOneFile() throws {
    let playlist = try parse(
      "FILE a.wav WAVE\nTRACK 1 AUDIO\nINDEX 1 0:0:0\nFILE a.wav WAVE\nTRACK 2 AUDIO\nINDEX 1 0:2:0\n")
    #expect(playlist.entries.map(\.section) == [section(0, 150), section(150)])
  }

  @Test func tracksOutOfOrderEndAtTheNextHigherStart() throws {
    let playlist = try parse(
      "FILE a.wav WAVE\nTRACK 1 AUDIO\nINDEX 1 0:4:0\nTRACK 2 AUDIO\nINDEX 1 0:2:0\nTRACK 3 AUDIO\nINDEX 1 0:4:0\n"
    )
    #expect(playlist.entries.map(\.section) == [section(300), section(150, 300), section(300)])
  }

  @Test(arguments: [
    ("FILE a WAVE\nTRACK 1 AUDIO\nINDEX 1 0:60:0\n", 3, PlaylistWarning.Problem.badTime),
    ("FILE a WAVE\nTRACK 1 AUDIO\nINDEX 1 0:0:75\n", 3, .badTime),
    ("FILE a WAVE\nTRACK 1 AUDIO\nINDEX 1 999999999:0:0\n", 3, .badTime),
    ("FILE a WAVE\nTRACK 1 AUDIO\nINDEX 1 -1:0:0\n", 3, .badTime),
    ("FILE a WAVE\nTRACK 1 AUDIO\nINDEX 1\n", 3, .notUnderstood),
    ("FILE a WAVE\nINDEX 1 0:0:0\n", 2, .notUnderstood), ("FILE a WAVE\nWHAT is this\n", 2, .notUnderstood),
    ("FILE a WAVE\nTRACK 1 AUDIO\n", 2, .noIndex), ("TRACK 1 AUDIO\nINDEX 1 0:0:0\n", 2, .noFile),
    ("FILE a WAVE\nTRACK 1 MODE1/2352\nINDEX 1 0:0:0\n", 2, .dataTrack),
    ("FILE a BINARY\nTRACK 1 AUDIO\nINDEX 1 0:0:0\n", 2, .dataTrack),
    ("FILE \"\" WAVE\nTRACK 1 AUDIO\nINDEX 1 0:0:0\n", 1, .noLocation),
  ])
  func invalidCommandIsAWarningWithTheLine(text: String, line: Int, problem: PlaylistWarning.Problem) throws {
    let playlist = try parse(text)
    #expect(playlist.entries.isEmpty)
    #expect(playlist.warnings.contains(PlaylistWarning(line: line, problem: problem)))
  }

  @Test func formatIsRecognisedByContentBeforeTheName() throws {
    #expect(try parse(sheet, name: "/cd/a.m3u").format == .cue)
    #expect(try parse(sheet, name: "/cd/noname").format == .cue)
    #expect(try parse("[Playlist]\nFile1=a\n", name: "/cd/a.cue").format == .pls)
    #expect(try parse("#EXTM3U\na\n", name: "/cd/a.xspf").format == .m3u)
    #expect(try parse("TITLE of a book\n", name: "/cd/a.m3u").format == .m3u)
  }

  @Test func legacyEncodingOfASheetIsDetected() throws {
    let text =
      "FILE a.wav WAVE\nTITLE \"Времена года\"\nTRACK 1 AUDIO\nTITLE \"Январь у камелька\"\nINDEX 1 0:0:0\n"
    let bytes = text.unicodeScalars.map { scalar in
      // Windows-1251 has the Russian letters in their order from 0xC0 on.
      scalar.value < 0x80 ? UInt8(scalar.value) : UInt8(scalar.value - 0x410 + 0xC0)
    }
    let playlist = try PlaylistReader(exists: { _ in false }).parse(bytes, from: FilePath("/cd/a.cue"))
    #expect(playlist.encoding.rawValue == "WINDOWS-1251")
    #expect(playlist.title == "Времена года")
    #expect(playlist.entries.map(\.title) == ["Январь у камелька"])
  }

  @Test func randomSheetsAreParsedOrRefusedWithoutACrash() {
    var random = SeededGenerator(seed: 5)
    let words = [
      "FILE", "TRACK", "INDEX", "TITLE", "PERFORMER", "REM", "\"", "a.wav", "WAVE", "BINARY", "AUDIO", "01",
      "00", "1",
      "00:00:00", "01:02:03", "99:99:99", ":", "\n", "\n", " ", " ", "é", "\t", "\\",
    ]
    for _ in 0..<4_000 {
      var bytes = Array("FILE a.wav WAVE\n".utf8)
      for _ in 0..<Int.random(in: 0...60, using: &random) {
        bytes += Array(words.randomElement(using: &random)?.utf8 ?? "".utf8)
        if Int.random(in: 0...9, using: &random) == 0 { bytes.append(.random(in: 1...255, using: &random)) }
      }
      guard let list = try? PlaylistReader(exists: { _ in true }).parse(bytes, from: FilePath("/cd/a.cue"))
      else { continue }
      for entry in list.entries { #expect(entry.section != nil) }
    }
  }
}
