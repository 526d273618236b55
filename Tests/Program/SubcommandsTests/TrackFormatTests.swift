import Testing

@testable import AudioBase
@testable import MusicLibrary
@testable import Playlists
@testable import Subcommands
@testable import SystemBase

struct TrackFormatTests {
  private var entry: LibraryTrack {
    var track = TrackInfo(path: FilePath("/music/3.flac"), stream: SoundProperties(codec: .flac))
    (track.title, track.artist, track.album) = ("T\n\u{1B}[2J", "Artist", "Album")
    track.artists = ["Artist"]
    track.trackNumber = 3
    track.stream.duration = 185.4
    return LibraryTrack(
      id: 7, track: track, kind: .music, rating: 4, playCount: 2, lastPlayed: nil, addedAt: 5, isAway: false)
  }

  @Test(
    "The fields of a format are filled in, with control characters escaped",
    arguments: [
      ("{artist} – {title}", "Artist – T\\u{A}\\u{1B}[2J"), ("{{{id}}}", "{7}"),
      ("{LENGTH} {rating}{genre}", "3:05 4"),
      ("", ""), ("plain } text", "plain } text"), ("{lastplayed}{played}{added}{track}", "253"),
    ])
  func templateFieldsAreFilledInAndEscaped(format: String, expected: String) throws {
    #expect(try TrackFormat(format).line(entry) == expected)
  }

  @Test("The number of a track includes the side of the record")
  func trackNumberIncludesTheRecordSide() throws {
    var entry = entry
    entry.track.trackSide = "B"
    #expect(try TrackFormat("{track}").line(entry) == "B3")
    entry.track.trackNumber = nil
    #expect(try TrackFormat("{track}").line(entry) == "B")
  }

  @Test("Unknown and unclosed fields are refused")
  func unknownAndUnclosedFieldsAreRefused() {
    #expect(throws: TemplateError.unknownField("colour")) { try TrackFormat("{colour}") }
    #expect(throws: TemplateError.unclosed) { try TrackFormat("a {title") }
  }

  @Test(
    "An M3U entry is read back unchanged",
    arguments: [
      Array("/music/3.flac".utf8), Array("/m/new\nline #1 %41.mp3".utf8), [0x2F, 0xFF, 0x20],
      Array("/m/a ".utf8),
    ])
  func m3uEntryIsReadBackUnchanged(path: [UInt8]) throws {
    var track = entry.track
    track.path = FilePath(bytes: path)
    track.title = "Song"
    var list = Playlist(format: .m3u, encoding: .utf8)
    list.entries = [PlaylistEntry(track)]
    let bytes = PlaylistWriter(format: .m3u8).bytes(list, at: FilePath("/"))
    let playlist = try PlaylistReader { _ in true }.parse(bytes, from: FilePath("/l/list.m3u8"))
    #expect(playlist.entries.map(\.location) == [.file(track.path)])
    #expect(playlist.entries.first?.title == "Song")
    #expect(playlist.entries.first?.artist == "Artist")
    #expect(playlist.entries.first?.duration == 185)
  }

  @Test("The report has the file's fields and the index's")
  func jsonReportHasTheFieldsOfFileAndIndex() throws {
    var entry = entry
    entry.track.title = "T"
    let text = JSONReport.text(QueryReport(tracks: [entry]))
    #expect(
      text == """
        {"count":1,"tracks":[{"addedAt":5,"album":"Album","artist":"Artist","artists":["Artist"],"away":false,\
        "codec":"flac","duration":185.4,"id":7,"kind":"music","path":"/music/3.flac","playCount":2,"rating":4,\
        "title":"T","trackNumber":3}]}
        """)
  }
}
