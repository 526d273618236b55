import HeardSound
import SystemBase
import TestSupport
import Testing

@testable import AudioBase
@testable import MusicLibrary

/// `drumdub playlist` with the playlists and the queries that are saved in the library.
@Suite(.together) struct SavedPlaylistTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try FileBytes.makeFolder(sandbox.file("Music"))
    for number in 1...3 {
      let track = try TestTrack(seed: UInt64(number), seconds: 0.3).write(to: "\(number).wav", in: sandbox)
      let tags = ["-T", "TITLE=Song \(number)", "-T", "ARTIST=\(number < 3 ? "Mado" : "Other")"]
      try Tool.run("flac", ["-s", "-o", sandbox.file("Music/\(number).flac").shown] + tags + [track.shown])
    }
    #expect(try sandbox.run(["scan", "Music"]).status == 0)
    let store = try LibraryStore(sandbox.file("data/drumdub/library.db"))
    let entries = ["3", "gone"].map { PlaylistEntry(.file(sandbox.file("Music/\($0).flac"))) }
    try store.savePlaylist("Some songs", entries)
    try store.savePlaylist("Mado", query: "artist:mado")
  }

  @Test func playlistCommandListsSavedPlaylists() throws {
    let result = try sandbox.run(["playlist"])
    #expect(result.status == 0)
    #expect(result.text == "Mado  (query: artist:mado)\nSome songs  (2 entries)\n")
    let json = try sandbox.run(["playlist", "--json"]).text
    #expect(json.contains("\"name\":\"Mado\",\"query\":\"artist:mado\""))
  }

  @Test func playlistCommandPrintsTheTracksOfASavedPlaylist() throws {
    let query = try sandbox.run(["playlist", "Mado"])
    #expect(query.status == 0 && query.text.contains("query:    artist:mado\nentries:  2\n"))
    #expect(query.text.contains("Music/1.flac") && query.text.contains("Mado - Song 2"))
    let entries = try sandbox.run(["playlist", "Some songs"]).text
    #expect(entries.contains("Music/3.flac\n") && entries.contains("Music/gone.flac  (missing)"))
  }

  @Test func savedPlaylistIsExportedToEachFormat() throws {
    for name in ["a.m3u8", "a.pls", "a.xspf"] {
      #expect(try sandbox.run(["playlist", "Mado", "-o", name]).status == 0)
      let read = try sandbox.run(["playlist", name]).text
      #expect(read.contains("entries:  2\n") && read.contains("Music/2.flac"), "\(name): \(read)")
    }
    #expect(try sandbox.run(["playlist", "Mado", "-o", "a.txt"]).status == 2)
    #expect(try sandbox.run(["playlist", "a.m3u8", "-o", "b.pls"]).status == 0)
    #expect(try sandbox.run(["playlist", "b.pls"]).text.contains("entries:  2\n"))
  }

  @Test func anUnknownNameIsReported() throws {
    let result = try sandbox.run(["playlist", "Nothing"])
    #expect(result.status == 1)
    #expect(result.errorLines.first?.contains("no saved playlist has this name") == true)
  }
}
