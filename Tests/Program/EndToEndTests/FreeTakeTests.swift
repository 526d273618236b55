import Dubbing
import Glibc
import HeardSound
import TerminalTestSupport
import TestSupport
import Testing

/// Takes that belong to no track.
@Suite(.quiet) struct FreeTakeTests {
  @Test func takeRecordedWithoutATrackIsListedAndRenamed() throws {
    let sandbox = try Sandbox()
    try TestTrack(seed: 81, seconds: 60).write(to: "a.wav", in: sandbox)
    let session = try sandbox.tmux("--count-in", "0", "--output", "file:out.wav", "a.wav")
    try session.wait(for: "▶ playing")
    try session.type("X")
    try session.wait(for: "stopped")
    try session.type("r")
    try session.wait(for: "● take 1")
    try session.type("a")
    try sandbox.waitForSound(0.3, in: "out.wav")
    try session.type("r")
    try session.wait(for: "saved take 1: 1 hit")
    try session.type("E")
    try session.wait(forAll: ["without a track", "take 1", "layer 1"])
    try session.type("V")
    try session.wait(for: "name: take 1")
    try session.type(String(repeating: "\u{7F}", count: 6) + "mine\r")
    try session.wait(for: "mine")
    try session.expectQuit()
    let takes = TakeStore(folder: sandbox.file(StoredTake.folder)).takes(of: nil).takes.map(\.take)
    #expect(takes.map(\.name) == ["mine"] && takes.map(\.hitCount) == [1])
  }

  @Test func countInIsShownUntilTheRecordingBegins() throws {
    let sandbox = try Sandbox()
    try sandbox.writeEmptySession()
    let session = try sandbox.tmux("--output", "file:out.wav")
    try session.wait(for: "Choose a folder")
    try session.type("r")
    for count in [4, 3, 2, 1] { try session.wait(for: "count-in \(count)") }
    try session.wait(for: "· recording")
    try session.type("a")
    try sandbox.waitForSound(0.3, in: "out.wav")
    try session.type("r")
    try session.wait(for: ": 1 hit")
    try session.expectQuit()
  }

  @Test func plainModeRecordsAfterTheCountInOrTheFirstHit() throws {
    let sandbox = try Sandbox()
    try sandbox.writeEmptySession()
    let terminal = try sandbox.terminal("--plain", "--output", "null", "--count-in", "2")
    try terminal.type("\u{0C}", andSee: "the queue is empty")
    terminal.type("r")
    for text in ["count-in: 2", "count-in: 1", "recording"] { try terminal.wait(for: text) }
    terminal.signal(SIGTERM)
    _ = try terminal.waitForEnd()
    let other = try sandbox.terminal("--plain", "--output", "null", "--record-start", "first-hit")
    try other.type("\u{0C}", andSee: "the queue is empty")
    other.type("r")
    try other.wait(for: "recording begins with your first hit")
    let before = other.output.count
    other.type("a")
    try other.wait(for: "recording", from: before)
    other.type("r")
    try other.wait(for: ": 1 hit")
    try other.expectQuit()
  }
}
