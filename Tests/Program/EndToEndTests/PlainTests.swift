import Glibc
import HeardSound
import TerminalTestSupport
import TestSupport
import Testing

/// The program without a screen: one line for each event.
@Suite(.together) struct PlainTests {
  @Test func plainModeWithoutATerminalPlaysToTheEndAndPrintsEvents() throws {
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

  @Test func dumbTerminalGetsLinesAndAcceptsTheSameKeys() throws {
    let sandbox = try Sandbox()
    try TestTrack(seed: 2, seconds: 60).write(to: "a.wav", in: sandbox)
    let terminal = try sandbox.terminal("--output", "null", "a.wav", environment: ["TERM=dumb"])
    try terminal.wait(for: "playing: 1 of 1, a.wav")
    let modes = terminal.modes
    try terminal.type(" ", andSee: "paused at 00:0")
    try terminal.type("M", andSee: "muted")
    try terminal.type("?", andSee: "play or pause: space")
    try terminal.type("mute", andSee: "1 of 4: mute: M\r\n")
    try terminal.type("\u{1B}", andSee: "help: closed")
    try terminal.expectQuit()
    #expect(!terminal.output.contains(0x1B))
    #expect(terminal.modes != modes)
  }

  @Test func instrumentIsPlayedByTheSameKeys() throws {
    let sandbox = try Sandbox()
    let terminal = try sandbox.terminal("--plain", "--output", "file:out.wav")
    try terminal.type("\u{1B}G", andSee: "Guitar: chord E")
    try terminal.type("3", andSee: "D\r\n")
    // The arrow down strums.
    terminal.type("\u{1B}[B")
    try sandbox.waitForSound(0.5, in: "out.wav", terminal)
    terminal.signal(SIGINT)
    try terminal.expectEnd(.exited(0))
    #expect(try FloatWAV(sandbox.file("out.wav")).frames.first(above: 0.01) != nil)
  }

  @Test func figuresOfEachBarArePrintedOnRequest() throws {
    let sandbox = try Sandbox()
    try TestTrack(seed: 6, seconds: 60).write(to: "a.wav", in: sandbox)
    let terminal = try sandbox.terminal("--plain", "--output", "null", "--tempo", "400", "a.wav")
    try terminal.type("c", andSee: "metronome on: 400 BPM")
    try terminal.type(":practice lines 4\r", andSee: "prints the figures of 4 bars")
    try terminal.type(":practice lines on\r", andSee: "prints the figures of each bar")
    // A sixteenth has 37.5 ms, so each hit is near one; a bar has 0.6 seconds.
    // On a busy machine, the kit may still be being loaded: a pad without a sample is not struck.
    let isPrinted = (0..<20).contains { _ in
      terminal.type("a")
      return (try? terminal.wait(for: ", bar ", seconds: 3)) != nil
    }
    #expect(isPrinted)
    try terminal.expectQuit()
  }

  @Test func exitCodeReflectsTheLastPlayback() throws {
    let sandbox = try Sandbox()
    try sandbox.write("no sound".utf8, to: "bad.wav")
    try TestTrack(seed: 5, seconds: 60).write(to: "good.wav", in: sandbox)
    let player = try RemotePlayer(sandbox, "bad.wav")
    try player.terminal.wait(for: "no track of the queue can be played")
    let client = try RemoteTestClient(player.socket)
    let good = "\"\(sandbox.file("good.wav").shown)\""
    for command in ["clear", "add \(good)", "play"] { #expect(try client.answer(to: command) == ["OK"]) }
    try player.terminal.wait(for: "playing: 1 of 1, good.wav")
    #expect(try player.quit() == .exited(0))
    let failed = try RemotePlayer(sandbox, "bad.wav")
    try failed.terminal.wait(for: "no track of the queue can be played")
    #expect(try failed.quit() == .exited(1))
  }

  /// Runs a shell command, with the program as `$P` and a.wav in the working directory.
  private func shell(_ script: String, _ sandbox: Sandbox) throws -> Tool.Finished {
    try TestTrack(seed: 3, seconds: 1).write(to: "a.wav", in: sandbox)
    try TestTrack(seed: 4, seconds: 1).write(to: "b.wav", in: sandbox)
    return try Tool.capture(
      "/usr/bin/env",
      ["-C", sandbox.path.shown, "timeout", "60", "sh", "-c", "P=\(Sandbox.program); \(script)"],
      environment: sandbox.environment([]))
  }

  struct Shell: Sendable, CustomStringConvertible {
    let description: String
    let status: Int32
    var told: String?
  }

  @Test(arguments: [
    Shell(description: "$P --output null a.wav < /dev/null", status: 2),
    Shell(description: "TERM=dumb $P --output null a.wav < /dev/null", status: 2),
    Shell(description: "$P --plain --output null a.wav < /dev/null", status: 0, told: "stopped\n"),
    Shell(description: "$P --plain --output null a.wav <&-", status: 0, told: "stopped\n"),
    Shell(description: "$P --plain --output null a.wav < /dev/null >&-", status: 0, told: ""),
    Shell(description: "$P --plain --output null a.wav < /dev/null | head -1", status: 0),
    Shell(description: "$P --plain --output null none.wav < /dev/null", status: 1, told: "no such file"),
    Shell(description: "mkdir d; $P --plain --output null d < /dev/null", status: 0, told: "nothing to play"),
    Shell(description: "(sleep 0.5; printf q) | $P --plain --output null a.wav b.wav", status: 0),
    Shell(
      description:
        "(sleep 0.5; printf ' '; sleep 0.2; printf '/b\\r'; sleep 0.5; printf q) | $P --plain --output null a.wav b.wav",
      status: 0, told: "playing: 2 of 2, b.wav"),
  ]) func shellPipesAndRedirectionsGiveTheExpectedExitCode(shell: Shell) throws {
    let finished = try self.shell(shell.description, Sandbox())
    #expect(finished.status == shell.status)
    if let told = shell.told {
      #expect(told.isEmpty ? finished.text.isEmpty : finished.text.contains(told), "\(finished.text)")
    }
    if shell.status == 2 { #expect(finished.errorLines.joined().contains("--plain")) }
  }

  /// The plain mode with a queue of three tracks.
  private func threeTracks(in sandbox: Sandbox) throws -> PseudoTerminal {
    for name in ["one", "two", "three"] {
      try TestTrack(seed: 5, seconds: 30).write(to: "m/\(name).wav", in: sandbox)
    }
    let terminal = try sandbox.terminal("--plain", "--output", "null", "m")
    try terminal.wait(for: "playing: 1 of 3")
    return terminal
  }

  /// What a day is made of, by ear: nothing is read but the lines.
  @Test func everyKeyOfADayIsAnsweredByALine() throws {
    let sandbox = try Sandbox()
    let terminal = try threeTracks(in: sandbox)
    try terminal.type("\u{0C}", andSee: "not recording")
    try terminal.type(" ", andSee: "paused at 00:0")
    try terminal.type("n", andSee: "track: three.wav")
    try terminal.type("\u{1B}[B", andSee: "Queue: 3 of 3: two.wav")
    try terminal.type("\u{1B}[B", andSee: "nothing after this")
    try terminal.type("\u{1B}[A", andSee: "2 of 3: three.wav")
    try terminal.type("r", andSee: "recording")
    try terminal.type("\u{0C}", andSee: "Queue: 2 of 3")
    try terminal.type("r", andSee: "no hits were played")
    try terminal.type("-", andSee: "volume −1")
    try terminal.type("v", andSee: "the spectrum is drawn on screens only")
    try terminal.type("\u{1B}OQ", andSee: "pads-only mode on: F2 ends it")
    try terminal.type("\u{1B}OQ", andSee: "pads-only mode off")
    try terminal.type("/zzz", andSee: "nothing matches \"zzz\"")
    try terminal.type("\u{1B}", andSee: "filter: closed, all rows again")
    try terminal.type("\u{1B}", andSee: "nothing is open")
    try terminal.expectQuit()
  }

  /// The lists are gone through by ear.
  @Test func plainModePrintsTheSelectedRow() throws {
    let sandbox = try Sandbox()
    let terminal = try threeTracks(in: sandbox)
    try terminal.type("\u{1B}[B", andSee: "Queue: 2 of 3: three.wav")
    try terminal.type("/two", andSee: "1 of 1: two.wav")
    try terminal.type("\r", andSee: "playing: 3 of 3, two.wav")
    try terminal.type("\t", andSee: "Where is your music?: ")
    try terminal.expectQuit()
  }
}
