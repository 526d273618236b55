import TestSupport
import Testing

/// What the screen shows, seen through tmux.
@Suite(.together) struct ScreenTests {
  private static let buttons = ["[ ▶ play ]", "[ ‖ pause ]"]

  /// Waits until the state stands there and this button, of both, is active.
  private func expect(_ active: [String], _ state: String, in session: TmuxSession) throws {
    try session.wait(for: "\(state) and \(active)") { screen in
      screen.contains(state) && ScreenTests.buttons.filter { screen.contains($0) } == active
        && screen.contains("▶ play ") && (screen.contains("‖ pause ]") || screen.contains("‖ pause\n"))
    }
  }

  private func tagged(_ sandbox: Sandbox) throws {
    try TestTrack(seed: 3, seconds: 10).write(
      to: "tagged.flac", in: sandbox,
      comments: ["TITLE=The Title", "ARTIST=The Artist", "ALBUM=The Album", "TRACKNUMBER=3"])
  }

  @Test func showsWhatTheFileSaysOfItself() throws {
    let sandbox = try Sandbox()
    try tagged(sandbox)
    let session = try sandbox.tmux("--output", "null", "tagged.flac")
    try session.wait(forAll: ["\n The Title ", "\n The Album", "\n The Artist", " 00:10\n", "track 3\n"])
    let lines = try session.lines()
    #expect(lines[2].hasPrefix(" The Title ") && lines[3].hasPrefix(" The Album"))
    #expect(lines[4].hasPrefix(" The Artist") && lines[4].hasSuffix("track 3"))
    #expect(lines[5].hasSuffix(" 00:10"))
  }

  @Test func showsTheFilesNameWhereItSaysNothing() throws {
    let sandbox = try Sandbox()
    try TestTrack(seed: 3, seconds: 10).write(to: "no tags.wav", in: sandbox)
    let session = try sandbox.tmux("--output", "null", "no tags.wav")
    try session.wait(forAll: ["▶ playing", "\n no tags.wav  ", " 00:10\n"])
    let lines = try session.lines()
    #expect(lines[3].isEmpty && lines[4].isEmpty)
  }

  @Test func oneButtonIsActiveAndNoneOnAnEmptyQueue() throws {
    let sandbox = try Sandbox()
    try tagged(sandbox)
    let session = try sandbox.tmux("--output", "null", "tagged.flac")
    try expect(["[ ‖ pause ]"], "▶ playing", in: session)
    try session.press("Space")
    try expect(["[ ▶ play ]"], "‖ paused", in: session)
    try session.press("Space")
    try expect(["[ ‖ pause ]"], "▶ playing", in: session)
    try session.type("X")
    try expect(["[ ▶ play ]"], "■ stopped", in: session)
    #expect(try session.quit() == 0)
    let empty = try sandbox.tmux("--output", "null", "--resume", "no")
    try expect([], "The queue is empty", in: empty)
  }

  @Test func followsTheTerminalsSize() throws {
    let sandbox = try Sandbox()
    try tagged(sandbox)
    let session = try sandbox.tmux("--output", "null", "tagged.flac")
    try session.wait(for: "▶ playing")
    for (columns, rows) in [(200, 50), (80, 24), (60, 20), (40, 12), (39, 11), (40, 12), (110, 34)] {
      try session.resize(columns: columns, rows: rows)
      try session.wait(for: "the screen at \(columns) × \(rows)") { screen in
        let lines = screen.split(separator: "\n", omittingEmptySubsequences: false)
        // A line for each row and, after the last one's end, nothing.
        guard lines.count == rows + 1, lines.allSatisfy({ $0.count <= columns }) else { return false }
        if columns < 40 { return screen.contains("too small: 40 × 12 needed") && !screen.contains("Title") }
        let words = ["The Title", "snare", "cowbell", "Queue", "[ ‖ pause ]", "▶ 1  The Title", "? help"]
        return words.allSatisfy { screen.contains($0) } && !screen.contains("too small")
      }
    }
    #expect(try session.quit() == 0)
  }

  @Test(arguments: ["vt100", "vt220", "xterm", "screen", "tmux-256color", "xterm-256color"])
  func drawsInTerminalsOfSeveralKinds(kind: String) throws {
    let sandbox = try Sandbox()
    try tagged(sandbox)
    let session = try sandbox.tmux("--output", "null", "tagged.flac", environment: ["TERM=\(kind)"])
    try session.wait(for: "▶ playing")
    try session.press("Space")
    try session.wait(
      forAll: ["‖ paused", "The Title", "The Artist", "[ ▶ play ]", "┌ a ──", "▸ ▶ 1  The Title"])
    #expect(try session.quit() == 0)
  }
}
