import Glibc
import HeardSound
import SystemBase
import TerminalTestSupport
import TestSupport
import Testing

/// The way of a listener through the program, from the first start to the next one.
@Suite(.together) struct WeekTests {
  private let sandbox: Sandbox
  private let variables: [String]
  private var socket: FilePath { sandbox.file("run/drumdub/mpd.sock") }

  init() throws {
    sandbox = try Sandbox()
    let runtime = sandbox.file("run")
    try FileBytes.makeFolder(runtime, permissions: 0o700)
    variables = ["XDG_RUNTIME_DIR=\(runtime.shown)"]
    try FileBytes.makeFolder(sandbox.file("Music"))
    for (number, title) in ["Flower Duet", "Bell Song"].enumerated() {
      try TestTrack(seed: UInt64(number + 1), seconds: 60).write(
        to: "Music/\(number + 1).flac", in: sandbox,
        comments: ["TITLE=\(title)", "ARTIST=Léo Delibes", "ALBUM=Lakmé", "TRACKNUMBER=\(number + 1)"])
    }
  }

  private func start() throws -> TmuxSession { try sandbox.tmux("--output", "null", environment: variables) }

  /// Scans the folder that the first start offers, and plays the album from the library.
  private func scanAndPlay(_ session: TmuxSession) throws {
    try session.wait(forAll: ["Where is your music?", "shift+F2 changes the layout", "▸   Scan"])
    try session.press("Enter")
    try session.wait(forAll: ["scan done: 2 tracks", "▸   Artists"])
    try session.press("Enter")
    try session.wait(for: "▸   Léo Delibes")
    try session.type("P")
    try session.wait(forAll: ["Queue · 2 tracks", "▶ 1  Flower Duet", "▶ playing"])
  }

  /// Adds the artist to a playlist, and changes the title of the track that plays.
  private func arrangeMusic(_ session: TmuxSession) throws {
    try session.press("M-I")
    try session.wait(for: "playlist:")
    try session.type("Week\r")
    try session.wait(for: "added 2 tracks to the playlist Week")
    try session.press("Tab")
    try session.wait(for: "Tab library")
    try session.press("M-E")
    try session.wait(for: "new text: Flower Duet")
    try session.type(" (live)")
    try session.press("Enter")
    try session.wait(forAll: ["changed the tags of 1 file", "▶ 1  Flower Duet (live)"])
  }

  private func playRadio(_ session: TmuxSession, _ server: StreamServer) throws {
    try session.type(":open \(server.address())\r")
    try session.wait(forAll: ["One - First", "Test FM", "Queue · 3 tracks"])
  }

  /// A client skips the station and chooses how tracks join; the user arranges the screen.
  private func control(_ session: TmuxSession) throws {
    let client = try RemoteTestClient(socket)
    #expect(try client.answer(to: "crossfade 4") == ["OK"])
    #expect(try client.answer(to: "next") == ["OK"])
    try session.wait(for: "▶ 3  Bell Song")
    #expect(try client.answer(to: "pause 1") == ["OK"])
    try session.wait(for: "‖ paused")
    try session.type(":panes queue|lyrics\r")
    try session.wait(forAll: ["panes is queue|lyrics, also after the next start", "─ Lyrics · Bell Song"])
  }

  /// The queue, the panes, the tags, the playlist and the client's option.
  private func expectAllOfItAgain(_ session: TmuxSession) throws {
    try session.wait(forAll: [
      "‖ paused", "Queue · 3 tracks", "1  Flower Duet (live)", "▶ 3  Bell Song", "─ Lyrics · Bell Song",
    ])
    try Wait.until("the socket") { (try? RemoteTestClient(socket)) != nil }
    #expect(try RemoteTestClient(socket).answer(to: "status").contains("xfade: 4"))
    #expect(try sandbox.run(["playlist"]).text == "Week  (2 entries)\n")
    #expect(try sandbox.run(["query", "title:live"]).text.contains("1.flac"))
  }

  @Test func whatAListenerHasMadeInAWeekIsThereAfterARestart() throws {
    let wav = try TestTrack(seed: 91, seconds: 20).write(to: "a.wav", in: sandbox)
    try Tool.run("lame", ["--quiet", "-b", "128", wav.shown, sandbox.file("a.mp3").shown])
    let music = try FileBytes.read(sandbox.file("a.mp3"), limit: 1 << 24)
    let server = try StreamServer([.station(music, name: "Test FM", titles: ["One - First"])])
    defer { server.stop() }
    let session = try start()
    try scanAndPlay(session)
    try arrangeMusic(session)
    try playRadio(session, server)
    try control(session)
    try session.expectQuit()
    let again = try start()
    try expectAllOfItAgain(again)
    try again.expectQuit()
  }
}
