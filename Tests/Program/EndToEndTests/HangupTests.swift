import Glibc
import HeardSound
import HostTools
import SystemBase
import TerminalTestSupport
import TestSupport
import Testing

/// A player whose terminal is closed, with `--on-hangup detach`.
@Suite(.together) struct HangupTests {
  private func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    try TestTrack(seed: 62, seconds: 120).write(to: "a.wav", in: sandbox)
    return sandbox
  }

  private let options = ["--output", "file:out.wav", "--on-hangup", "detach", "a.wav"]

  @Test(arguments: [false, true]) func closedTerminalLeavesThePlayerInTheBackground(isPlain: Bool) throws {
    let sandbox = try sandbox()
    do {
      let terminal = try PseudoTerminal(columns: 110, rows: 34)
      try sandbox.start(
        in: terminal, options + (isPlain ? ["--plain"] : []), environment: [DetachedPlayer.runtime(sandbox)])
      try terminal.wait(for: "playing")
    }
    let player = try DetachedPlayer(of: sandbox)
    try sandbox.waitForSound(0.3, in: "out.wav")
    let terminal = try player.attach()
    try terminal.wait(for: "playing")
    try terminal.expectQuit()
    try player.waitForEnd()
  }

  @Test func nextStartAsksOnceWhetherMusicPlaysOn() throws {
    let sandbox = try sandbox()
    let session = sandbox.file("state/drumdub/session.json")
    func hangup() -> String? {
      let bytes = (try? FileBytes.read(session, limit: 1 << 20)) ?? []
      return ["due", "made"].first { bytes.contains("\"\($0)\"".utf8) }
    }
    do { try sandbox.tmux("--output", "file:out.wav", "a.wav").wait(for: "[ ‖ pause ]") }
    try Wait.until("the end of the player") { hangup() == "due" }
    try Wait.until("its last descriptor") {
      RunningProcess.holding(sandbox.file("out.wav")).isEmpty
        && ProcessLock.holder(of: sandbox.file("state/drumdub/session.lock")) == nil
    }
    let terminal = try PseudoTerminal(columns: 200, rows: 34)
    try sandbox.start(in: terminal, ["--plain", "--output", "null"])
    try terminal.wait(for: "the music stopped as its terminal was closed")
    terminal.type("\r")
    try Wait.until("the setting in the file") {
      terminal.read(milliseconds: 10)
      let bytes = (try? FileBytes.read(sandbox.file("config/drumdub/config"), limit: 1 << 16)) ?? []
      return bytes.contains("on-hangup=detach".utf8)
    }
    try terminal.expectQuit()
    #expect(hangup() == "made")
  }

  @Test func ctrlDDetachesAndRestoresTheTerminalOfTheShell() throws {
    let sandbox = try sandbox()
    let shell = try DetachedPlayer.shell(sandbox)
    try shell.type("stty -a > before; \(Sandbox.program) \(options.joined(separator: " "))\n")
    try shell.wait(for: "[ ‖ pause ]")
    try shell.press("C-d")
    try shell.wait(for: "drumdub plays in the background as process")
    try shell.type("echo status $?; stty -a > now; cmp before now && echo as \"it\" was\n")
    try shell.wait(forAll: ["status 0", "as it was"])
    let player = try DetachedPlayer(of: sandbox)
    try sandbox.waitForSound(0.3, in: "out.wav")
    try shell.type("clear; \(Sandbox.program) attach\n")
    try shell.wait(for: "[ ‖ pause ]")
    try shell.type("q")
    try shell.wait(for: "ready>")
    try player.waitForEnd()
  }

  @Test func ctrlZSuspendsAPlayerThatDetachesOnHangup() throws {
    let sandbox = try sandbox()
    let shell = try DetachedPlayer.shell(sandbox)
    try shell.type("\(Sandbox.program) \(options.joined(separator: " "))\n")
    try shell.wait(for: "[ ‖ pause ]")
    try shell.press("C-z")
    try shell.wait(for: "Stopped")
    try shell.type("clear; fg\n")
    try shell.wait(for: "[ ‖ pause ]")
    try sandbox.waitForSound(0.2, in: "out.wav")
    try shell.type("q")
    try shell.wait(for: "ready>")
  }

  @Test func ctrlDIsRefusedWithoutDetachOnHangup() throws {
    let sandbox = try sandbox()
    let terminal = try sandbox.terminal("--output", "null", "a.wav")
    try terminal.wait(for: "playing")
    try terminal.type("\u{4}", andSee: "cannot leave the terminal")
    try terminal.expectQuit()
  }

  @Test func closedTerminalEndsThePlayerBesideADetachedOne() throws {
    let sandbox = try sandbox()
    let player = try DetachedPlayer(sandbox, "--output", "null", "--library", "other.db", "a.wav")
    do {
      let terminal = try TmuxSession(
        [Sandbox.program, "--second-start", "new"] + options,
        environment: sandbox.environment([DetachedPlayer.runtime(sandbox)]),
        directory: sandbox.path.shown)
      try terminal.wait(for: "[ ‖ pause ]")
      try terminal.press("C-d")
      try terminal.wait(for: "a player runs in the background already")
    }
    try Wait.until("the end of the other one") {
      RunningProcess.holding(sandbox.file("out.wav")).isEmpty
    }
    #expect(player.isRunning)
  }
}
