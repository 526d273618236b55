import AudioBase
import Glibc
import HeardSound
import SystemBase
import TerminalTestSupport
import TestSupport
import Testing

@testable import MusicLibrary

/// The playlists of the library, for other programs.
@Suite(.together, .enabled(if: Tool.mayUse("dbus-daemon") && Tool.mayUse("playerctl")))
struct MPRISPlaylistTests {
  private let lists = "org.mpris.MediaPlayer2.Playlists"

  @Test func libraryPlaylistsAreListedAndActivatedThroughMPRIS() throws {
    let sandbox = try Sandbox()
    let bus = try MessageBus(sandbox)
    try FileBytes.makeFolder(sandbox.file("Music"))
    for number in 1...2 {
      try TestTrack(seed: UInt64(number), seconds: 30).write(to: "Music/\(number).wav", in: sandbox)
    }
    #expect(try sandbox.run(["scan", "Music"]).status == 0)
    do {
      let store = try LibraryStore(sandbox.file("data/drumdub/library.db"))
      try store.savePlaylist(
        "Both", ["2", "1"].map { PlaylistEntry(.file(sandbox.file("Music/\($0).wav"))) })
      try store.savePlaylist("All", query: "length:>1")
      for track in try store.tracks([1, 2]) { try store.setRating(4, of: track.id) }
    }
    let session = try sandbox.tmux("--output", "null", "Music/1.wav", environment: [bus.session])
    try Wait.until("the playlists") {
      try bus.property(lists, "PlaylistCount").contains("uint32 2")
    }
    let all = try bus.call(
      "\(lists).GetPlaylists", "uint32:0", "uint32:9", "string:Alphabetical", "boolean:false")
    #expect(all.contains("string \"All\"") && all.contains("string \"Both\""))
    let last = try bus.call(
      "\(lists).GetPlaylists", "uint32:0", "uint32:1", "string:Alphabetical", "boolean:true")
    #expect(last.contains("string \"Both\"") && !last.contains("string \"All\""))
    try Wait.until("the rating") {
      try bus.property("org.mpris.MediaPlayer2.Player", "Metadata").contains("double 0.8")
    }
    let path = try #require(last.split(separator: "\"").first { $0.hasPrefix("/org/drumdub/playlist/") })
    _ = try bus.call("\(lists).ActivatePlaylist", "objpath:\(path)")
    try bus.expect("file://\(sandbox.file("Music/2.wav").shown)", from: "metadata", "xesam:url")
    #expect(try bus.call("\(lists).ActivatePlaylist", "objpath:/nowhere").contains("no such playlist"))
    try session.expectQuit()
  }
}
