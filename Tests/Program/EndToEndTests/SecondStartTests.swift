import Glibc
import HeardSound
import SystemBase
import TestSupport
import Testing

/// A start while a player of the user runs, and the queue that a start replaces.
@Suite(.waiting) struct SecondStartTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    for name in ["a.wav", "b.wav", "c.wav"] {
      try TestTrack(seed: 40, seconds: 60).write(to: name, in: sandbox)
    }
  }

  private func start(_ words: String..., environment: [String] = []) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(columns: 200, rows: 50)
    try sandbox.start(in: terminal, words, environment: environment)
    return terminal
  }

  private static let question =
    "Play this there, add it to the queue there, or start another player? [P/a/s] "

  @Test func secondStartPlaysOrAddsInTheFirstPlayer() throws {
    let player = try RemotePlayer(sandbox, "a.wav")
    let added = try start("b.wav", environment: player.environment)
    try added.wait(for: SecondStartTests.question)
    added.type("what\na\n")
    try added.expectEnd(.exited(0))
    #expect(added.text.contains("added in the player that runs (process "))
    #expect(try player.mpc("playlist").split(separator: "\n").count == 2)
    let played = try start("c.wav", environment: player.environment)
    try played.wait(for: SecondStartTests.question)
    played.type("\n")
    try played.expectEnd(.exited(0))
    try player.expect("c.wav", from: "current", "--format", "%file%")
    let ended = try start("c.wav", environment: player.environment)
    try ended.wait(for: SecondStartTests.question)
    ended.type("\u{4}")
    try ended.expectEnd(.exited(1))
    // Without a terminal, the setting answers.
    let finished = try sandbox.run(["--second-start", "add", "b.wav"], environment: player.environment)
    #expect(finished.status == 0)
    #expect(try player.mpc("playlist").split(separator: "\n").count == 4)
    #expect(try player.quit() == .exited(0))
    #expect(!sandbox.file("state/drumdub/session-2.json").exists)
  }

  @Test func addOpensAPlayerIfNoneRuns() throws {
    for option in ["--add", "--next"] {
      let player = try start(option, "--plain", "--output", "null", "--resume", "no", "b.wav")
      try player.wait(for: "b.wav")
      try player.expectQuit()
    }
    #expect(try sandbox.run(["--next"]).status == 2)
  }

  @Test func anotherPlayerHasASessionOfItsOwn() throws {
    let player = try RemotePlayer(sandbox, "a.wav", "b.wav")
    let second = try start("--plain", "--output", "null", "c.wav", environment: player.environment)
    try second.wait(for: SecondStartTests.question)
    second.type("s\n")
    try second.wait(for: "another player runs (process ")
    try second.wait(for: "c.wav")
    try second.expectQuit()
    #expect(try player.quit() == .exited(0))
    func queue(_ name: String) throws -> [Bool] {
      let bytes = try FileBytes.read(sandbox.file("state/drumdub/\(name)"), limit: 1 << 20)
      let text = String(decoding: bytes, as: UTF8.self)
      return ["/a.wav", "/b.wav", "/c.wav"].map { text.contains($0) }
    }
    #expect(try queue("session.json") == [true, true, false])
    #expect(try queue("session-2.json") == [false, false, true])
  }

  @Test func startInTheBackgroundAsksNothing() throws {
    let player = try RemotePlayer(sandbox, "a.wav")
    let second = try DetachedPlayer(sandbox, "--output", "null", "c.wav")
    #expect(second.isRunning)
    #expect(ProcessLock.holder(of: sandbox.file("state/drumdub/session-2.lock")) == second.id)
    #expect(try player.quit() == .exited(0))
  }

  @Test func queueThatFilesOfTheCommandLineReplaceIsBackAfterTheNextStart() throws {
    func plain(_ words: String..., body: (PseudoTerminal) throws -> Void) throws {
      let terminal = try PseudoTerminal(columns: 200, rows: 50)
      try sandbox.start(in: terminal, ["--plain", "--output", "null"] + words)
      try body(terminal)
      try terminal.expectQuit()
    }
    try plain("a.wav", "b.wav") { try $0.wait(for: "1 of 2, a.wav") }
    try plain("c.wav") { terminal in
      try terminal.wait(for: "left the queue of 2 tracks; :queues lists the last ones; u undoes it")
      try terminal.wait(for: "1 of 1, c.wav")
    }
    try plain { terminal in
      try terminal.wait(for: "c.wav")
      terminal.type(":queues\r")
      try terminal.wait(for: "Queues: 1 of 1: 2 tracks, at 1 a.wav")
      terminal.type("u")
      try terminal.wait(for: "undone: replace the queue; the queue is 2 tracks now")
    }
  }
}
