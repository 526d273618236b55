import Glibc
import HeardSound
import SystemBase
import TerminalTestSupport
import TestSupport
import Testing

/// Drumming over another player of the desktop: a second instance of the program, or mpv.
@Suite(.together, .enabled(if: Tool.mayUse("dbus-daemon") && Tool.mayUse("playerctl")))
struct SystemPlayerTests {
  /// The player that is attached to, with two tracks.
  private func otherPlayer(_ sandbox: Sandbox, _ bus: MessageBus) throws -> PseudoTerminal {
    try TestTrack(seed: 81, seconds: 60).write(to: "first song.wav", in: sandbox)
    try TestTrack(seed: 82, seconds: 50).write(to: "second song.wav", in: sandbox)
    // The plain mode prints little: a program waits as soon as a terminal that is not read is full.
    let terminal = try sandbox.terminal(
      "--plain", "--output", "null", "first song.wav", "second song.wav", environment: [bus.session])
    try terminal.wait(for: "playing")
    try bus.expect("Playing", from: "status")
    return terminal
  }

  private func quit(_ terminals: PseudoTerminal...) throws {
    for terminal in terminals {
      try terminal.expectQuit()
    }
  }

  @Test func stateOfTheOtherPlayerIsShownAndControlled() throws {
    let (other, own) = (try Sandbox(), try Sandbox())
    let bus = try MessageBus(other)
    let player = try otherPlayer(other, bus)
    _ = try bus.playerctl("loop", "Playlist")
    let session = try own.tmux("--output", "file:out.wav", "--system", environment: [bus.session])
    try session.wait(forAll: ["drumming over drumdub", "first song", "[ ‖ pause ]", "01:00"])
    try session.press("Space")
    try bus.expect("Paused", from: "status")
    try session.wait(for: "[ ▶ play ]")
    _ = try bus.playerctl("position", "20")
    try session.wait(for: "00:20")
    try session.press("Right")
    try bus.expect("25.000000", from: "position")
    try session.wait(for: "00:25")
    try session.type("n")
    try bus.expect("second song.wav", from: "metadata", "title")
    try session.wait(for: "second song")
    try session.type("-")
    try bus.expect("0.971776", from: "volume")
    try session.wait(for: "−1.0 dB")
    _ = try bus.playerctl("play")
    try bus.expect("Playing", from: "status")
    try session.wait(for: "[ ‖ pause ]")
    // What needs the program's own music is refused.
    try session.type("r")
    try session.wait(for: "not possible while another program plays")
    // The pads play over it.
    try own.waitForSound(0.3, in: "out.wav")
    try session.type("a")
    try own.waitForSound(0.5, in: "out.wav")
    try session.expectQuit()
    #expect(try FloatWAV(own.file("out.wav")).frames.first(above: 0.01) != nil)
    try bus.expect("Playing", from: "status")
    try bus.expect("Playlist", from: "loop")
    try quit(player)
  }

  @Test func userChoosesAmongSeveralOtherPlayers() throws {
    let (first, second, own) = (try Sandbox(), try Sandbox(), try Sandbox())
    let bus = try MessageBus(first)
    let players = try [otherPlayer(first, bus), otherPlayer(second, bus)]
    let session = try own.tmux("--output", "null", "--system", environment: [bus.session])
    try session.wait(forAll: ["system", "drumdub.instance"])
    try session.type("drumdub")
    try session.press("Enter")
    try session.wait(for: "drumming over drumdub")
    _ = try bus.playerctl("-p", "drumdub", "pause")
    try session.wait(for: "[ ▶ play ]")
    try session.expectQuit()
    try quit(players[0], players[1])
  }

  @Test func namedPlayerIsAwaitedAndTheEndIsReported() throws {
    let (other, own) = (try Sandbox(), try Sandbox())
    let bus = try MessageBus(other)
    let session = try own.tmux(
      "--output", "null", "--system=drumdub", environment: [bus.session], columns: 160)
    try session.wait(for: "drumdub does not run")
    let player = try otherPlayer(other, bus)
    try session.wait(forAll: ["first song", "▶ playing"])
    // The line of messages may show a newer one already.
    try session.type("N")
    try session.wait(forAll: [" Messages ", "drumming over drumdub"])
    try session.press("Escape")
    try session.wait(for: "the list closed") { !$0.contains(" Messages ") }
    try quit(player)
    try session.wait(for: "drumdub has ended")
    // The saved queue of the program is untouched.
    try session.expectQuit()
    #expect(!own.sessionFile.exists)
  }

  @Test func padsPlayWithoutAMessageBus() throws {
    let own = try Sandbox()
    let session = try own.tmux("--output", "file:out.wav", "--system", columns: 160)
    // A pad is named when the kit is loaded.
    try session.wait(forAll: ["no message bus of the session", "snare"])
    try session.type("a")
    try own.waitForSound(0.5, in: "out.wav")
    try session.expectQuit()
    #expect(try FloatWAV(own.file("out.wav")).frames.first(above: 0.01) != nil)
  }

