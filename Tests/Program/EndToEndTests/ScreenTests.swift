import Glibc
import HeardSound
import SystemBase
import TerminalTestSupport
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

  @Test func headerShowsTheTagsOfTheFile() throws {
    let sandbox = try Sandbox()
    try tagged(sandbox)
    let session = try sandbox.tmux("--output", "null", "tagged.flac")
    try session.wait(forAll: [" The Title ", " The Album", " The Artist", " 00:10\n", "track 3\n"])
    let lines = try session.lines()
    #expect(lines[2].contains(" The Title ") && lines[3].hasSuffix(" The Album"))
    #expect(lines[4].contains(" The Artist") && lines[4].hasSuffix("track 3"))
    #expect(lines[5].hasSuffix(" 00:10"))
  }

  @Test func headerShowsTheNameOfAFileWithoutTags() throws {
    let sandbox = try Sandbox()
    try TestTrack(seed: 3, seconds: 10).write(to: "no tags.wav", in: sandbox)
    let session = try sandbox.tmux("--output", "null", "--artwork", "no", "no tags.wav")
    try session.wait(forAll: ["▶ playing", " no tags.wav  ", " 00:10\n"])
    let lines = try session.lines()
    #expect(lines[3].isEmpty && lines[4].isEmpty)
  }

  @Test func playOrPauseButtonIsActiveUnlessTheQueueIsEmpty() throws {
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
    try session.expectQuit()
    let empty = try sandbox.tmux("--output", "null", "--resume", "no")
    try expect([], "Choose a folder", in: empty)
  }

  @Test func screenFitsEachTerminalSize() throws {
    let sandbox = try Sandbox()
    try tagged(sandbox)
    let session = try sandbox.tmux("--output", "null", "tagged.flac")
    try session.wait(for: "▶ playing")
    for (columns, rows) in [(200, 50), (80, 24), (60, 20), (40, 12), (20, 5), (19, 4), (40, 12), (110, 34)] {
      try session.resize(columns: columns, rows: rows)
      try session.wait(for: "the screen at \(columns) × \(rows)") { screen in
        let lines = screen.split(separator: "\n", omittingEmptySubsequences: false)
        // A line for each row and, after the last one's end, nothing.
        guard lines.count == rows + 1, lines.allSatisfy({ $0.count <= columns }) else { return false }
        if columns < 20 { return screen.contains("too small:") && !screen.contains("Title") }
        if columns < 40 { return screen.contains("The Title") && screen.contains(" 00:10") }
        // At 40 columns the number of the bank covers the end of the last pad's name.
        let last = columns < 60 ? "cowb" : "cowbell"
        let words = ["The Title", "snare", last, "Queue", "[ ‖ pause ]", "▶ 1  The Title", "? help"]
        return words.allSatisfy { screen.contains($0) } && !screen.contains("too small")
      }
    }
    try session.expectQuit()
  }

  @Test(arguments: ["vt100", "vt220", "linux", "xterm", "screen", "tmux-256color", "xterm-256color"])
  func screenIsDrawnOnEachTerminalType(kind: String) throws {
    let sandbox = try Sandbox()
    try tagged(sandbox)
    let session = try sandbox.tmux("--output", "null", "tagged.flac", environment: ["TERM=\(kind)"])
    try session.wait(for: "▶ playing")
    try session.press("Space")
    try session.wait(
      forAll: ["‖ paused", "The Title", "The Artist", "[ ▶ play ]", "┌ a ──", "▸ ▶ 1  The Title"])
    try session.expectQuit()
  }

  @Test func repeatedResizesRedrawTheScreenWhileMusicPlays() throws {
    let sandbox = try Sandbox()
    try TestTrack(seed: 5, seconds: 60).write(to: "a.wav", in: sandbox)
    let terminal = try sandbox.terminal("--output", "file:out.wav", "a.wav")
    try terminal.wait(for: "playing")
    var random = SeededGenerator(seed: 6)
    for _ in 0..<500 {
      let seen = terminal.output.count
      let size = (Int.random(in: 10...250, using: &random), Int.random(in: 3...80, using: &random))
      terminal.resize(columns: size.0, rows: size.1)
      terminal.signal(SIGWINCH)
      try terminal.wait("a new picture") { $0.output.count > seen }
    }
    terminal.resize(columns: 110, rows: 34)
    let seen = terminal.output.count
    terminal.signal(SIGWINCH)
    try terminal.wait(for: "cowbell", from: seen)
    try sandbox.waitForSound(0.2, in: "out.wav", terminal)
    try terminal.expectQuit()
  }

  @Test func mousePressesStrikePadsAndSelectAndPlayTracks() throws {
    let sandbox = try Sandbox()
    for name in ["a", "b", "c"] {
      try TestTrack(seed: 8, seconds: 60).write(to: "music/\(name).wav", in: sandbox)
    }
    let session = try sandbox.tmux("--output", "null", "--trace-hits", "trace", "music")
    try session.wait(forAll: ["┌ a ", "1  a.wav", "c.wav", "01:00\n"])
    func press(_ column: Int, _ words: String) throws {
      let row = try #require(try session.lines().firstIndex { $0.contains(words) })
      try session.type("\u{1B}[<0;\(column);\(row + (words.hasPrefix("┌") ? 2 : 1))M")
    }
    try press(8, "┌ a ")
    try Wait.until("the hit") { sandbox.size(of: "trace") > 0 }
    let hits = try FileBytes.read(sandbox.file("trace"), limit: 1 << 16)
    #expect(String(decoding: hits, as: UTF8.self).contains("\"pad\":1"))
    try press(60, "c.wav")
    try session.wait(for: "▸   3  c.wav")
    try press(60, "c.wav")
    try session.wait(for: "▸ ▶ 3  c.wav")
    try session.expectQuit()
  }
}
