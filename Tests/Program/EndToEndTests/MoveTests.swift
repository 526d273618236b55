import AudioBase
import HeardSound
import TerminalTestSupport
import TestSupport
import Testing

/// Moves of the hands in the real program, as a recording of the output has them.
@Suite(.together) struct MoveTests {
  private static let window = 4_800
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func start() throws -> PseudoTerminal {
    try TestTrack(seed: 7, seconds: 60).write(to: "a.wav", in: sandbox)
    let terminal = try sandbox.terminal("--output", "file:out.wav", "--record", "rec.wav", "a.wav")
    try terminal.wait(for: "REC")
    try sandbox.waitForSound(1, in: "out.wav", terminal)
    return terminal
  }

  /// Ends the recording. Returns its frames, from the first sound on.
  private func recorded(_ terminal: PseudoTerminal) throws -> [Frame] {
    terminal.type("R")
    try terminal.wait(for: "saved the recording")
    try terminal.expectQuit()
    let frames = try FloatWAV(sandbox.file("rec.wav")).frames
    return Array(frames[(try #require(frames.first(above: 0)))...])
  }

  /// The mean power of each tenth of a second.
  private func powers(_ frames: [Frame]) -> [Float] {
    stride(from: 0, to: frames.count - Self.window, by: Self.window).map { start in
      frames[start..<(start + Self.window)].reduce(0) { $0 + $1.x * $1.x } / Float(Self.window)
    }
  }

  @Test func sweepByACommandAndByAnAddressIsHeardAndRecorded() throws {
    let terminal = try start()
    // The file grows in steps, so that a command is heard later than it is typed.
    terminal.type(":sweep -100\r")
    try sandbox.waitForSound(2, in: "out.wav", terminal)
    terminal.type(":sweep 0\r")
    try sandbox.waitForSound(2, in: "out.wav", terminal)
    try terminal.type(":mix music/mute on\r", andSee: "music/mute is on")
    try sandbox.waitForSound(1, in: "out.wav", terminal)
    try terminal.type(":mix music/mut off\r", andSee: "the mixer has no music/mut; it has gain")
    try terminal.type(":mix music/mute off\r", andSee: "music/mute is off")
    try sandbox.waitForSound(1, in: "out.wav", terminal)
    let powers = powers(try recorded(terminal))
    let full = powers[2]
    let states = powers.map { $0 == 0 ? "mute" : $0 < full / 50 ? "low" : "full" }
    // A part in which one state becomes another one may have the power of a third one.
    var changes: [String] = []
    for (state, next) in zip(states, states.dropFirst()) where state == next && state != changes.last {
      changes.append(state)
    }
    #expect(changes == ["full", "low", "full", "mute", "full"])
  }

  /// Whether the frames repeat those of a beat of 120 BPM before.
  private func repeats(_ frames: [Frame], at start: Int, count: Int) -> Bool {
    (start..<(start + count)).allSatisfy { abs(frames[$0].x - frames[$0 - 24_000].x) < 1e-5 }
  }

  @Test func stutterIsHeldAsLongAsItsKeyAndRecorded() throws {
    let terminal = try start()
    // The terminal reports releases of keys.
    terminal.type("\u{1B}[?0u")
    terminal.type("\u{1B}[57;1:1;57u")
    try sandbox.waitForSound(4, in: "out.wav", terminal)
    terminal.type("\u{1B}[57;1:3u")
    try sandbox.waitForSound(2, in: "out.wav", terminal)
    let frames = try recorded(terminal)
    let held = stride(from: 24_000, to: frames.count - 2_400, by: 2_400).map {
      repeats(frames, at: $0, count: 2_400)
    }
    let first = try #require(held.firstIndex(of: true))
    let last = try #require(held.lastIndex(of: true))
    // Two seconds, but for the crossfade and the parts at both ends.
    // At least a second of the four.
    #expect(last - first > 20 && held[first...last].allSatisfy(\.self))
    #expect(last < held.count - 10, "the music is heard again")
  }
}
