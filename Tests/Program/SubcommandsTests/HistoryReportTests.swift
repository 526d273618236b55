import AudioBase
import Configuration
import MusicLibrary
import MusicQuery
import SystemBase
import Testing

@testable import Subcommands

/// The output of `drumdub history`.
@Suite struct HistoryReportTests {
  private func listen(_ title: String?, _ artist: String?, at time: Int64) -> Listen {
    var track = TrackInfo(path: FilePath("/m/file.flac"))
    (track.title, track.artist) = (title, artist)
    return Listen(track, at: time)
  }

  @Test func jsonIsThatOfListenBrainz() {
    var full = listen("Bell Song", "Delibes", at: 1_700_000_000)
    (full.track.album, full.track.albumArtist, full.track.trackNumber) = ("Sylvia", "Various", 3)
    full.track.stream.duration = 61.2345
    (full.track.musicBrainz.recording, full.track.musicBrainz.release) = ("rec", "rel")
    let report = HistoryReport(listens: [
      full, listen("x", nil, at: 1), listen(nil, "A", at: 1_700_000_300),
    ])
    #expect(report.leftOut == 1)
    let first =
      #"{"additional_info":{"duration_ms":61235,"media_player":"DrumDub","recording_mbid":"rec","#
      + #""release_artist_name":"Various","release_mbid":"rel","submission_client":"DrumDub","tracknumber":3},"#
      + #""artist_name":"Delibes","release_name":"Sylvia","track_name":"Bell Song"}"#
    let second =
      #"{"additional_info":{"media_player":"DrumDub","submission_client":"DrumDub"},"artist_name":"A","#
      + #""track_name":"file"}"#
    let text =
      #"{"listen_type":"import","payload":[{"listened_at":1700000000,"track_metadata":\#(first)},"#
      + #"{"listened_at":1700000300,"track_metadata":\#(second)}]}"#
    #expect(JSONReport.text(report) == text)
  }

  @Test func linesAreSafeForATerminal() {
    var heard = listen("a\u{1B}b", "X", at: 1_700_000_000)
    heard.track.album = "Y"
    #expect(heard.line.hasPrefix("2023-11-1") && heard.line.hasSuffix(" (Y)"))
    #expect(heard.line.contains("  X - a") && !heard.line.contains("\u{1B}"))
    #expect(listen(nil, nil, at: 0).line.hasSuffix("  file"))
  }

  private func read(_ words: String...) throws(UsageError) -> HistoryCommand {
    try HistoryCommand(try Subcommand.history.scan(words.map { FilePath($0) }))
  }

  @Test func argumentsAreRead() throws {
    let command = try read("--json", "--since", "2026-11", "--limit=3", "--library", "/x")
    #expect(command.isJSON && command.limit == 3 && command.library == FilePath("/x"))
    #expect(command.range == QueryValue.since("2026-11") && command.range.lower != nil)
    #expect(try read().range == NumberRange(nil, nil))
  }

  @Test(arguments: [["--since", "soon"], ["--since", ""], ["--limit", "-1"], ["a"]])
  func wrongArgumentsAreRefused(words: [String]) {
    #expect(throws: UsageError.self) {
      try HistoryCommand(try Subcommand.history.scan(words.map { FilePath($0) }))
    }
  }
}
