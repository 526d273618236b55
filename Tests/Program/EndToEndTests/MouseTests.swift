import HeardSound
import TerminalTestSupport
import TestSupport
import Testing

/// What is pressed with the mouse, where the screen shows it.
@Suite(.together) struct MouseTests {
  /// Presses and lets go, at a column and a row counted from 0.
  private func click(_ column: Int, _ row: Int, in session: TmuxSession) throws {
    try session.type("\u{1B}[<0;\(column + 1);\(row + 1)M\u{1B}[<0;\(column + 1);\(row + 1)m")
  }

  /// The row and the columns of a loud waveform, in few colours; nil while it is not there.
  private func waveform(in screen: String) -> (row: Int, columns: ClosedRange<Int>)? {
    let blocks = Set("░▒▓█│")
    for (row, line) in screen.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let columns = line.enumerated().filter { blocks.contains($0.element) }.map(\.offset)
      if let first = columns.first, let last = columns.last, last - first > 80,
        columns.count == last - first + 1
      {
        return (row, first...last)
      }
    }
    return nil
  }

  /// The position in the track in seconds on the screen; nil if there is none.
  private func elapsed(in screen: String) -> Int? {
    let line = screen.split(separator: "\n").first { $0.hasSuffix(" 01:00") && $0.contains("●") }
    let parts =
      line?.drop { $0 == " " }.prefix { $0 != " " }.split(separator: ":").compactMap { Int($0) } ?? []
    return parts.count == 2 ? parts[0] * 60 + parts[1] : nil
  }

  @Test(arguments: [false, true]) func aClickInTheWaveformSeeks(whilePaused: Bool) throws {
    let sandbox = try Sandbox()
    try TestTrack(seed: 12, seconds: 60).write(to: "a.wav", in: sandbox)
    let session = try sandbox.tmux("--output", "null", "--artwork", "no", "a.wav")
    try session.wait(forAll: ["▶ playing", " 01:00\n"])
    if whilePaused {
      try session.press("Space")
      try session.wait(for: "‖ paused")
    }
    let shown = try session.wait(for: "the waveform") { waveform(in: $0) != nil }
    let (row, columns) = try #require(waveform(in: shown))
    for share in [0.75, 0.25] {
      let column = columns.lowerBound + Int(Double(columns.count) * share)
      let wanted = Int(60 * Double(column - columns.lowerBound) / Double(columns.count - 1))
      try click(column, row, in: session)
      // Long before it would be there by itself.
      try session.wait(for: "the place \(wanted) s") { screen in
        elapsed(in: screen).map { whilePaused ? $0 == wanted : (wanted..<wanted + 15).contains($0) } ?? false
      }
    }
    try session.expectQuit()
  }

  @Test func clickOnATabShowsTheListOfTheTab() throws {
    let sandbox = try Sandbox()
    try TestTrack(seed: 14, seconds: 60).write(to: "a.wav", in: sandbox)
    let session = try sandbox.tmux("--output", "null", "a.wav", columns: 80, rows: 24)
    try session.wait(for: "▸ ▶ 1  a.wav")
    // Until it is asked for, the library has no tab.
    try session.press("Tab")
    let steps = [
      ("Where is your music?", " Queue "), ("▸ ▶ 1  a.wav", " Library "), ("Where is your music?", ""),
    ]
    for (shown, tab) in steps {
      let screen = try session.wait(forAll: [shown, tab])
      if tab.isEmpty { break }
      let lines = screen.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      let row = try #require(lines.firstIndex { $0.hasPrefix(" ── ") && $0.contains(tab) })
      let place = try #require(lines[row].firstRange(of: tab))
      try click(lines[row].distance(from: lines[row].startIndex, to: place.lowerBound) + 3, row, in: session)
    }
    try session.expectQuit()
  }

  /// The row of the upper edges of the pads, and their first columns.
  private func pads(in screen: String) -> (row: Int, starts: [Int])? {
    let lines = screen.split(separator: "\n", omittingEmptySubsequences: false).map(Array.init)
    guard let row = lines.firstIndex(where: { $0.starts(with: " ┌ a ") }) else { return nil }
    return (row, lines[row].indices.filter { lines[row][$0] == "┌" })
  }

  @Test func clickNearerToTheMiddleOfAPadStrikesHarder() throws {
    let sandbox = try Sandbox()
    try TestTrack(seed: 13, seconds: 60).write(to: "a.wav", in: sandbox)
    let session = try sandbox.tmux("--output", "null", "--trace-hits", "trace", "a.wav")
    // The screen is drawn in several writes.
    let screen = try session.wait(for: "eight pads") { pads(in: $0)?.starts.count == 8 }
    try session.wait(for: "▶ playing")
    let (row, starts) = try #require(pads(in: screen))
    let width = starts[1] - starts[0]
    for (number, (pad, place)) in [(0, 0.0), (0, 0.25), (0, 0.5), (7, 0.5)].enumerated() {
      try click(starts[pad] + Int(Double(width) * place), row + 1, in: session)
      try Wait.until("hit \(number + 1)") { (try? TracedHit.read(sandbox.file("trace")).count) == number + 1 }
    }
    let hits = try TracedHit.read(sandbox.file("trace"))
    #expect(hits.map(\.pad) == [1, 1, 1, 8])
    #expect(hits[0].velocity < 45 && (60...95).contains(hits[1].velocity) && hits[2].velocity > 110)
    #expect(hits[3].velocity > 110)
    try session.expectQuit()
  }
}
