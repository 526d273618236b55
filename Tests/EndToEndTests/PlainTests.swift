import TestSupport
import Testing

/// The program without a screen: one line for each event.
@Suite(.together) struct PlainTests {
  @Test func withoutATerminalItPlaysToTheEndAndTellsOfIt() throws {
    let sandbox = try Sandbox()
    try TestTrack(seed: 1, seconds: 1).write(to: "a.wav", in: sandbox)
    let finished = try sandbox.run(["--plain", "--output", "null", "a.wav", "missing.wav"])
    #expect(finished.status == 0)
    let lines = finished.text.split(separator: "\n").map(String.init)
    #expect(lines.contains { $0.hasPrefix("playing: 1 of ") && $0.contains("a.wav") })
    #expect(lines.contains { $0.contains("missing.wav") })
    #expect(lines.last == "stopped" || lines.contains("stopped"))
    #expect(finished.text.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x0A })
  }

  @Test func aDumbTerminalGetsLinesAndTheSameKeys() throws {
    let sandbox = try Sandbox()
    try TestTrack(seed: 2, seconds: 60).write(to: "a.wav", in: sandbox)
    let terminal = try sandbox.terminal("--output", "null", "a.wav", environment: ["TERM=dumb"])
    try terminal.wait(for: "playing: 1 of 1, a.wav")
    let modes = terminal.modes
    terminal.type(" ")
    try terminal.wait(for: "paused at 00:0")
    terminal.type("M")
    try terminal.wait(for: "muted")
    terminal.type("?")
    try terminal.wait(for: "space: play or pause")
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(!terminal.output.contains(0x1B))
    #expect(terminal.modes != modes)
  }
}
