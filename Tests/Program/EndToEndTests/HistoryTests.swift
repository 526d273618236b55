import HeardSound
import SystemBase
import TestSupport
import Testing

/// What was heard: the history of the library, and the program that is run at each track.
@Suite(.waiting) struct HistoryTests {
  private static let script = """
    #!/bin/sh
    printf '%s|' "$DRUMDUB_STATUS" "$DRUMDUB_TITLE" "$DRUMDUB_ARTIST" "$DRUMDUB_ALBUM" "$DRUMDUB_DURATION" \\
      "${DRUMDUB_FILE##*/}" "$DRUMDUB_URL" >> "$HOME/heard"
    echo >> "$HOME/heard"

    """

  private func lines(_ sandbox: Sandbox) -> [String] {
    let bytes = (try? FileBytes.read(sandbox.file("heard"), limit: 1 << 16)) ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test func heardTracksAreInTheHistoryAndToldToTheProgram() throws {
    let sandbox = try Sandbox()
    try FileBytes.makeFolder(sandbox.file("Music"))
    for (number, title) in ["One", "Two"].enumerated() {
      try TestTrack(seed: UInt64(number + 1), seconds: 3).write(
        to: "Music/\(number + 1).flac", in: sandbox,
        comments: ["TITLE=\(title)", "ARTIST=Ann", "ALBUM=Both", "TRACKNUMBER=\(number + 1)"])
    }
    #expect(try sandbox.run(["scan", "Music"]).status == 0)
    #expect(try sandbox.run(["history"]).output.isEmpty)
    let script = try sandbox.write(HistoryTests.script.utf8, to: "tell")
    try Tool.run("chmod", ["+x", script.shown])
    let terminal = try sandbox.terminal("--plain", "--output", "null", "--on-track", script.shown, "Music")
    try Wait.until("both tracks are heard") { lines(sandbox).count >= 4 }
    try terminal.expectQuit()
    let told = [("One", "1.flac"), ("Two", "2.flac")].flatMap { title, file in
      ["playing", "heard"].map { "\($0)|\(title)|Ann|Both|3|\(file)||" }
    }
    #expect(lines(sandbox) == told)
    let history = try sandbox.run(["history"]).text.split(separator: "\n")
    #expect(history.count == 2 && history[0].hasSuffix("  Ann - One (Both)"), "\(history)")
    #expect(history.last?.hasSuffix("  Ann - Two (Both)") == true, "\(history)")
    #expect(try sandbox.run(["history", "--since", "1d", "--limit", "1"]).text.contains("Two"))
    let json = try sandbox.run(["history", "--json"])
    #expect(json.text.hasPrefix(#"{"listen_type":"import","payload":[{"listened_at":"#))
    #expect(json.text.contains(#""artist_name":"Ann","release_name":"Both","track_name":"One""#))
    let found = try sandbox.run(["query", "heard:<1d", "sort:title", "--format", "{title}"])
    #expect(found.text == "One\nTwo\n")
    #expect(try sandbox.run(["query", "heard:>1d"]).text.isEmpty)
    let wrong = try sandbox.run(["history", "--since", "soon"])
    #expect(wrong.status == 2 && wrong.errorLines.first?.contains("--since must be a date") == true)
  }

  @Test func programThatCannotBeStartedIsReportedOnce() throws {
    let sandbox = try Sandbox()
    for name in ["a.wav", "b.wav"] { try TestTrack(seed: 1, seconds: 2).write(to: name, in: sandbox) }
    let terminal = try sandbox.terminal(
      "--plain", "--output", "null", "--on-track", "/nowhere/tell", "a.wav", "b.wav", columns: 200)
    let words = "on-track=/nowhere/tell: there is no such program"
    try terminal.wait(for: words)
    try terminal.wait(for: "stopped")
    try terminal.expectQuit()
    #expect(terminal.text.split(separator: words, omittingEmptySubsequences: false).count == 2)
  }
}
