import HeardSound
import SystemBase
import TerminalTestSupport
import TestSupport
import Testing

/// Commands with arguments in the running program, typed in the palette.
@Suite(.together) struct PaletteCommandTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try TestTrack(seed: 61, seconds: 60).write(to: "a.wav", in: sandbox)
  }

  private func plain() throws -> PseudoTerminal {
    let terminal = try sandbox.terminal("--plain", "--output", "null", "a.wav")
    try terminal.wait(for: "playing: 1 of 1, a.wav")
    return terminal
  }

  private func end(_ terminal: PseudoTerminal) throws {
    try terminal.expectQuit()
  }

  @Test func setCommandsInPlainModeChangeSettingsOrReportErrors() throws {
    let terminal = try plain()
    try terminal.type(":set replaygain track\r", andSee: "replaygain is track until the program ends")
    try terminal.type(":volume -6\r", andSee: "volume −6.0 dB")
    try terminal.type(":set no-such-thing 1\r", andSee: "unknown setting no-such-thing")
    try terminal.type(":set speed fast\r", andSee: "speed cannot be fast")
    try terminal.type(":set library x\r", andSee: "library cannot change while the program runs")
    try end(terminal)
  }

  @Test func theOutputChangesWhileATrackPlays() throws {
    let terminal = try plain()
    terminal.type(":output file:out.wav\r")
    try sandbox.waitForSound(0.2, in: "out.wav")
    try terminal.type(":output alsa:doesnotexist\r", andSee: "the output is not changed")
    try terminal.type(":set output null\r", andSee: "output is null until the program ends")
    try end(terminal)
  }

  @Test func kitCommandLoadsAKitOrReportsAnUnknownOne() throws {
    let kit = #"{"format":"drumdub-kit","version":1,"name":"Mine","pads":[]}"#
    try sandbox.write(kit.utf8, to: "data/drumdub/kits/mine/kit.json")
    let terminal = try plain()
    try terminal.type(":kit mine\r", andSee: "Mine")
    try terminal.type(":kit nothing-of-the-kind\r", andSee: "nothing-of-the-kind")
    try end(terminal)
  }

  @Test func openCommandPlaysAnAddressInPlainMode() throws {
    try Tool.run(
      "lame", ["--quiet", "-b", "128", sandbox.file("a.wav").shown, sandbox.file("station.mp3").shown])
    let music = try FileBytes.read(sandbox.file("station.mp3"), limit: 1 << 24)
    let server = try StreamServer([.station(music, name: "Test FM", titles: ["One - First"])])
    defer { server.stop() }
    let terminal = try plain()
    try terminal.type(":open \(server.address())\r", andSee: "One - First")
    try end(terminal)
  }

  @Test func openCommandPlaysAnAddressOnTheScreen() throws {
    try Tool.run(
      "lame", ["--quiet", "-b", "128", sandbox.file("a.wav").shown, sandbox.file("station.mp3").shown])
    let music = try FileBytes.read(sandbox.file("station.mp3"), limit: 1 << 24)
    let server = try StreamServer([.station(music, name: "Test FM", titles: ["One - First"])])
    defer { server.stop() }
    let session = try sandbox.tmux("--output", "null", "a.wav")
    try session.wait(for: "playing")
    try session.type(":open \(server.address())\r")
    try session.wait(forAll: ["One - First", "Test FM"])
    try session.type(":open gopher://example.org/x\r")
    // A later message of the station may have replaced this one.
    try session.type("N")
    try session.wait(for: "cannot read gopher://example.org/x: this kind of address is not supported")
    try session.expectQuit()
  }
}
