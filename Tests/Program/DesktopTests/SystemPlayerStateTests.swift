import AudioBase
import Player
import SystemBase
import Testing

@testable import Desktop

/// The state of another player, as its MPRIS properties tell it.
@Suite struct SystemPlayerStateTests {
  private func state(_ properties: [String: BusValue]) -> ExternalState {
    SystemPlayerState.state(properties, name: "vlc", now: HostTime(nanoseconds: 0))
  }

  @Test func propertiesBecomeATrackAndAPosition() throws {
    let state = state([
      "PlaybackStatus": .string("Playing"), "Position": .int64(2_500_000), "Rate": .double(1.5),
      "Volume": .double(0.1),
      "Metadata": .dictionary([
        "mpris:trackid": .path("/track/1"), "mpris:length": .int64(60_000_000),
        "mpris:artUrl": .string("file:///tmp/a%20b.png"), "xesam:url": .string("file:///m/x.flac"),
        "xesam:title": .string("T"), "xesam:artist": .strings(["A", "B"]), "xesam:album": .string("Al"),
      ]),
    ])
    #expect(state.trackName == "/track/1")
    #expect(state.playback == .playing)
    #expect(state.position.elapsed(at: HostTime(nanoseconds: 2_000_000_000)) == 5.5)
    let level = try #require(state.volume)
    #expect(VolumeScale.percent(level, isMuted: false) == 10)
    #expect(state.cover == .file(FilePath("/tmp/a b.png")))
    #expect(state.track.path == FilePath("/m/x.flac"))
    #expect(state.track.title == "T" && state.track.artist == "A, B" && state.track.album == "Al")
    #expect(state.track.duration == 60)
  }

  @Test func invalidPropertiesFallBackToDefaults() {
    let state = state([
      "PlaybackStatus": .string("Humming"), "Rate": .double(.nan), "Volume": .double(0),
      "Metadata": .dictionary([
        "mpris:trackid": .string("/t"), "mpris:length": .uint64(1_000_000), "xesam:artist": .string("A"),
        "xesam:url": .string("https://radio.example/x"), "xesam:title": .string(""),
      ]),
    ])
    #expect(state.playback == .stopped && state.position.rate == 0)
    #expect(state.volume == .silence)
    #expect(state.track.title == "vlc" && state.track.artist == "A" && state.track.duration == 1)
    // No address of a stream, which could not be sought.
    #expect(state.track.location.address == nil)
    #expect(self.state([:]).track.title == "vlc")
  }

  @Test(arguments: [
    ("https://i.example/ab67", ExternalState.Cover.address("https://i.example/ab67")),
    ("data:image/png;base64,AA==", .address("data:image/png;base64,AA==")), ("", nil),
    ("file://other.host/a.png", nil),
    ("FILE:///a%FF.png", .file(FilePath(bytes: Array("/a".utf8) + [0xFF] + Array(".png".utf8)))),
  ]) func picturesAreFilesOrAddresses(address: String, cover: ExternalState.Cover?) {
    #expect(state(["Metadata": .dictionary(["mpris:artUrl": .string(address)])]).cover == cover)
  }

  @Test func playersAreFoundByNameWithOrWithoutAnInstance() {
    let names: Set = ["org.mpris.MediaPlayer2.vlc", "org.mpris.MediaPlayer2.firefox.instance_1"]
    #expect(SystemPlayers.match("vlc", names) == "org.mpris.MediaPlayer2.vlc")
    #expect(SystemPlayers.match("firefox", names) == "org.mpris.MediaPlayer2.firefox.instance_1")
    #expect(SystemPlayers.match("fire", names) == nil)
  }
}
