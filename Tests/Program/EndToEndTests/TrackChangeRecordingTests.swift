import Dubbing
import Glibc
import HeardSound
import SystemBase
import TerminalTestSupport
import TestSupport
import Testing

/// A recording over several tracks.
@Suite(.together) struct TrackChangeRecordingTests {
  /// The number of hits of the takes of each track.
  private func hits(_ sandbox: Sandbox) -> [String: Int] {
    Dictionary(
      TakeStore(folder: sandbox.file(StoredTake.folder)).all().takes.map(\.take).map {
        ($0.track?.path.lastComponent.shown ?? "", $0.hitCount)
      }, uniquingKeysWith: +)
  }

  /// The number of keys that have struck a pad. On a busy machine the program may begin to read keys late.
  private func struck(_ sandbox: Sandbox) throws -> Int {
    try TracedHit.read(sandbox.file("trace")).count
  }

  /// The number of hits that are left if the program is killed now. A busy machine writes them late.
  private func written(_ sandbox: Sandbox) throws -> Int {
    let copy = sandbox.file("copy")
    try Tool.run("rm", ["-rf", copy.shown])
    try Tool.run("cp", ["-R", sandbox.file(StoredTake.folder).shown, copy.shown])
    let store = TakeStore(folder: copy)
    _ = store.recover()
    return store.all().takes.map(\.take.hitCount).reduce(0, +)
  }

  /// Types forty keys while a recording goes over a track of two and a half seconds, three of six tenths, and a long one.
  private func record(_ sandbox: Sandbox) throws -> PseudoTerminal {
    let names = (1...5).map { "\($0).wav" }
    for (index, seconds) in [2.5, 0.6, 0.6, 0.6, 60].enumerated() {
      try TestTrack(seed: UInt64(80 + index), seconds: seconds).write(to: names[index], in: sandbox)
    }
    let terminal = try PseudoTerminal(columns: 150, rows: 34)
    try sandbox.start(
      in: terminal, ["--output", "file:out.wav", "--held-key", "repeat", "--trace-hits", "trace"] + names)
    try terminal.wait(for: "playing")
    terminal.type("r")
    try terminal.wait(for: "recording")
    for count in 0..<40 {
      terminal.type(count % 2 == 0 ? "a" : "s")
      try sandbox.waitForSound(0.1, in: "out.wav", terminal)
    }
    return terminal
  }

  @Test func hitsAcrossTrackChangesAreSavedInTheTakesOfTheTracks() throws {
    let sandbox = try Sandbox()
    let terminal = try record(sandbox)
    terminal.type("r")
    try Wait.until("the takes", told: { "\(hits(sandbox))" }) {
      hits(sandbox).values.reduce(0, +) == (try? struck(sandbox))
    }
    try terminal.expectQuit()
    let counts = hits(sandbox)
    let strokes = try struck(sandbox)
    #expect(
      counts.values.reduce(0, +) == strokes && strokes > 30 && counts.count >= 4, "\(counts) of \(strokes)")
  }

  @Test func aKillKeepsTheTakesOfAllTracks() throws {
    let sandbox = try Sandbox()
    let terminal = try record(sandbox)
    // A take may be saved, and its journal removed, while it is copied.
    try Wait.until("the journals") { (try? written(sandbox)) == (try? struck(sandbox)) }
    terminal.signal(SIGKILL)
    try terminal.expectEnd(.signalled(SIGKILL))
    // Restores what the journals have.
    #expect(try sandbox.run(["takes"]).status == 0)
    let counts = hits(sandbox)
    let strokes = try struck(sandbox)
    #expect(
      counts.values.reduce(0, +) == strokes && strokes > 30 && counts.count >= 4, "\(counts) of \(strokes)")
  }
}
