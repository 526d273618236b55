import HeardSound
import TerminalTestSupport
import TestSupport
import Testing

/// Lyrics on the screen, from files beside the tracks.
@Suite(.together) struct LyricsTests {
  @Test func lyricsFileIsShownAndAMissingOneIsReported() throws {
    let sandbox = try Sandbox()
    for name in ["a.wav", "b.wav"] { try TestTrack(seed: 31, seconds: 60).write(to: name, in: sandbox) }
    try sandbox.write("[00:00.00]First words\n[00:30.00]Later words\n".utf8, to: "a.lrc")
    let session = try sandbox.tmux("--output", "null", "a.wav", "b.wav")
    try session.wait(for: "▶ playing")
    try session.type("w")
    try session.wait(forAll: ["Lyrics · a.wav", "First words", "Later words", "follow the music"])
    try session.type("n")
    try session.wait(for: "no lyrics: neither in the tags nor in a file .lrc of the same name")
    try session.press("Escape")
    try session.wait(for: "Queue · 2 tracks")
    try session.expectQuit()
  }
}
