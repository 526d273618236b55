import Glibc
import HeardSound
import SystemBase
import TerminalTestSupport
import TestSupport
import Testing

/// What is found again at the next start.
@Suite(.waiting) struct SessionTests {
  private let tracks = [TestTrack(seed: 20, seconds: 4), TestTrack(seed: 21, seconds: 9)]

  /// Leaves a session behind: the second of two tracks, quit somewhere in it.
  ///
  /// - Returns: the frame of the track that was the last to sound.
  private func leaveASession(in sandbox: Sandbox) throws -> Int {
    try tracks[0].write(to: "one.wav", in: sandbox)
    try tracks[1].write(to: "two.flac", in: sandbox, comments: ["TITLE=Second"])
    let session = try sandbox.tmux("--output", "file:first.wav", "one.wav", "two.flac")
    try session.wait(for: "▶ playing")
    try session.type("n")
    try session.wait(for: "▶ 2  Second")
    try sandbox.waitForSound(1.2, in: "first.wav")
    try session.expectQuit()
    return try #require(tracks[1].place(of: FloatWAV(sandbox.file("first.wav")).frames.suffix(8)))
  }

  /// The frame of the second track with which a file begins to hold it.
  private func start(of name: String, in sandbox: Sandbox) throws -> Int {
    let sound = try FloatWAV(sandbox.file(name)).frames
    // Past the fade-in of what starts in the middle of a track.
    let place = try #require(sound.first(above: 0)) + 480
    return try #require(tracks[1].place(of: sound[place..<(place + 8)])) - 480
  }

  @Test func restoredQueueIsPausedAtTheSavedPosition() throws {
    let sandbox = try Sandbox()
    let end = try leaveASession(in: sandbox)
    let session = try sandbox.tmux("--output", "file:second.wav")
    let words = ["‖ paused", "Queue · 2 tracks", "1  one.wav", "▸ ▶ 2  Second", "[ ▶ play ]"]
    let second = end / 48_000
    try session.wait(for: "the queue at the saved position") { screen in
      words.allSatisfy { screen.contains($0) }
        && (second - 1...second + 1).contains { screen.contains(" 00:0\($0) ━") }
    }
    try sandbox.waitForSound(0.3, in: "second.wav")
    #expect(try FloatWAV(sandbox.file("second.wav")).frames.peak == 0)
    try session.press("Space")
    try session.wait(for: "▶ playing")
    try sandbox.waitForSound(0.3, in: "second.wav")
    try session.expectQuit()
    #expect(abs(try start(of: "second.wav", in: sandbox) - end) < 48_000)
  }

  @Test func resumeOptionPlaysOrDiscardsTheSavedQueue() throws {
    let sandbox = try Sandbox()
    let end = try leaveASession(in: sandbox)
    let session = try sandbox.tmux("--output", "file:second.wav", "--resume", "play")
    try session.wait(forAll: ["[ ‖ pause ]", " Second  "])
    try sandbox.waitForSound(0.3, in: "second.wav")
    try session.expectQuit()
    #expect(abs(try start(of: "second.wav", in: sandbox) - end) < 48_000)
    let empty = try sandbox.tmux("--output", "null", "--resume", "no")
    try empty.wait(forAll: ["■ stopped", "Choose a folder"])
  }

  @Test func levelsAndModesAreRestoredAtTheNextStart() throws {
    let sandbox = try Sandbox()
    for name in ["a.wav", "b.wav", "c.wav"] { try tracks[0].write(to: name, in: sandbox) }
    let session = try sandbox.tmux("--output", "null", "a.wav", "b.wav", "c.wav", columns: 150)
    try session.wait(for: "▶ playing")
    try session.type(" zyy--<<")
    let settings = "−2.0 dB · 94%   shuffle on   repeat all   music 0.0 dB   pads −10.0 dB"
    try session.wait(for: settings)
    try session.expectQuit()
    let again = try sandbox.tmux("--output", "null", columns: 150)
    try again.wait(for: settings)
    try again.type("zM")
    try again.wait(for: "muted   shuffle off   repeat all")
    try again.expectQuit()
    // What the user names takes the queue's place; the levels stay.
    let other = try sandbox.tmux("--output", "null", "c.wav")
    try other.wait(forAll: ["▶ playing", "muted   shuffle off   repeat all", "Queue · 1 track"])
  }

  @Test func queueIsRestoredFromAnotherWorkingFolder() throws {
    let sandbox = try Sandbox()
    try tracks[0].write(to: "music/a.wav", in: sandbox)
    let session = try sandbox.tmux("--output", "null", "music")
    try session.wait(for: "▶ playing")
    try session.expectQuit()
    let again = try TmuxSession(
      [Sandbox.program, "--output", "null", "--resume", "play"], environment: sandbox.environment([]),
      directory: "/")
    // Its length is known where it was found.
    try again.wait(forAll: ["a.wav", "▶ playing", " 00:04\n"])
  }

  @Test func theFirstStartPlaysTheDemo() throws {
    let session = try Sandbox().tmux("--output", "null")
    try session.wait(forAll: ["▶ playing", " First Light  ", "Queue · 1 track"])
  }

  @Test(arguments: [
    "{\"format\":\"drumdub-session\",", "", "{\"format\":\"other\",\"version\":1}", "\u{0}\u{1}",
  ])
  func damagedSessionIsReportedAndNotChanged(content: String) throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write(content.utf8, to: "state/drumdub/session.json")
    try tracks[0].write(to: "a.wav", in: sandbox)
    for arguments in [[], ["a.wav"]] {
      let session = try TmuxSession(
        [Sandbox.program, "--output", "null"] + arguments, environment: sandbox.environment([]),
        directory: sandbox.path.shown, columns: 240, rows: 34)
      try session.wait(for: "cannot read \(file.shown): the file is damaged")
      try session.type("+")
      try session.wait(for: "1.0 dB · 103%   shuffle")
      try session.expectQuit()
      #expect(try FileBytes.read(file, limit: 1000) == Array(content.utf8))
    }
  }

  @Test func sessionSurvivesAKillAndAClosedTerminal() throws {
    let sandbox = try Sandbox()
    for track in ["a.wav", "b.wav"] { try TestTrack(seed: 22, seconds: 60).write(to: track, in: sandbox) }
    let killed = try sandbox.terminal("--output", "null", "a.wav", "b.wav")
    try killed.wait("the session") { _ in sandbox.size(of: "state/drumdub/session.json") > 0 }
    killed.signal(SIGKILL)
    try killed.expectEnd(.signalled(SIGKILL))
    var session: TmuxSession? = try sandbox.tmux("--output", "null", "--resume", "play")
    try session?.wait(for: "the queue at the position saved after 10 s") { screen in
      screen.contains("▶ playing") && screen.contains("Queue · 2 tracks")
        && [" 00:09 ", " 00:10 ", " 00:11 ", " 00:12 "].contains { screen.contains($0) }
    }
    // A session that has not changed since it was restored is not saved again, so the track has to play on.
    try session?.wait(for: "a later position") { screen in
      (13..<60).contains { screen.contains(" 00:\($0) ") }
    }
    FileBytes.remove(sandbox.sessionFile)
    session = nil
    try Wait.until("the session") { sandbox.size(of: "state/drumdub/session.json") > 0 }
  }
}
