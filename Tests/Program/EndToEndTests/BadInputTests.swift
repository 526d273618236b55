import Glibc
import HeardSound
import TerminalTestSupport
import TestSupport
import Testing

/// Files that cannot be played are reported with the reason, and the music continues.
@Suite(.together) struct BadInputTests {
  @Test(arguments: BadFile.allCases)
  func unplayableFileIsReportedAndTheNextTrackPlays(bad: BadFile) throws {
    let sandbox = try Sandbox()
    let word = try bad.make(in: sandbox)
    try TestTrack(seed: 7, seconds: 10).write(to: "good.wav", in: sandbox)
    let session = try start(sandbox, ["--output", "file:out.wav", word, "good.wav"])
    let screen = try session.wait(forAll: [bad.sentence, "   good.wav  ", "▶ playing"])
    #expect(screen.split(separator: "\n").count { $0.contains(bad.sentence) } == 1)
    try session.expectQuit()
    // No burst of noise: the music's own level at most.
    #expect(try FloatWAV(sandbox.file("out.wav")).frames.peak <= 1)
  }

  @Test func queueOfUnplayableFilesStopsAndReportsTheReasons() throws {
    let sandbox = try Sandbox()
    let words = try [BadFile.empty, .unreadable, .text].map { try $0.make(in: sandbox) }
    let session = try start(sandbox, ["--output", "null"] + words)
    try session.wait(
      forAll: [
        "■ stopped", "no track of the queue can be played; last: cannot play text.mp3: not a sound file",
        " the file is empty\n", " permission denied\n", " not a sound file\n",
      ])
    try session.expectQuit()
  }

  @Test func fileFormatIsDetectedByContentNotByExtension() throws {
    let sandbox = try Sandbox()
    let track = TestTrack(seed: 8, seconds: 0.5)
    for (name, kind) in [("song.txt", "flac"), ("song.mp3", "wav")] {
      try track.write(to: "song.\(kind)", in: sandbox)
      try Tool.run("mv", [sandbox.file("song.\(kind)").shown, sandbox.file(name).shown])
    }
    let session = try sandbox.tmux("--output", "file:out.wav", "song.txt", "song.mp3")
    try session.wait(for: "[ ‖ pause ]")
    try session.wait(for: "■ stopped")
    try session.expectQuit()
    let sound = try FloatWAV(sandbox.file("out.wav")).frames
    let start = try #require(sound.first(above: 0))
    #expect(Array(sound[start...].prefix(2 * track.frames.count)) == track.frames + track.frames)
  }

  /// The superuser can read every file, so the test drops that capability.
  private func start(_ sandbox: Sandbox, _ arguments: [String]) throws -> TmuxSession {
    let asUser =
      geteuid() == 0 ? ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] : ["env"]
    return try TmuxSession(
      asUser + [Sandbox.program] + arguments, environment: sandbox.environment([]),
      directory: sandbox.path.shown, columns: 130, rows: 34)
  }
}
