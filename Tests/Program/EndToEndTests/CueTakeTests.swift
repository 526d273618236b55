import FoundationEssentials
import HeardSound
import TerminalTestSupport
import TestSupport
import Testing

/// Each track of a CUE sheet has separate takes.
@Suite(.together) struct CueTakeTests {
  private func sheet(_ tracks: [(title: String, start: String)]) -> String {
    let lines = tracks.enumerated().map { index, track in
      "  TRACK 0\(index + 1) AUDIO\n    TITLE \"\(track.title)\"\n    INDEX 01 \(track.start)\n"
    }
    return "FILE \"album.wav\" WAVE\n" + lines.joined()
  }

  private func listed(_ sandbox: Sandbox, _ file: String) throws -> Int {
    struct List: Decodable {
      struct Take: Decodable {}
      var takes: [Take]
    }
    let result = try sandbox.run(["takes", "--json", file])
    #expect(result.status == 0)
    return try JSONDecoder().decode(List.self, from: Data(result.text.utf8)).takes.count
  }

  @Test func takesOfASheetTrackAreListedAndFoundAfterAMove() throws {
    let sandbox = try Sandbox()
    try TestTrack(seed: 71, seconds: 60).write(to: "cd/album.wav", in: sandbox)
    let first = (title: "One", start: "00:00:00")
    try sandbox.write(sheet([first, ("Two", "00:20:00")]).utf8, to: "cd/album.cue")
    try sandbox.write(sheet([first, ("Other", "00:30:00")]).utf8, to: "cd/other.cue")
    let session = try sandbox.tmux("--output", "file:out.wav", "cd/album.cue")
    try session.wait(for: "▶ 1  One")
    try session.type("n")
    try session.wait(forAll: ["▶ 2  Two", "▶ playing"])
    try session.type("r")
    try session.wait(for: "● take 1")
    try session.type("a")
    try sandbox.waitForSound(0.4, in: "out.wav")
    try session.type("r")
    try session.wait(for: "saved take 1: 1 hit")
    try session.expectQuit()
    // The sheet means its tracks, the file all that is in it.
    #expect(try listed(sandbox, "cd/album.cue") == 1 && listed(sandbox, "cd/album.wav") == 1)
    #expect(try listed(sandbox, "cd/other.cue") == 0)
    #expect(try sandbox.run(["takes", "cd/missing.cue"]).status == 1)

    try Tool.run("mv", [sandbox.file("cd").shown, sandbox.file("moved").shown])
    let again = try sandbox.tmux("--output", "null", "moved/album.cue")
    let one = try again.wait(for: "▶ 1  One")
    #expect(!one.contains("take 1"))
    try again.type("n")
    try again.wait(forAll: ["▶ 2  Two", "take 1 · 1 layer"])
    try again.expectQuit()
  }
}
