import HeardSound
import TerminalTestSupport
import TestSupport
import Testing

/// Names and lists in other encodings than UTF-8.
@Suite(.together) struct NameTests {
  /// `é` in Latin-1.
  private static let accented: UInt8 = 0xE9

  @Test func aListInLatin1IsRead() throws {
    let sandbox = try Sandbox()
    let track = TestTrack(seed: 9, seconds: 10)
    try track.write(to: "caf\u{E9}.flac", in: sandbox)
    let name = Array("caf".utf8) + [NameTests.accented]
    let lines =
      Array("#EXTM3U\r\n#EXTINF:30,".utf8) + name + Array(" noir\r\n".utf8) + name + Array(".flac\r\n".utf8)
    try sandbox.write(lines, to: "list.m3u")
    let session = try sandbox.tmux("--output", "null", "list.m3u")
    try session.wait(forAll: ["▶ playing", "   caf\u{E9} noir  "])
  }

  @Test(.enabled(if: Tool.mayMount, "mounts are not allowed"))
  func nonUTF8ArgumentsAreReadWithoutProc() throws {
    let sandbox = try Sandbox()
    let script = "mount -t tmpfs none /proc && exec \"$0\" info \"$(printf 'none\\351.wav')\""
    let finished = try Tool.capture(
      "/usr/bin/env", ["-C", sandbox.path.shown, "unshare", "-rm", "sh", "-c", script, Sandbox.program],
      environment: sandbox.environment([]))
    #expect(finished.text.contains("none\\xE9.wav"), "\(finished)")
  }

  @Test func unsupportedPlaylistAddressesAreReportedInOneLine() throws {
    let sandbox = try Sandbox()
    try TestTrack(seed: 9, seconds: 10).write(to: "a.wav", in: sandbox)
    try sandbox.write("rtsp://one/\na.wav\nftp://two/\n".utf8, to: "list.m3u")
    let session = try sandbox.tmux("--output", "null", "list.m3u")
    let message = "2 problems; first: list.m3u: rtsp://one/ is an address; skipped"
    try session.wait(forAll: ["▶ playing", "Queue · 1 track", message])
  }

  @Test(arguments: ["drumdub \"$(printf 'b\\351.wav')\"", "drumdub .", "drumdub list.m3u"])
  func fileWithANonUTF8NamePlaysAndIsShownEscaped(command: String) throws {
    let sandbox = try Sandbox()
    try TestTrack(seed: 10, seconds: 10).write(to: "plain.wav", in: sandbox)
    let name = Array("b".utf8) + [NameTests.accented] + Array(".wav".utf8)
    try sandbox.write(name, to: "list.m3u")
    try Tool.run("sh", ["-c", "mv \"$0/plain.wav\" \"$0/$(printf 'b\\351.wav')\"", sandbox.path.shown])
    let script = command.replacing("drumdub", with: "exec \(Sandbox.program) --output null")
    let session = try TmuxSession(
      ["sh", "-c", script], environment: sandbox.environment([]), directory: sandbox.path.shown)
    try session.wait(forAll: ["▶ playing", "   b\\xE9.wav  "])
    try session.expectQuit()
    let again = try sandbox.tmux("--output", "null")
    try again.wait(forAll: ["‖ paused", "   b\\xE9.wav  "])
  }
}
