import AudioBase
import Playlists
import SystemBase
import Testing

/// Sheets that break the rules are read, and each breach is named with its line.
@Suite struct CueFlawTests {
  /// A breach: the lines of a sheet, which line it is, and what is wrong with it.
  struct Breach: Sendable, CustomTestStringConvertible {
    var lines: [String]
    var line: Int
    var flaw: CueFlaw
    /// The number of tracks that are read.
    var tracks: Int
    var testDescription: String { lines.joined(separator: " / ") }

    init(_ text: String, _ line: Int, _ flaw: CueFlaw, tracks: Int = 1) {
      lines = text.components
      (self.line, self.flaw, self.tracks) = (line, flaw, tracks)
    }
  }

  private func parse(_ lines: [String]) throws -> Playlist {
    let bytes = Array(lines.joined(separator: "\n").utf8)
    return try PlaylistReader(exists: { _ in true }).parse(bytes, from: FilePath("/cd/a.cue"))
  }

  private static let start = "FILE \"a.wav\" WAVE;TRACK 01 AUDIO"
  private static let track = start + ";INDEX 01 00:00:00"

  static let ofText: [Breach] = [
    Breach("TITLE \"A;" + track, 1, .openQuote), Breach("TITLE A\";" + track, 1, .openQuote),
    Breach("PERFORMER A B;" + track, 1, .unquotedText), Breach("TITLE \"A\" B;" + track, 1, .extraText),
    Breach("TITLE;" + track, 1, .noValue("TITLE")), Breach("REM COMMENT \"A;" + track, 1, .openQuote),
    Breach("TITLE A;TITLE B;" + track, 2, .repeated("TITLE")),
    Breach(start + ";PERFORMER A;PERFORMER B;INDEX 01 00:00:00", 4, .repeated("PERFORMER")),
    Breach("FILE \"a.wav WAVE;TRACK 01 AUDIO;INDEX 01 00:00:00", 1, .openQuote),
    Breach("FILE \"a.wav\" OGG;TRACK 01 AUDIO;INDEX 01 00:00:00", 1, .unknownFileType("ogg")),
    Breach("FILE \"a.wav\";TRACK 01 AUDIO;INDEX 01 00:00:00", 1, .unknownFileType("")),
    Breach("FILE \"a.wav\" WAVE x;TRACK 01 AUDIO;INDEX 01 00:00:00", 1, .extraText),
    Breach("FILE a b.wav WAVE;TRACK 01 AUDIO;INDEX 01 00:00:00", 1, .unquotedText),
  ]

  static let ofValues: [Breach] = [
    Breach("CATALOG 123;" + track, 1, .badValue("CATALOG")),
    Breach("CATALOG 123456789012X;" + track, 1, .badValue("CATALOG")),
    Breach("CATALOG 1234567890123 4;" + track, 1, .extraText),
    Breach("CATALOG 1234567890123;CATALOG 1234567890123;" + track, 2, .repeated("CATALOG")),
    Breach(start + ";ISRC \"USS1Z9900001;INDEX 01 00:00:00", 3, .openQuote),
    Breach(start + ";ISRC ABC;INDEX 01 00:00:00", 3, .badValue("ISRC")),
    Breach(start + ";ISRC US-S1Z-99-000;INDEX 01 00:00:00", 3, .badValue("ISRC")),
    Breach(track + ";ISRC USS1Z9900001", 4, .misplaced("ISRC")),
    Breach("ISRC USS1Z9900001;" + track, 1, .misplaced("ISRC")),
    Breach(start + ";FLAGS DCP LOUD;INDEX 01 00:00:00", 3, .unknownFlag("LOUD")),
    Breach(start + ";FLAGS;INDEX 01 00:00:00", 3, .noValue("FLAGS")),
    Breach(track + ";FLAGS DCP", 4, .misplaced("FLAGS")),
    Breach("REM DISCNUMBER one;" + track, 1, .badValue("REM DISCNUMBER")),
    Breach("REM REPLAYGAIN_ALBUM_GAIN loud;" + track, 1, .badValue("REM REPLAYGAIN_ALBUM_GAIN")),
    Breach("REM GENRE;" + track, 1, .badValue("REM GENRE")),
  ]

