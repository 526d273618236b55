import FoundationEssentials
import Glibc
import HeardSound
import SystemBase
import TerminalTestSupport
import Testing

/// What was played is kept: recorded, undone, killed, started again and heard.
@Suite(.waiting) struct TakeTests {
  private let track = TestTrack(seed: 31, seconds: 12)

  @Test func remainingLayerIsHeardAtTheNextStartAfterAnUndo() throws {
    let sandbox = try Sandbox()
    try track.write(to: "a.wav", in: sandbox)
    let session = try sandbox.tmux("--output", "file:first.wav", "a.wav")
    try session.wait(for: "▶ playing")
    try sandbox.waitForSound(0.2, in: "first.wav")
    for (keys, hits) in [(["a", "s"], 2), (["f"], 3)] {
      try session.type("r")
      try session.wait(for: "recording")
      for key in keys {
        try sandbox.waitForSound(0.3, in: "first.wav")
        try session.type(key)
      }
      try sandbox.waitForSound(0.2, in: "first.wav")
      try session.type("r")
      try session.wait(for: ": \(hits) hits")
    }
    try session.type("u")
    try session.wait(for: "undone: record layer 2")
    try session.expectQuit()
    let listed = try takes(sandbox, "a.wav")
    #expect(listed.map(\.hits) == [2] && listed.map(\.layers) == [1] && listed.map(\.name) == ["take 1"])

    let frames = try storedFrames(FilePath(try #require(listed.first).path))
    let hits = try heardHits(sandbox)
    #expect(hits.map(\.pad) == [1, 2] && hits.map(\.velocity) == [100, 100])
    #expect(hits.map(\.frame) == frames)
  }

  /// Plays the track to its end once more. Returns the hits, by the frames of the track that they sound with.
  private func heardHits(_ sandbox: Sandbox) throws -> [FoundHit] {
    let session = try sandbox.tmux("--output", "file:second.wav", "a.wav")
    try session.wait(for: "▶ playing")
    try session.wait(for: "■ stopped")
    try sandbox.waitForSound(0.3, in: "second.wav")
    try session.expectQuit()
    var sound = try FloatWAV(sandbox.file("second.wav")).frames
    let start = try #require(sound.first(above: 0))
    try #require(sound.count >= start + track.frames.count)
    for (index, frame) in track.frames.enumerated() { sound[start + index] -= frame }
    let (hits, rest) = try HitFinder().find(in: sound)
    #expect(rest.peak < HitFinder.floor)
    return hits.map { FoundHit(frame: $0.frame - start, pad: $0.pad, velocity: $0.velocity) }
  }

  private func storedFrames(_ path: FilePath) throws -> [Int] {
    struct File: Decodable {
      struct Layer: Decodable { var frames: [Int] }
      var layers: [Layer]
    }
    let bytes = try FileBytes.read(path, limit: 1 << 20)
    return try JSONDecoder().decode(File.self, from: Data(bytes)).layers.flatMap(\.frames)
  }

  @Test func quittingWhileRecordingNeedsTwoPressesAndKeepsTheTake() throws {
    let sandbox = try Sandbox()
    try TestTrack(seed: 33, seconds: 30).write(to: "a.wav", in: sandbox)
    let session = try sandbox.tmux("--output", "file:out.wav", "a.wav")
    try session.wait(for: "▶ playing")
    try session.type("r")
    try session.wait(for: "recording")
    try session.type("a")
    try sandbox.waitForSound(0.3, in: "out.wav")
    try session.type("q")
    try session.wait(for: "still recording")
    try session.expectQuit()
    #expect(try takes(sandbox).map(\.hits) == [1])
  }

  @Test func takesAreNamedDeletedAndRestoredByTheCommandLine() throws {
    let sandbox = try Sandbox()
    let text = #"{"format":"drumdub-take","version":1,"id":"a1","name":"one","layers":[],"mood":"calm"}"#
    let file = try sandbox.write(text.utf8, to: "data/drumdub/takes/one.dub")
    #expect(try sandbox.run(["takes", "rename", "a1", "two"]).status == 0)
    #expect(try takes(sandbox).map(\.name) == ["two"])
    #expect(String(decoding: try FileBytes.read(file, limit: 5000), as: UTF8.self).contains("calm"))
    #expect(try sandbox.run(["takes", "delete", "a"]).status == 0)
    #expect(try takes(sandbox).isEmpty)
    #expect(try sandbox.run(["takes", "restore", "a1"]).status == 0)
    #expect(try takes(sandbox).map(\.id) == ["a1"])
    #expect(try sandbox.run(["takes", "delete", "nothing"]).status == 1)
    #expect(try sandbox.run(["takes", "rename", "a1"]).status == 2)
    try sandbox.write("{".utf8, to: "data/drumdub/takes/broken.dub")
    let broken = try sandbox.run(["takes", "--json"])
    #expect(broken.status == 1 && broken.errorLines.contains { $0.contains("line 1, column 2") })
  }
}

/// The loss is measured in time.
@Suite(.quiet) struct KilledRecordingTests {
  /// The number of kills: `$DRUMDUB_KILLS`, or a small default.
  @Test func killedRecordingLosesAQuarterOfASecondAtMost() throws {
    let count = getenv("DRUMDUB_KILLS").flatMap { Int(String(cString: $0)) } ?? 3
    let sandbox = try Sandbox()
    try TestTrack(seed: 32, seconds: 30).write(to: "a.wav", in: sandbox)
    var kept = 0
    for round in 0..<count {
      let terminal = try sandbox.terminal("--output", "null", "a.wav")
      try terminal.wait(for: "playing")
      terminal.type("r")
      try terminal.wait(for: "recording")
      var struck: [HostTime] = []
      // For how long the machine stood still, as far as it is seen here: the program did so too.
      var stall = 0.0
      func wait(seconds: Double) throws {
        let due = HostTime.now.advanced(bySeconds: seconds)
        try terminal.wait("its time") { _ in HostTime.now >= due }
        stall = max(stall, HostTime.now.seconds(since: due))
      }
      for count in 0..<(5 + round % 7) {
        try wait(seconds: 0.06)
        // Not one key: held down, it would be taken to repeat.
        terminal.type(count % 2 == 0 ? "a" : "s")
        struck.append(.now)
      }
      try wait(seconds: Double(round % 10) * 0.03)
      terminal.signal(SIGKILL)
      let end = HostTime.now
      try terminal.expectEnd(.signalled(SIGKILL))
      let hits = try takes(sandbox).map(\.hits).reduce(0, +)
      let sure = struck.count { end.seconds(since: $0) > 0.25 + 2 * stall }
      #expect(hits - kept >= sure && hits - kept <= struck.count, "round \(round)")
      kept = hits
    }
    // One take holds them all: it is recorded on, layer by layer.
    #expect(try takes(sandbox).count <= 1 || count == 0)
  }
}

/// What `drumdub takes` lists.
private func takes(_ sandbox: Sandbox, _ arguments: String...) throws -> [ListedTake] {
  let result = try sandbox.run(["takes", "--json"] + arguments)
  #expect(result.status == 0)
  return try JSONDecoder().decode(TakeList.self, from: Data(result.text.utf8)).takes
}

private struct TakeList: Decodable {
  var takes: [ListedTake]
}

private struct ListedTake: Decodable {
  var id: String
  var name: String
  var path: String
  var hits: Int
  var layers: Int
}
