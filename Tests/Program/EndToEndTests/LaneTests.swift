import Dubbing
import Glibc
import HeardSound
import SystemBase
import TerminalTestSupport
import TestSupport
import Testing

/// Changes of the mixer while a take is recorded: killed, started again and heard.
@Suite(.waiting) struct LaneTests {
  private static let window = 4_800

  /// The lanes that the journal of the sandbox would bring back now.
  private func journalled(_ sandbox: Sandbox) throws -> [Lane] {
    guard let name = try StoredTake.names(in: sandbox, ending: ".journal").first else { return [] }
    let bytes = try FileBytes.read(sandbox.file("\(StoredTake.folder)/\(name)"), limit: 1 << 20)
    guard let recovery = JournalRecovery(bytes) else { return [] }
    var take = recovery.begun
    recovery.complete(&take)
    return take.lanes
  }

  private func lane(_ address: String, _ lanes: [Lane]) -> Lane? {
    lanes.first { $0.id.address == address }
  }

  /// Whether each tenth of a second from the first sound on is loud or quiet, as the changes between both.
  private func changes(_ sandbox: Sandbox, _ name: String) throws -> [String] {
    let sound = try FloatWAV(sandbox.file(name)).frames
    let frames = Array(sound[(try #require(sound.first(above: 0)))...])
    let powers = stride(from: 0, to: frames.count - Self.window, by: Self.window).map { start in
      frames[start..<(start + Self.window)].reduce(0) { $0 + $1.x * $1.x } / Float(Self.window)
    }
    let full = powers[2]
    let states = powers.map { $0 < full / 50 ? "quiet" : "loud" }
    var changes: [String] = []
    // A part in which the sound changes may have the power of either.
    for (state, next) in zip(states, states.dropFirst()) where state == next && state != changes.last {
      changes.append(state)
    }
    return changes
  }

  @Test func sweepAndFaderRideOfAKilledRecordingAreRecoveredAndHeardAgain() throws {
    let sandbox = try Sandbox()
    try TestTrack(seed: 34, seconds: 60).write(to: "a.wav", in: sandbox)
    let terminal = try sandbox.terminal("--output", "file:out.wav", "a.wav")
    try terminal.wait(for: "playing")
    try sandbox.waitForSound(1, in: "out.wav", terminal)
    terminal.type("r")
    try terminal.wait(for: "recording")
    terminal.type(":sweep -100\r")
    try sandbox.waitForSound(1, in: "out.wav", terminal)
    terminal.type(":sweep 0\r")
    try sandbox.waitForSound(1, in: "out.wav", terminal)
    for level in ["-3", "-6", "-50"] {
      terminal.type(":mix music/gain \(level) dB\r")
      try sandbox.waitForSound(0.5, in: "out.wav", terminal)
    }
    try Wait.until("the last point in the journal") {
      lane("music/gain", try journalled(sandbox))?.values.last == -50
    }
    let lanes = try journalled(sandbox)
    #expect(lane("move/sweep", lanes)?.values == [-100, 0])
    #expect(lane("music/gain", lanes)?.values == [-3, -6, -50])
    try sandbox.waitForSound(1, in: "out.wav", terminal)
    terminal.signal(SIGKILL)
    try terminal.expectEnd(.signalled(SIGKILL))

    let again = try sandbox.terminal("--output", "file:again.wav", "a.wav")
    try again.wait(for: "recovered interrupted recordings")
    try again.type(":lanes\r", andSee: "take 1 has 2 lanes: move/sweep")
    let length = Double(try #require(lane("music/gain", lanes)?.frames.last)) / 48_000
    try sandbox.waitForSound(length + 1, in: "again.wav", again)
    try again.expectQuit()
    #expect(try changes(sandbox, "again.wav") == ["loud", "quiet", "loud", "quiet"])
    let take = try #require(TakeStore(folder: sandbox.file(StoredTake.folder)).all().takes.first?.take)
    #expect(lane("music/gain", take.lanes)?.frames == lane("music/gain", lanes)?.frames)
  }

  @Test func undoTakesARecordedPassBackWhole() throws {
    let sandbox = try Sandbox()
    try TestTrack(seed: 35, seconds: 60).write(to: "a.wav", in: sandbox)
    let terminal = try sandbox.terminal("--output", "file:out.wav", "a.wav")
    try terminal.wait(for: "playing")
    terminal.type("r")
    try terminal.wait(for: "recording")
    try terminal.type(":mix music/gain -12 dB\r", andSee: "music/gain is")
    terminal.type("a")
    try sandbox.waitForSound(0.5, in: "out.wav", terminal)
    terminal.type("r")
    try terminal.wait(for: "saved take 1: 1 hit, 1 lane")
    terminal.type("u")
    try terminal.wait(for: "undone: record layer 1 with 1 lane")
    try terminal.type(":lanes\r", andSee: "take 1 has no lanes")
    try terminal.expectQuit()
  }
}
