import HeardSound
import SystemBase
import TerminalTestSupport
import TestSupport
import Testing

/// A first use of the program: each key that is pressed is one that the screen shows.
@Suite(.together) struct NewcomerTests {
  /// Returns the key before a hint: `o` of `o find a song`.
  private func key(_ words: String, on session: TmuxSession) throws -> String {
    let screen = try session.wait(for: " \(words)")
    let line = try #require(screen.split(separator: "\n").last { $0.contains(" \(words)") })
    let before = line.ranges(of: " \(words)").last.map { line[..<$0.lowerBound] } ?? ""
    return String(before.split(separator: " ").last ?? "")
  }

  private func press(_ words: String, on session: TmuxSession) throws {
    let key = try key(words, on: session)
    let names = ["space": "Space", "Enter": "Enter", "Tab": "Tab", "Esc": "Escape", "Backspace": "BSpace"]
    if let name = names[key] { try session.press(name) } else { try session.type(key) }
  }

  private func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    for (number, title) in ["Flower Duet", "Bell Song", "Pourquoi"].enumerated() {
      try TestTrack(seed: UInt64(number + 1), seconds: 30).write(
        to: "Music/\(number + 1).flac", in: sandbox, comments: ["TITLE=\(title)", "ARTIST=Léo Delibes"])
    }
    return sandbox
  }

  @Test(arguments: [(120, 36), (80, 24)], ["screen", "xterm-256color", "linux", "vt100"])
  func newUserScansSearchesPlaysDrumsAndQuitsByHints(size: (Int, Int), kind: String) throws {
    let sandbox = try sandbox()
    let session = try sandbox.tmux(
      "--output", "null", "--trace-hits", "trace", environment: ["TERM=\(kind)"], columns: size.0,
      rows: size.1)
    // The demo plays meanwhile.
    try session.wait(forAll: ["Where is your music?", "playing", "Scan "])
    try session.type("a")
    try Wait.until("a hit while the demo plays") { sandbox.size(of: "trace") > 0 }
    try press("scan", on: session)
    try session.wait(for: "scan done: 3 tracks")
    try press("find a song", on: session)
    try session.wait(for: "song:")
    try session.type("bell")
    try press("play", on: session)
    try session.wait(for: "now playing: Bell Song")
    try press("play, pause", on: session)
    try session.wait(for: "paused")
    try press("help", on: session)
    try session.wait(for: "hit the pads")
    try press("close", on: session)
    try session.wait(for: "the help closed") { !$0.contains("hit the pads") }
    try press("quit", on: session)
    try session.expectEnd(0)
  }

  @Test func keyIsReboundByFollowingTheHelp() throws {
    let sandbox = try sandbox()
    let session = try sandbox.tmux("--output", "null", "Music", columns: 80, rows: 24)
    try session.wait(for: "now playing: Flower Duet")
    try press("help", on: session)
    try session.wait(for: "search:")
    try session.type("mute")
    try session.wait(for: "search: mute")
    try press("new key", on: session)
    try session.wait(for: "press a key")
    try session.press("F11")
    try session.wait(forAll: [" F11 mute", "search: mute"])
    try press("close", on: session)
    try session.wait(for: "the help closed") { !$0.contains("new key") }
    try session.press("F11")
    try session.wait(for: "muted")
    try session.expectQuit()
    let kept = try FileBytes.read(sandbox.file("config/drumdub/keys"), limit: 1 << 16)
    #expect(String(decoding: kept, as: UTF8.self) == "bind f11 mute\n")
  }

  /// Locked to the pads, the line of keys says how that ends.
  @Test func padLockIsLeftByFollowingTheHints() throws {
    let sandbox = try sandbox()
    let session = try sandbox.tmux("--output", "null", "Music", columns: 40, rows: 12)
    try session.wait(for: "playing")
    try session.press("F2")
    try session.wait(forAll: ["pads only", "F2 all keys again"])
    try session.type("q?N")
    try press("play, pause", on: session)
    try session.wait(for: "paused")
    try session.press("F2")
    try session.wait(for: "? help")
    try session.expectQuit()
  }

  @Test func queueIsFilteredByFollowingTheHints() throws {
    let sandbox = try sandbox()
    let session = try sandbox.tmux("--output", "null", "Music", columns: 80, rows: 24)
    try session.wait(for: "now playing: Flower Duet")
    try press("filter", on: session)
    try session.type("pourq")
    try session.wait(forAll: ["1 of 3 tracks", "/pourq", "filter: pourq"])
    try press("play", on: session)
    try session.wait(forAll: ["now playing: Pourquoi", "▸ ▶ 3  Pourquoi"])
    try session.press("Escape")
    try session.wait(forAll: ["Queue · 3 tracks", "1  Flower Duet"])
    try session.expectQuit()
  }
}
