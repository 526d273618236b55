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
    try session.press("End")
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

  // MARK: The second week

  /// An album whose third file has no album artist, and two albums of others.
  private func writeAlbums() throws {
    func write(_ name: String, _ comments: String...) throws {
      try TestTrack(seed: 7, seconds: 30).write(to: "Music/\(name).flac", in: sandbox, comments: comments)
    }
    for folder in ["opera", "suite", "songs"] { try FileBytes.makeFolder(sandbox.file("Music/\(folder)")) }
    for number in 1...3 {
      let owner = number < 3 ? ["ALBUMARTIST=Georges Bizet"] : []
      try TestTrack(seed: 7, seconds: 30).write(
        to: "Music/opera/\(number).flac", in: sandbox,
        comments: ["TITLE=Act \(number)", "ARTIST=Bizet", "ALBUM=Carmen", "TRACKNUMBER=\(number)"] + owner)
    }
    try write("suite/1", "TITLE=Prelude", "ARTIST=Bizet", "ALBUM=Carmen Suite")
    try write("songs/1", "TITLE=One", "ARTIST=Ann", "ALBUM=Hits")
    try write("songs/2", "TITLE=Two", "ARTIST=Ben", "ALBUM=Hits")
  }

  /// Finds an album by its title, plays it, appends all albums, and moves a marked range to the end.
  private func playAlbums(_ session: TmuxSession) throws {
    try session.type(":view albums\r")
    try session.wait(forAll: ["Albums · 3", "Carmen  ", "Various"])
    try session.press("M-?")
    try session.wait(for: "album:")
    try session.type("hits")
    try session.wait(for: "▸   Hits")
    try session.press("Enter")
    // Behind the demo of the first start.
    try session.wait(forAll: ["Queue · 3 tracks", "▶ 2  One"])
    try session.press("C-a")
    try session.type("i")
    try session.wait(for: "6 tracks added to the queue")
    try session.press("Tab")
    try session.wait(for: "Tab library")
    try session.press("Home")
    try session.type(":mark range\r")
    try session.press("Down")
    try session.wait(for: "2 marked")
    try session.press("S-End")
    try session.wait(for: "moved 2 tracks; u undoes it")
  }

  /// Joins two albums, and lets the radio play on.
  private func joinAlbums(_ session: TmuxSession) throws {
    try session.press("Tab")
    try session.wait(for: "Tab queue")
    try session.press("Home")
    try session.press("IC")
    try session.press("IC")
    try session.wait(for: "2 marked")
    try session.type(":join-album Carmen, all\r")
    try session.wait(forAll: ["Carmen, all", "Albums · 2"])
    try session.type(":shuffle albums\r")
    try session.wait(for: "shuffle albums")
    try session.type(":radio album:Hits\r")
    try session.wait(for: "radio: tracks of album:Hits follow the queue without end")
  }

  /// Opens the linked lists and leaves them.
  private func browseLists(_ session: TmuxSession) throws {
    try session.type(":linked-lists\r")
    try session.wait(forAll: ["── Genres", "── Artists"])
    try session.type(":linked-lists\r")
    try session.wait(for: "Albums · 2")
  }

  @Test func deskOfAListenerIsThereAfterARestart() throws {
    for number in 1...2 { unlink(sandbox.file("Music/\(number).flac").shown) }
    try writeAlbums()
    #expect(try sandbox.run(["scan", "Music"]).status == 0)
    let session = try start()
    try playAlbums(session)
    try joinAlbums(session)
    try browseLists(session)
    try session.expectQuit()
    let again = try start()
    try again.wait(forAll: ["shuffle albums", "Queue · ", "▶ "])
    try again.type(":view albums\r")
    try again.wait(forAll: ["Albums · 2", "Carmen, all"])
    try again.type(":radio off\r")
    try again.wait(for: "the radio has ended")
    try again.expectQuit()
  }

  // MARK: The third week

  /// Plays a track to its end.
  private func hear(_ track: FilePath) throws -> TmuxSession {
    let session = try sandbox.tmux("--output", "null", track.shown, environment: variables)
    try session.wait(forAll: ["Ouverture", "■ stopped"])
    return session
  }

  /// Plays a file of a server, seeks in it and pauses.
  private func playFile(_ session: TmuxSession, _ server: StreamServer) throws {
    try session.type(":open \(server.address("/a.mp3"))\r")
    try session.wait(forAll: ["Barcarolle", "01:00", "▶ playing"])
    let client = try RemoteTestClient(socket)
    #expect(try client.answer(to: "pause 1") == ["OK"])
    #expect(try client.answer(to: "seekcur 40.5") == ["OK"])
    try session.wait(forAll: ["‖ paused", " 00:40 ━"])
  }

  @Test func fileOfTheWebAndTheHistoryAreThereAfterARestart() throws {
    let track = try TestTrack(seed: 3, seconds: 3).write(
      to: "Music/3.flac", in: sandbox, comments: ["TITLE=Ouverture", "ARTIST=Léo Delibes", "ALBUM=Lakmé"])
    #expect(try sandbox.run(["scan", "Music"]).status == 0)
    let wav = try TestTrack(seed: 91, seconds: 60).write(to: "a.wav", in: sandbox)
    let words = ["--quiet", "-b", "128", "--tt", "Barcarolle", "--ta", "Offenbach"]
    try Tool.run("lame", words + [wav.shown, sandbox.file("a.mp3").shown])
    let bytes = try FileBytes.read(sandbox.file("a.mp3"), limit: 1 << 24)
    let server = try StreamServer { request, _ in .part(of: bytes, request) }
    defer { server.stop() }
    let session = try hear(track)
    try playFile(session, server)
    try session.expectQuit()
    #expect(try sandbox.run(["history"]).text.contains("  Léo Delibes - Ouverture (Lakmé)\n"))
    #expect(try sandbox.run(["query", "heard:<1d", "--format", "{title}"]).text == "Ouverture\n")
    let again = try start()
    try again.wait(forAll: ["‖ paused", " 00:40 "])
    try Wait.until("the socket") { (try? RemoteTestClient(socket)) != nil }
    #expect(try RemoteTestClient(socket).answer(to: "pause 0") == ["OK"])
    try again.wait(forAll: ["Barcarolle", "01:00", "▶ playing", " 00:4"])
    try again.expectQuit()
  }
}
