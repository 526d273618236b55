import Glibc
import HeardSound
import SystemBase
import TerminalTestSupport
import TestSupport
import Testing

/// Media keys and other programs through a message bus.
@Suite(.together, .enabled(if: Tool.mayUse("dbus-daemon") && Tool.mayUse("playerctl")))
struct MPRISTests {
  private let player = "org.mpris.MediaPlayer2.Player"
  private let list = "org.mpris.MediaPlayer2.TrackList"

  private func play(_ sandbox: Sandbox, _ bus: MessageBus, _ options: String...) throws -> PseudoTerminal {
    try TestTrack(seed: 51, seconds: 60).write(to: "one.wav", in: sandbox)
    try TestTrack(seed: 52, seconds: 50).write(to: "two.wav", in: sandbox)
    let terminal = try sandbox.terminal(
      "--output", "null", "one.wav", "two.wav", environment: [bus.session])
    try terminal.wait(for: "playing")
    try bus.expect("Playing", from: "status")
    return terminal
  }

  @Test func detachedPlayerIsControlledThroughMPRIS() throws {
    let sandbox = try Sandbox()
    let bus = try MessageBus(sandbox)
    try TestTrack(seed: 53, seconds: 60).write(to: "one.wav", in: sandbox)
    let player = try DetachedPlayer(sandbox, "--output", "null", "one.wav", environment: [bus.session])
    try bus.expect("Playing", from: "status")
    _ = try bus.playerctl("pause")
    let terminal = try player.attach()
    try terminal.wait(for: "paused")
    terminal.type("\u{4}")
    try terminal.expectEnd(.exited(0))
    _ = try bus.playerctl("play")
    try bus.expect("Playing", from: "status")
    player.signal(SIGTERM)
    try player.waitForEnd()
  }

  @Test(.enabled(if: Tool.mayUse("mpc"))) func volumeIsTheSameForMPRISMPDAndTheScreen() throws {
    let sandbox = try Sandbox()
    let bus = try MessageBus(sandbox)
    try TestTrack(seed: 51, seconds: 60).write(to: "one.wav", in: sandbox)
    let player = try RemotePlayer(sandbox, "one.wav", variables: [bus.session])
    try bus.expect("Playing", from: "status")
    _ = try bus.playerctl("volume", "0.25")
    try player.terminal.wait(for: "volume −29.9 dB · 25%")
    try player.expect("volume: 25%", from: "status")
    #expect(try player.remote("status", "--format", "{volume}").text == "25\n")
    _ = try player.mpc("volume", "60")
    try player.terminal.wait(for: " dB · 60%")
    try bus.expect("0.600000", from: "volume")
    player.terminal.type("+")
    try player.terminal.wait(for: " dB · 63%")
    try player.expect("volume: 63%", from: "status")
    _ = try player.quit()
  }

  @Test func playerctlControlsThePlayer() throws {
    let sandbox = try Sandbox()
    let bus = try MessageBus(sandbox)
    let terminal = try play(sandbox, bus)
    #expect(try bus.playerctl("-l") == "drumdub")
    _ = try bus.playerctl("play-pause")
    try bus.expect("Paused", from: "status")
    try terminal.wait(for: "paused")
    _ = try bus.playerctl("position", "20")
    try bus.expect("20.000000", from: "position")
    _ = try bus.playerctl("position", "5+")
    try bus.expect("25.000000", from: "position")
    _ = try bus.playerctl("volume", "0.5")
    try bus.expect("0.500000", from: "volume")
    _ = try bus.playerctl("loop", "Track")
    try bus.expect("Track", from: "loop")
    _ = try bus.playerctl("shuffle", "On")
    try bus.expect("On", from: "shuffle")
    _ = try bus.playerctl("shuffle", "Off")
    _ = try bus.playerctl("next")
    try bus.expect("two.wav 50000000", from: "metadata", "--format", "{{title}} {{mpris:length}}")
    try bus.expect("file://\(sandbox.file("two.wav").shown)", from: "metadata", "xesam:url")
    _ = try bus.playerctl("play")
    try bus.expect("Playing", from: "status")
    _ = try bus.playerctl("stop")
    try bus.expect("Stopped", from: "status")
    _ = try bus.call("org.mpris.MediaPlayer2.Quit")
    try terminal.expectEnd(.exited(0))
  }

  @Test func eachPlayerChangeIsAnnouncedByASignal() throws {
    let sandbox = try Sandbox()
    let bus = try MessageBus(sandbox)
    let terminal = try play(sandbox, bus)
    // The durations are announced when they have been read.
    try Wait.until("the durations of both tracks") {
      let tracks = try bus.call(
        "\(list).GetTracksMetadata", "array:objpath:/org/drumdub/track/1,/org/drumdub/track/2")
      return tracks.split(separator: "mpris:length").count == 3
    }
    // What has changed so far is announced before a property is answered.
    try bus.expect("Playing", from: "status")
    let follower = try bus.start(
      ["playerctl", "-F", "metadata", "--format", "{{status}} {{title}} {{volume}};"], writing: "follow")
    let monitor = try bus.start(
      ["dbus-monitor", "--session", "type='signal',path='/org/mpris/MediaPlayer2'"], writing: "signals")
    try follower.wait(for: "Playing one.wav 1.0;")
    try monitor.wait(for: "NameAcquired")
    terminal.type(" ")
    try follower.wait(for: "Paused one.wav 1.0;")
    #expect(!monitor.text.contains("Metadata"), "\(monitor.text)")
    // From here on, a dropout of the output cannot move the position.
    let jumps = try bus.start(
      ["dbus-monitor", "--session", "type='signal',member='Seeked'"], writing: "jumps")
    try jumps.wait(for: "NameAcquired")
    terminal.type("+")
    try follower.wait(for: "Paused one.wav 1.028")
    terminal.type("n")
    try follower.wait(for: "Paused two.wav 1.028")
    try monitor.wait(for: "\"Metadata\"")
    // The right arrow seeks by five seconds.
    terminal.type("\u{1B}[C")
    try jumps.wait(for: "member=Seeked\n   int64 5000000")
    #expect(jumps.text.split(separator: "member=Seeked").count == 2)
    #expect(!monitor.text.contains("\"Position\""))
    try terminal.expectQuit()
  }

