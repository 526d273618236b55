import Glibc
import HeardSound
import SystemBase
import TerminalTestSupport
import TestSupport
import Testing

/// Chapters on the screen and in the plain mode, and long tracks that continue where they were left.
@Suite(.together, .enabled(if: Tool.mayUse("ffmpeg"), "the ffmpeg program makes the file"))
struct ChapterTests {
  private func writeBook(in sandbox: Sandbox) throws {
    let sound = try TestTrack(seed: 33, seconds: 90).write(to: "sound.wav", in: sandbox)
    let chapters = [(0, 40, "The Road"), (40, 90, "The Storm")].map {
      "[CHAPTER]\nTIMEBASE=1/1\nSTART=\($0)\nEND=\($1)\ntitle=\($2)\n"
    }
    let list = try sandbox.write(";FFMETADATA1\n\(chapters.joined())".utf8, to: "chapters.txt")
    let inputs = ["-i", sound.shown, "-i", list.shown, "-map", "0:a", "-map_chapters", "1"]
    try Tool.run(
      "ffmpeg",
      ["-nostdin", "-v", "error"] + inputs + ["-c:a", "alac", sandbox.file("book.m4a").shown])
  }

  @Test func chaptersAreSoughtAndTheBookContinuesAfterAKill() throws {
    let sandbox = try Sandbox()
    try writeBook(in: sandbox)
    let options = ["--output", "null", "--resume-long", "60s", "book.m4a"]
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    try sandbox.start(in: terminal, ["--plain"] + options)
    try terminal.wait(for: "playing: 1 of 1")
    terminal.type("\u{1B})")
    try terminal.wait(for: "at 00:40, chapter 2/2 The Storm")
    try terminal.wait("a stored position") { _ in sandbox.size(of: "state/drumdub/positions.json") > 0 }
    terminal.signal(SIGKILL)
    try terminal.expectEnd(.signalled(SIGKILL))
    let session = try sandbox.tmux(
      "--output", "null", "--resume-long", "60s", "book.m4a", columns: 80, rows: 24)
    try session.wait(forAll: ["where it was left; p plays it", "2/2 The Storm"])
    try session.press("M-$")
    try session.wait(forAll: ["Chapters", "  1  00:00  The Road", "▶ 2  00:40  The Storm"])
    try session.press("Up")
    try session.press("Enter")
    try session.wait(for: "▶ 1  00:00  The Road")
    try session.press("Escape")
    try session.wait(for: "the closed list") { !$0.contains("─ Chapters") }
    try session.expectQuit()
  }
}