  static let ofTracks: [Breach] = [
    Breach(track + ";TRACK 03 AUDIO;INDEX 01 00:01:00", 4, .trackOrder, tracks: 2),
    Breach(track + ";TRACK 01 AUDIO;INDEX 01 00:01:00", 4, .trackOrder, tracks: 2),
    Breach("FILE a WAVE;TRACK 0 AUDIO;INDEX 01 00:00:00", 2, .trackNumber),
    Breach("FILE a WAVE;TRACK 100 AUDIO;INDEX 01 00:00:00", 2, .trackNumber),
    Breach("FILE a WAVE;TRACK x AUDIO;INDEX 01 00:00:00", 2, .trackNumber),
    Breach("FILE a WAVE;TRACK 01;INDEX 01 00:00:00", 2, .noValue("TRACK")),
    Breach("FILE a WAVE;TRACK 01 SOUND;INDEX 01 00:00:00", 2, .unknownTrackType("sound")),
    Breach("FILE a WAVE;TRACK 01 AUDIO x;INDEX 01 00:00:00", 2, .extraText),
    Breach("TRACK 01 AUDIO;FILE a WAVE;INDEX 01 00:00:00", 2, .misplaced("FILE")),
    Breach(track + ";FILE b WAVE", 4, .unusedFile), Breach("REM A;TITLE B", 1, .noTracks, tracks: 0),
    Breach(start + ";PREGAP 00:02;INDEX 01 00:00:00", 3, .badValue("PREGAP")),
    Breach(start + ";PREGAP 00:02:75;INDEX 01 00:00:00", 3, .badValue("PREGAP")),
    Breach(track + ";PREGAP 00:02:00", 4, .misplaced("PREGAP")),
    Breach(start + ";POSTGAP 00:02:00;INDEX 01 00:00:00", 3, .misplaced("POSTGAP")),
    Breach(track + ";POSTGAP 00:02:00;POSTGAP 00:02:00", 5, .repeated("POSTGAP")),
    Breach(track + ";POSTGAP 00:02:00;INDEX 02 00:02:00", 5, .misplaced("INDEX")),
  ]

  static let ofIndexes: [Breach] = [
    Breach(start + ";INDEX 00 00:00:00", 2, .noFirstIndex),
    Breach(start + ";INDEX 02 00:00:00", 2, .noFirstIndex),
    Breach(track + ";INDEX 03 00:01:00", 4, .indexOrder),
    Breach(track + ";INDEX 01 00:01:00", 4, .indexOrder),
    Breach(start + ";INDEX 01 00:00:05", 3, .fileStart), Breach(track + " x", 3, .extraText),
    Breach(track + ";INDEX 02 00:02:00;INDEX 03 00:01:00", 5, .timeOrder),
    Breach(
      track + ";TRACK 02 AUDIO;INDEX 01 00:02:00;TRACK 03 AUDIO;INDEX 01 00:01:00", 7, .timeOrder, tracks: 3),
    Breach(track + ";TRACK 02 AUDIO;INDEX 01 00:00:00", 5, .timeOrder, tracks: 2),
  ]

  @Test(arguments: ofText + ofValues + ofTracks + ofIndexes)
  func breachIsNamedAndTheSheetIsRead(breach: Breach) throws {
    let playlist = try parse(breach.lines)
    #expect(playlist.warnings == [PlaylistWarning(line: breach.line, problem: .sheet(breach.flaw))])
    #expect(playlist.entries.count == breach.tracks)
    #expect(playlist.entries.allSatisfy { $0.location != .file(FilePath("/cd/a.wav WAVE")) })
  }

  @Test(arguments: [
    "CATALOG 1234567890123;CDTEXTFILE \"a.cdt\";SONGWRITER A;" + track,
    start + ";FLAGS DCP 4CH PRE SCMS;ISRC USS1Z9900001;PREGAP 00:02:00;INDEX 01 00:00:00;POSTGAP 00:02:00",
    start + ";INDEX 00 00:00:00;INDEX 01 00:00:32;INDEX 02 00:01:00;TRACK 02 AUDIO;INDEX 01 00:02:00",
    start + ";INDEX 01 00:00:00;TRACK 02 AUDIO;INDEX 00 00:05:00;FILE b MP3;INDEX 01 00:00:00",
    "FILE a WAVE;TRACK 12 AUDIO;INDEX 01 00:00:00;TRACK 13 AUDIO;INDEX 01 00:01:00",
    "REM DATE 1883;REM GENRE \"\";REM DISCNUMBER 1/2;REM REPLAYGAIN_ALBUM_PEAK 1;REM;REM a 12\" b;" + track,
  ])
  func validSheetHasNoWarnings(text: String) throws {
    let playlist = try parse(text.components)
    #expect(playlist.warnings.isEmpty && !playlist.entries.isEmpty)
  }

  @Test func aHundredBreachesAreNamed() throws {
    let tracks = (1...200).map { _ in "TRACK 00 AUDIO;INDEX 01 00:00:00" }.joined(separator: ";")
    let playlist = try parse(("FILE a WAVE;" + tracks).components)
    #expect(playlist.warnings.count == 100 && playlist.entries.count == 200)
  }
}

extension String {
  /// The parts between semicolons.
  fileprivate var components: [String] { split(separator: ";").map(String.init) }
}