  @Test(arguments: ["pause", "duck"]) func otherPlayersPauseOrDuckWhileThePlayerPlays(mode: String) throws {
    let (other, own) = (try Sandbox(), try Sandbox())
    let bus = try MessageBus(other)
    let player = try otherPlayer(other, bus)
    try TestTrack(seed: 83, seconds: 60).write(to: "mine.wav", in: own)
    let terminal = try own.terminal(
      "--output", "null", "--others", mode, "mine.wav", environment: [bus.session])
    func expect(quiet: Bool) throws {
      if mode == "pause" {
        try bus.expect(quiet ? "Paused" : "Playing", from: "-p", "drumdub", "status")
      } else {
        try bus.expect(quiet ? "0.500000" : "1.000000", from: "-p", "drumdub", "volume")
      }
    }
    try expect(quiet: true)
    terminal.type(" ")
    try expect(quiet: false)
    terminal.type(" ")
    try expect(quiet: true)
    try quit(terminal)
    try expect(quiet: false)
    try quit(player)
  }

  /// The first track has a picture in the network, the second one a server that stalls, the third one `data:`.
  @Test(.enabled(if: MessageBus.hasPeers)) func networkCoversAreStoredForTheNextStart() throws {
    let own = try Sandbox()
    let bus = try MessageBus(own)
    let picture = try FileBytes.read(
      Sandbox.checkout.appending("Resources/Artwork/no-artwork.png"), limit: 1 << 22)
    var stalled = StreamServer.Answer.file(picture, limit: 1_000)
    stalled.stalls = true
    let server = try StreamServer([.file(picture), stalled])
    defer { server.stop() }
    let player = try bus.peer(
      "player",
      [
        server.address("/cover.png"), server.address("/slow"),
        "data:image/png;base64,\(Base64.encode(picture))",
      ])
    // The title is read from a screen: of a similar one, a terminal gets the letters that differ.
    let session = try own.tmux("--output", "null", "--system", environment: [bus.session])
    func stored(_ count: Int) throws {
      try Wait.until("\(count) stored pictures") {
        (try? FolderReader(own.file(".cache/drumdub/covers")).names().count) == count
      }
    }
    try session.wait(for: "Song 1")
    try stored(1)
    #expect(server.connections == 1)
    try session.type("n")
    try session.wait(for: "Song 2")
    try Wait.until("the request") { server.connections == 2 }
    try session.type("n")
    try session.wait(for: "Song 3")
    try stored(2)
    try session.expectQuit()
    // The next start finds the picture.
    let again = try own.tmux("--output", "null", "--system", environment: [bus.session])
    try again.wait(for: "Song 3")
    try again.expectQuit()
    #expect(server.connections == 2 && player.text == "ready\n")
  }

  /// A real player, with the plug-in of Debian's package mpv-mpris.
  @Test(.enabled(if: Tool.mayUse("mpv") && SystemPlayerTests.mprisPlugin != nil))
  func mpvIsShownAndControlledThroughMPRIS() throws {
    let own = try Sandbox()
    let bus = try MessageBus(own)
    for number in 1...2 {
      try TestTrack(seed: 84, seconds: 60).write(
        to: "\(number).flac", in: own, comments: ["TITLE=Track \(number) of mpv", "ARTIST=Somebody"])
    }
    let plugin = try #require(SystemPlayerTests.mprisPlugin)
    let mpv = try bus.start(
      [
        "mpv", "--no-config", "--load-scripts=no", "--script=\(plugin)", "--ao=null", "--no-video",
        "--no-terminal",
        own.file("1.flac").shown, own.file("2.flac").shown,
      ], writing: "mpv.out")
    try bus.expect("Playing", from: "-p", "mpv", "status")
    let terminal = try own.tmux("--output", "null", "--system=mpv", environment: [bus.session])
    try terminal.wait(forAll: ["drumming over mpv", "Track 1 of mpv", "Somebody", "[ ‖ pause ]"])
    try terminal.press("Space")
    try bus.expect("Paused", from: "-p", "mpv", "status")
    try terminal.wait(for: "[ ▶ play ]")
    func position() throws -> Double { try #require(Double(try bus.playerctl("-p", "mpv", "position"))) }
    let paused = try position()
    try terminal.press("Right")
    // A player of FLAC files moves to the start of a frame.
    var moved = paused
    try Wait.until("5 s after \(paused)", told: { "\(moved)" }) {
      moved = (try? position()) ?? moved
      return abs(moved - paused - 5) < 0.5
    }
    try terminal.type("n")
    try bus.expect("Track 2 of mpv", from: "-p", "mpv", "metadata", "title")
    try terminal.wait(for: "Track 2 of mpv")
    try terminal.type("-")
    try Wait.until("a lower volume") { try bus.playerctl("-p", "mpv", "volume") < "1" }
    // Its volume is restored, then it ends.
    try terminal.press("Space")
    try bus.expect("Playing", from: "-p", "mpv", "status")
    _ = try bus.playerctl("-p", "mpv", "stop")
    withExtendedLifetime(mpv) {}
    try terminal.expectQuit()
  }

  fileprivate static let mprisPlugin: String? =
    ["/usr/lib/mpv-mpris/mpris.so", "/usr/lib/x86_64-linux-gnu/mpv/mpris.so", "/etc/mpv/scripts/mpris.so"]
    .first { FilePath($0).exists }

  @Test func systemOptionRefusesFiles() throws {
    let finished = try Sandbox().run(["--system", "a.wav"])
    #expect(finished.status == 2)
    #expect(finished.errorLines.first?.contains("--system plays no files") == true)
  }
}