  @Test func queueIsEditedThroughTheTrackListInterface() throws {
    let sandbox = try Sandbox()
    let bus = try MessageBus(sandbox)
    let terminal = try play(sandbox, bus)
    let monitor = try bus.start(
      ["dbus-monitor", "--session", "interface='\(list)'"], writing: "signals")
    try monitor.wait(for: "NameAcquired")
    try TestTrack(seed: 53, seconds: 40).write(to: "thr ee.wav", in: sandbox)
    let address = "file://\(sandbox.path.shown)/thr%20ee.wav"
    _ = try bus.call(
      "\(list).AddTrack", "string:\(address)", "objpath:/org/drumdub/track/1", "boolean:true")
    try bus.expect("thr ee.wav", from: "metadata", "title")
    try monitor.wait(for: "TrackAdded")
    let tracks = try bus.property(list, "Tracks")
    let order = tracks.split(separator: "\n").filter { $0.contains("track/") }.compactMap(\.last)
    #expect(tracks.contains("/track/3") && order.count == 3)
    #expect(tracks.contains("track/1\"\n         object path \"/org/drumdub/track/3\""))
    #expect(
      try bus.call("\(list).GetTracksMetadata", "array:objpath:/org/drumdub/track/2").contains("two.wav"))
    _ = try bus.call("\(list).GoTo", "objpath:/org/drumdub/track/2")
    try bus.expect("two.wav", from: "metadata", "title")
    _ = try bus.call("\(list).RemoveTrack", "objpath:/org/drumdub/track/3")
    try monitor.wait(for: "TrackRemoved")
    #expect(try !bus.property(list, "Tracks").contains("/track/3"))
    #expect(try bus.call("\(player).OpenUri", "string:gopher://x").contains("InvalidArgs"))
    #expect(try bus.call("\(player).Seek", "string:x").contains("InvalidArgs"))
    _ = try bus.call("\(player).OpenUri", "string:file:///nowhere.wav")
    try terminal.wait(for: "nowhere.wav")
    try terminal.expectQuit()
  }

  @Test func metadataContainsTheAddressOfTheCoverFile() throws {
    let sandbox = try Sandbox()
    let bus = try MessageBus(sandbox)
    let picture = Sandbox.checkout.appending("Resources/Artwork/no-artwork.png")
    try sandbox.write(try FileBytes.read(picture, limit: 1 << 22), to: "cover.png")
    let terminal = try play(sandbox, bus)
    try bus.expect("file://\(sandbox.file("cover.png").shown)", from: "metadata", "mpris:artUrl")
    try terminal.expectQuit()
  }

  @Test func secondPlayerHasADistinctBusNameUntilTheFirstEnds() throws {
    let (sandbox, other) = (try Sandbox(), try Sandbox())
    let bus = try MessageBus(sandbox)
    let (first, second) = (try play(sandbox, bus), try play(other, bus))
    try Wait.until("two players") {
      let names = try bus.playerctl("-l").split(separator: "\n")
      return names.count == 2 && names.contains("drumdub")
        && names.contains { $0.hasPrefix("drumdub.instance") }
    }
    // When the first one ends, the second one takes its name over.
    try first.expectQuit()
    try bus.expect("drumdub", from: "-l")
    try bus.expect("Playing", from: "status")
    _ = try bus.playerctl("pause")
    try second.wait(for: "paused")
    try second.expectQuit()
  }

  @Test func hangingOrKilledBusDoesNotStopTheMusic() throws {
    let sandbox = try Sandbox()
    let bus = try MessageBus(sandbox)
    bus.signal(SIGSTOP)
    try TestTrack(seed: 51, seconds: 60).write(to: "one.wav", in: sandbox)
    let terminal = try sandbox.terminal("--output", "file:out.wav", "one.wav", environment: [bus.session])
    try terminal.wait(for: "playing")
    try sandbox.waitForSound(0.3, in: "out.wav")
    bus.signal(SIGCONT)
    try bus.expect("Playing", from: "status")
    bus.signal(SIGKILL)
    try sandbox.waitForSound(0.3, in: "out.wav")
    terminal.type(" ")
    try terminal.wait(for: "paused")
    try terminal.expectQuit()
  }

  @Test func missingBusCausesNoMessage() throws {
    let sandbox = try Sandbox()
    try TestTrack(seed: 51, seconds: 60).write(to: "one.wav", in: sandbox)
    let terminal = try sandbox.terminal(
      "--plain", "--output", "null", "one.wav",
      environment: [
        "DBUS_SESSION_BUS_ADDRESS=unix:path=/nowhere", "DBUS_SYSTEM_BUS_ADDRESS=unix:path=/nowhere",
      ])
    try terminal.wait(for: "playing: 1 of 1")
    try terminal.expectQuit()
    #expect(!terminal.text.contains("bus") && !terminal.text.contains("error"))
  }
}
