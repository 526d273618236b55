import Dubbing
import Glibc
import HeardSound
import TerminalTestSupport
import TestSupport
import Testing

/// A take that cannot be saved is named until it is saved elsewhere or discarded, and at the end.
@Suite(.together) struct UnsavedTakeTests {
  private static let unsaved = "take 1 is not saved"
  private static let lost = "drumdub: take 1 was not saved: cannot write"

  /// A track plays, and a take of one hit has been recorded to it, which cannot be saved: a file stands where the
  /// folder of takes would be.
  private func recorded(_ sandbox: Sandbox, _ options: String...) throws -> PseudoTerminal {
    try TestTrack(seed: 71, seconds: 60).write(to: "a.wav", in: sandbox)
    try sandbox.write([], to: StoredTake.folder)
    let terminal = try PseudoTerminal(columns: 150, rows: 34)
    try sandbox.start(in: terminal, ["--output", "file:out.wav", "a.wav"] + options)
    try terminal.wait(for: "playing")
    try sandbox.waitForSound(0.2, in: "out.wav", terminal)
    terminal.type("r")
    try terminal.wait(for: Self.unsaved)
    terminal.type("a")
    try sandbox.waitForSound(0.4, in: "out.wav", terminal)
    terminal.type("r")
    // The last hits have been reported by then.
    try sandbox.waitForSound(0.6, in: "out.wav", terminal)
    return terminal
  }

  @Test func quittingWithAnUnsavedTakeAsksAndReportsTheLoss() throws {
    let sandbox = try Sandbox()
    let terminal = try recorded(sandbox)
    terminal.type("q")
    try terminal.wait(for: "q again discards it, W saves elsewhere")
    try terminal.expectQuit(1)
    #expect(terminal.text.contains(Self.lost))
  }

  @Test func unsavedTakeIsSavedInAnotherFolder() throws {
    let sandbox = try Sandbox()
    let terminal = try recorded(sandbox)
    terminal.type("W")
    try terminal.wait(for: "folder for the take")
    terminal.type("~/mine\r")
    try terminal.wait(for: "saved take 1 in")
    try terminal.expectQuit()
    #expect(!terminal.text.contains(Self.lost))
    let found = try #require(TakeStore(folder: sandbox.file("mine")).all().takes.first)
    let listed = try sandbox.run(["takes", found.path.shown])
    #expect(listed.status == 0 && listed.text.contains("take 1  1 layer, 1 hit"))
  }

  @Test(arguments: [SIGTERM, SIGHUP]) func signalWithAnUnsavedTakeReportsTheLoss(signal: Int32) throws {
    let sandbox = try Sandbox()
    let terminal = try recorded(sandbox)
    terminal.signal(signal)
    try terminal.expectEnd(.exited(1))
    #expect(terminal.text.contains(Self.lost))
  }

  @Test func quittingPlainModeWithAnUnsavedTakeReportsTheLoss() throws {
    let sandbox = try Sandbox()
    let terminal = try recorded(sandbox, "--plain")
    terminal.type("q")
    try terminal.wait(for: "q again discards it, W saves elsewhere")
    try terminal.expectQuit(1)
    #expect(terminal.text.contains(Self.lost))
  }

  /// What was recorded up to the end is part of it.
  @Test func recordingCutOffByASignalIsReportedAsLost() throws {
    let sandbox = try Sandbox()
    let terminal = try recorded(sandbox, "--plain")
    let before = terminal.output.count
    terminal.type("Zr")
    try terminal.wait(for: "take 2 is not saved", from: before)
    terminal.type("s")
    try sandbox.waitForSound(0.4, in: "out.wav", terminal)
    terminal.signal(SIGTERM)
    try terminal.expectEnd(.exited(1))
    #expect(terminal.text.contains(Self.lost) && terminal.text.contains("take 2 was not saved"))
  }
}
