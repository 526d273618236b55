import Containers
import Dubbing
import Glibc
import HeardSound
import SystemBase
import TerminalTestSupport
import TestSupport
import Testing

/// The library on the screen, from the first folder to the queue.
@Suite(.together) struct LibraryTests {
  /// A small library: an album of three tracks, and a file with an unusual name.
  private func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    for (number, title) in ["Flower Duet", "Bell Song", "Pourquoi"].enumerated() {
      try FileBytes.makeFolder(sandbox.file("Music/Lakmé"))
      try TestTrack(seed: UInt64(number + 1), seconds: 30).write(
        to: "Music/Lakmé/\(number + 1).flac", in: sandbox,
        comments: [
          "TITLE=\(title)", "ARTIST=Léo Delibes", "ALBUM=Lakmé", "TRACKNUMBER=\(number + 1)", "GENRE=Opera",
        ])
    }
    try FileBytes.makeFolder(sandbox.file("Music/odd"))
    try TestTrack(seed: 9, seconds: 30).write(to: "plain.wav", in: sandbox)
    let move = "mv plain.wav \"Music/odd/$(printf 'zz\\033[2J \\342\\200\\256rtl.wav')\""
    try Tool.run("sh", ["-c", "cd \"$0\" && \(move)", sandbox.path.shown])
    try sandbox.write("no sound".utf8, to: "Music/odd/bad.mp3")
    return sandbox
  }

  /// With the library scanned and its panel in front.
  private func scanned(_ sandbox: Sandbox, columns: Int = 110, rows: Int = 34) throws -> TmuxSession {
    try sandbox.writeEmptySession()
    #expect(try sandbox.run(["scan", "Music"]).status == 0)
    let session = try sandbox.tmux("--output", "null", columns: columns, rows: rows)
    try session.wait(forAll: ["Artists", "All tracks"])
    return session
  }

  @Test func firstStartOffersToScanTheMusicFolder() throws {
    let sandbox = try sandbox()
    let session = try sandbox.tmux("--output", "null")
    try session.wait(forAll: [
      "▶ playing", "First Light", "Where is your music?", "To drum, press a s d f", "? shows all keys",
    ])
    try session.wait(for: "Scan \(sandbox.file("Music").shown)".prefix(30).description)
    try session.press("Enter")
    try session.wait(forAll: ["scan done: 4 tracks", "1 unreadable", "▸   Artists", "Recently added"])
    try session.type("N")
    try session.wait(for: "bad.mp3: not a sound file")
    try session.press("Escape")
    try session.wait(for: "the list closed") { !$0.contains(" Messages ") }
    try session.expectQuit()
    // It is known from now on, and no longer asked for.
    let again = try sandbox.tmux("--output", "null")
    let screen = try again.wait(forAll: ["▸   Artists", "First Light"])
    #expect(!screen.contains("Where is your music?"))
    try again.expectQuit()
  }

  @Test func startWithArgumentsDoesNotAskForTheMusicFolder() throws {
    let sandbox = try sandbox()
    let session = try sandbox.tmux("--output", "null", "Music/Lakmé/1.flac")
    let screen = try session.wait(forAll: ["▶ playing", "Flower Duet"])
    #expect(!screen.contains("Where is your music?"))
    try session.press("Tab")
    try session.wait(for: "Where is your music?")
    try session.expectQuit()
  }

  @Test func browsedTracksPlayAndTheFormerQueueIsRestored() throws {
    let sandbox = try sandbox()
    let session = try scanned(sandbox)
    for _ in 0..<2 { try session.press("Enter") }
    try session.wait(forAll: ["Artists ▸ Léo Delibes", "All tracks"])
    try session.press("Down")
    try session.press("Enter")
    try session.wait(forAll: ["1  Flower Duet", "3  Pourquoi"])
    try session.press("Down")
    try session.press("Enter")
    // The queue is empty: the list becomes the queue.
    try session.wait(forAll: [
      "▶ playing", "Queue · 3 tracks", "▶  2  Bell Song", "the queue is 3 tracks now",
    ])
    // The next one is put behind it, and undone.
    try session.press("Down")
    try session.press("Enter")
    try session.wait(forAll: ["Queue · 4 tracks", "now playing: Pourquoi"])
    try session.type("u")
    try session.wait(forAll: ["Queue · 3 tracks", "undone: add 1 track; the queue is 3 tracks now"])
    try session.type("U")
    try session.wait(for: "Queue · 4 tracks")
    // The list takes the queue's place, and goes again.
    try session.press("Up")
    try session.type("P")
    try session.wait(forAll: ["Queue · 3 tracks", "▶  2  Bell Song", "u undoes it"])
    try session.press("BSpace")
    try session.wait(forAll: ["Artists ▸ Léo Delibes", "All tracks"])
    try session.type("o")
    try session.wait(for: "Songs · 4")
    try session.type("pourq")
    try session.wait(forAll: ["Songs · 1", "song: pourq"])
    try session.press("Enter")
    try session.wait(forAll: ["Queue · 4 tracks", "now playing: Pourquoi"])
    try session.expectQuit()
  }

  @Test func filterNarrowsTheListAndLocatesAnUnknownField() throws {
    let sandbox = try sandbox()
    let session = try scanned(sandbox)
    try session.press("End")
    try session.press("Enter")
    try session.wait(forAll: ["All tracks · 4", "Flower Duet"])
    try session.type("/duet")
    try session.wait(for: "one row") { $0.contains("Flower Duet") && !$0.contains("Bell Song") }
    try session.type(" colour:x")
    try session.wait(for: "at 6: unknown field colour")
    try session.press("Escape")
    try session.wait(forAll: ["All tracks · 4", "Bell Song"])
    try session.expectQuit()
  }

  @Test func fileWithControlBytesInTheNamePlaysAndIsShownEscaped() throws {
    let sandbox = try sandbox()
    let session = try scanned(sandbox)
    try session.press("End")
    try session.press("Enter")
    try session.wait(for: "zz\\x1B[2J")
    try session.type("/zz")
    try session.wait(for: "one row") { $0.contains("zz\\x1B[2J") && !$0.contains("Bell Song") }
    try session.press("Enter")
    try session.wait(forAll: ["▶ playing", "cowbell", "Queue · 1 track", "zz\\x1B[2J \\xE2\\x80\\xAErtl"])
    try session.expectQuit()
  }

  @Test func ratingsAreStoredAndFolderChangesAppearInTheList() throws {
    let sandbox = try sandbox()
    let session = try scanned(sandbox)
    try session.press("End")
    try session.press("Enter")
    try session.wait(for: "Flower Duet")
    try session.type("GGGG")
    try session.wait(for: "★★★★☆")
    try Tool.run("mv", [sandbox.file("Music/Lakmé/3.flac").shown, sandbox.file("gone.flac").shown])
    try session.wait(for: "the list without it") { $0.contains("Bell Song") && !$0.contains("Pourquoi") }
    try Tool.run("mv", [sandbox.file("gone.flac").shown, sandbox.file("Music/new.flac").shown])
    try session.wait(for: "Pourquoi")
    try session.expectQuit()
    let found = try sandbox.run(["query", "rating:4"])
    #expect(found.text.contains("1.flac") && !found.text.contains("2.flac"), "\(found)")
  }

  @Test func queueIsSavedRenamedAndDeletedAsAPlaylist() throws {
    let sandbox = try sandbox()
    let session = try scanned(sandbox)
    try session.press("End")
    try session.press("Enter")
    try session.wait(for: "Flower Duet")
    try session.type("P")
    try session.wait(for: "Queue · 4 tracks")
    try session.type("Wmine")
    try session.wait(for: "save as: mine")
    try session.press("Enter")
    try session.wait(for: "saved the playlist mine")
    // A second one of the name is asked about.
    try session.type("Wmine")
    try session.wait(for: "save as: mine")
    try session.press("Enter")
    try session.wait(for: "mine exists: Enter replaces it, Esc keeps it")
    try session.press("Escape")
    try session.wait(for: "not saved: mine was not replaced")
    try session.press("BSpace")
    try session.wait(for: "Playlists")
    for _ in 0..<5 { try session.press("Up") }
    try session.press("Enter")
    try session.wait(forAll: ["Playlists", "▸   mine"])
    try session.press("Enter")
    try session.wait(forAll: ["Playlists ▸ mine", "Bell Song"])
    try session.press("BSpace")
    try session.wait(for: "▸   mine")
    try session.type("V")
    try session.wait(for: "name: mine")
    try session.type("mine2")
    try session.press("Enter")
    try session.wait(forAll: ["▸   mine2", "renamed the playlist mine to mine2"])
    try session.press("DC")
    try session.wait(for: "delete the playlist mine2? Enter deletes it, Esc keeps it")
    try session.press("Enter")
    try session.wait(forAll: ["deleted the playlist mine2", "no playlists yet: W saves the queue as one"])
    try session.expectQuit()
  }

  @Test func folderEnteredByNameIsScanned() throws {
    let sandbox = try sandbox()
    let session = try scanned(sandbox)
    try FileBytes.makeFolder(sandbox.file("more"))
    try TestTrack(seed: 5, seconds: 5).write(
      to: "more/x.flac", in: sandbox, comments: ["TITLE=Something Else", "ARTIST=Zed"])
    try session.press("F6")
    try session.wait(for: "folder to scan:")
    try session.type("~/more")
    try session.press("Enter")
    try session.wait(for: "scan done: 1 track, 1 new")
    try session.press("Enter")
    try session.wait(forAll: ["Léo Delibes", "Zed"])
    try session.expectQuit()
  }

  @Test func libraryHasATabOnSmallScreens() throws {
    let sandbox = try sandbox()
    try sandbox.writeEmptySession()
    #expect(try sandbox.run(["scan", "Music"]).status == 0)
    let session = try sandbox.tmux("--output", "null", "--resume", "no", columns: 80, rows: 24)
    try session.wait(forAll: ["Library", "Queue", "▸   Artists"])
    try session.press("Tab")
    try session.wait(for: "the queue") { !$0.contains("▸   Artists") && $0.contains("Queue") }
    try session.resize(columns: 40, rows: 14)
    try session.press("Tab")
    try session.wait(for: "▸   Artists")
    try session.expectQuit()
  }

  @Test func loudnessIsMeasuredOnceAndFilesStayUnchanged() throws {
    let sandbox = try sandbox()
    let before = try FileBytes.read(sandbox.file("Music/Lakmé/1.flac"), limit: 1 << 26)
    let first = try sandbox.run(["scan", "--loudness", "Music"])
    #expect(first.text.contains("4 tracks measured"), "\(first.text)")
    #expect(try sandbox.run(["scan", "--loudness"]).text.contains("0 tracks measured"))
    #expect(try FileBytes.read(sandbox.file("Music/Lakmé/1.flac"), limit: 1 << 26) == before)
  }

  @Test func foundTemposAreSearchedOnceAndFindTracks() throws {
    let sandbox = try Sandbox()
    try FileBytes.makeFolder(sandbox.file("Music"))
    try TestTrack(impulsesEvery: 25_000, seconds: 20).write(to: "Music/beat.wav", in: sandbox)
    try TestTrack(seed: 5, seconds: 20).write(to: "Music/noise.wav", in: sandbox)
    let first = try sandbox.run(["scan", "--tempo", "Music"])
    #expect(first.status == 0 && first.text.contains("1 tempo found in 2 tracks"), "\(first.text)")
    #expect(try sandbox.run(["scan", "--tempo"]).text.contains("0 tempi found in 0 tracks"))
    let found = try sandbox.run(["query", "--json", "bpm:110..120"])
    #expect(found.text.contains("beat.wav") && !found.text.contains("noise.wav"), "\(found.text)")
    #expect(found.text.contains("\"bpmFound\"") && found.text.contains("\"bpm\":115."))
  }

  @Test func analysisKeepsWhatIsFoundForSongsAndGoesOnWhereItWas() throws {
    let sandbox = try Sandbox()
    try FileBytes.makeFolder(sandbox.file("Music/Other"))
    let beat = try TestTrack(impulsesEvery: 25_000, seconds: 20).write(to: "Music/beat.wav", in: sandbox)
    try TestTrack(impulsesEvery: 10_000_000, seconds: 6).write(to: "Music/Other/silent.wav", in: sandbox)
    try sandbox.write("no music".utf8, to: "Music/Other/broken.wav")
    #expect(try sandbox.run(["scan", "Music"]).text.contains("2 added"))
    let part = try sandbox.run(["scan", "--analyse", "Music/Other"])
    #expect(part.text.contains("1 track analysed: beats in 0, "), "\(part.text)")
    #expect(part.text.contains(", drums in 0; 0 were known"), "\(part.text)")
    let rest = try sandbox.run(["scan", "--analyse"])
    #expect(rest.text.contains("1 track analysed: beats in 1, "), "\(rest.text)")
    #expect(rest.text.contains("; 1 were known"), "\(rest.text)")
    let again = try sandbox.run(["scan", "--analyse", "--json"])
    #expect(again.text.contains("\"analysed\":0") && again.text.contains("\"known\":2"), "\(again.text)")
    #expect(try sandbox.run(["query", "bpm:110..120"]).text.contains("beat.wav"))

    let store = SongStore(folder: sandbox.file("data/drumdub/songs"))
    let song = try #require(try store.song(of: TrackKeyReader.key(of: beat)))
    #expect(song.track?.path == beat && song.tempo?.beats.isEmpty == false && song.without.contains(.drums))
  }

  /// More than an hour of silence, which no machine analyses before the test interrupts it. The file has no blocks on the disk.
  private func writeLongTrack(to name: String, in sandbox: Sandbox) throws -> FilePath {
    let size: UInt32 = 200_000_000
    func bytes(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.littleEndian) { Array($0) } }
    // One channel of 8 bits at 48 kHz.
    let format: [UInt8] = [1, 0, 1, 0] + bytes(48_000) + bytes(48_000) + [1, 0, 8, 0]
    let header = Array("RIFF".utf8) + bytes(size - 8) + Array("WAVEfmt ".utf8) + bytes(16) + format
    let path = try sandbox.write(header + Array("data".utf8) + bytes(size - 44), to: name)
    try #require(truncate(path.shown, off_t(size)) == 0)
    return path
  }

  /// Returns the nice values of the threads of a process that have a name. Source: proc(5), `/proc/PID/stat`, field 19.
  private func niceValues(ofThreads name: String, in process: pid_t) -> [Int] {
    let folder = FilePath("/proc/\(process)/task")
    func text(_ thread: FilePath, _ file: String) -> String {
      let path = folder.appending(thread).appending(file)
      return String(decoding: (try? FileBytes.read(path, limit: 1 << 12)) ?? [], as: UTF8.self)
    }
    return FolderReader.names(in: folder).compactMap { thread in
      guard text(thread, "comm") == "\(name)\n" else { return nil }
      let stat = text(thread, "stat")
      // The name, which is in brackets, may contain spaces.
      let fields = stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].split(separator: " ").dropFirst()
      return fields.dropFirst(16).first.flatMap { Int($0) }
    }
  }

  @Test func analysisIsNicedAndAfterAnInterruptionGoesOnWhereItWas() throws {
    let sandbox = try Sandbox()
    try FileBytes.makeFolder(sandbox.file("Music"))
    let beat = try TestTrack(impulsesEvery: 25_000, seconds: 20).write(to: "Music/beat.wav", in: sandbox)
    let long = try writeLongTrack(to: "Music/long.wav", in: sandbox)
    #expect(try sandbox.run(["scan", "Music"]).text.contains("2 added"))
    let store = SongStore(folder: sandbox.file("data/drumdub/songs"))
    let (short, unfinished) = (try TrackKeyReader.key(of: beat), try TrackKeyReader.key(of: long))
    let terminal = try sandbox.terminal("scan", "--analyse")
    try terminal.wait("the song of the short track") { _ in store.path(of: short).exists }
    let values = niceValues(ofThreads: "analysis", in: terminal.child)
    #expect(!values.isEmpty && values.allSatisfy { $0 >= 10 }, "\(values)")
    terminal.signal(SIGINT)
    try terminal.expectEnd(.signalled(SIGINT))
    #expect(!store.path(of: unfinished).exists)
    FileBytes.remove(long)
    let rest = try sandbox.run(["scan", "--analyse"])
    #expect(rest.text.contains("0 tracks analysed") && rest.text.contains("; 1 were known"), "\(rest.text)")
  }

  @Test func correctedBeatsOfASongAreUsedAndNotSearchedForAgain() throws {
    let sandbox = try Sandbox()
    try FileBytes.makeFolder(sandbox.file("Music"))
    let beat = try TestTrack(impulsesEvery: 25_000, seconds: 20).write(to: "Music/beat.wav", in: sandbox)
    try SongStore(folder: sandbox.file("data/drumdub/songs")).change(TrackKeyReader.key(of: beat)) {
      $0.tempo = TempoMap(bpm: 57.6, beats: [25_000], signature: .common)
    }
    let told = try sandbox.run(["tempo", beat.shown])
    #expect(told.text.contains("57.6 BPM, first beat at 0.52 s, 4 beats in a bar"), "\(told.text)")
    #expect(told.text.hasSuffix("; kept for the song\n"), "\(told.text)")
    let json = try sandbox.run(["tempo", "--json", beat.shown])
    #expect(json.text.contains("\"kept\":true") && !json.text.contains("confidence"), "\(json.text)")
    #expect(try sandbox.run(["scan", "--tempo", "Music"]).text.contains("1 tempo found in 1 track"))
    #expect(try sandbox.run(["query", "bpm:57..58"]).text.contains("beat.wav"))
  }
}
