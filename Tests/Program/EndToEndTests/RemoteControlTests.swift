import Glibc
import HeardSound
import SystemBase
import TerminalTestSupport
import TestSupport
import Testing

/// Other programs that control the player by the protocol of MPD.
@Suite(.together) struct RemoteControlTests {
  private func player(_ sandbox: Sandbox, _ options: String...) throws -> RemotePlayer {
    try TestTrack(seed: 71, seconds: 60).write(to: "one.wav", in: sandbox)
    try TestTrack(seed: 72, seconds: 50).write(to: "two.wav", in: sandbox)
    let player = try RemotePlayer(sandbox, "one.wav", "two.wav")
    try player.terminal.wait(for: "playing")
    return player
  }

  @Test(.enabled(if: Tool.mayUse("mpc"))) func mpcControlsThePlayer() throws {
    let sandbox = try Sandbox()
    let player = try player(sandbox)
    try player.expect("[playing] #1/2", from: "status")
    _ = try player.mpc("pause")
    try player.terminal.wait(for: "paused")
    try player.expect("[paused]  #1/2", from: "status")
    _ = try player.mpc("volume", "50")
    try player.expect("volume: 50%", from: "status")
    _ = try player.mpc("volume", "-7")
    try player.expect("volume: 43%", from: "status")
    _ = try player.mpc("play", "2")
    try player.expect("two.wav\n[playing] #2/2", from: "status")
    _ = try player.mpc("seek", "20")
    try player.expect("0:2", from: "status")
    _ = try player.mpc("repeat", "on")
    _ = try player.mpc("random", "on")
    try player.expect("repeat: on    random: on", from: "status")
    _ = try player.mpc("random", "off")
    _ = try player.mpc("move", "2", "1")
    #expect(
      try player.mpc("playlist", "--format", "%file%").hasSuffix(
        "two.wav\n\(sandbox.file("one.wav").shown)\n"))
    _ = try player.mpc("del", "2")
    try player.expect("#1/1", from: "status")
    // Files outside of the library, by their paths.
    _ = try player.mpc("add", "file://\(sandbox.file("one.wav").shown)")
    try player.expect("#1/2", from: "status")
    #expect(try player.mpc("add", "/nowhere.wav").contains("No such file"))
    _ = try player.mpc("consume", "on")
    try player.expect("consume: on", from: "status")
    _ = try player.mpc("crossfade", "3")
    try player.expect("crossfade: 3", from: "crossfade")
    _ = try player.mpc("play", "1")
    _ = try player.mpc("next")
    try player.expect("#1/1", from: "status")
    #expect(try player.mpc("crossfade", "40").contains("Number too large"))
    _ = try player.mpc("stop")
    try player.terminal.wait(for: "stopped")
    #expect(try player.quit() == .exited(0))
    #expect(!player.socket.exists)
  }

  /// The library, pictures, ratings, playlists and changes.
  @Test(.enabled(if: Tool.isCI || hasPythonClient)) func pythonClientReadsAndEditsTheLibrary() throws {
    let sandbox = try Sandbox()
    try FileBytes.makeFolder(sandbox.file("Music/Album A"))
    let tags = ["ARTIST=Björk", "ALBUM=Album A", "DATE=1999", "GENRE=Rock"]
    for number in 1...2 {
      try TestTrack(seed: UInt64(number), seconds: 30).write(
        to: "Music/Album A/\(number).flac", in: sandbox,
        comments: tags + ["TITLE=Song \(number)", "TRACKNUMBER=\(number)"])
    }
    try TestTrack(seed: 3, seconds: 20).write(to: "Music/other.wav", in: sandbox)
    let picture = Sandbox.checkout.appending("Resources/Artwork/no-artwork.png")
    try sandbox.write(try FileBytes.read(picture, limit: 1 << 22), to: "Music/Album A/cover.png")
    try Tool.run(
      "metaflac", ["--import-picture-from=\(picture.shown)", sandbox.file("Music/Album A/2.flac").shown])
    try Tool.run("touch", ["-d", "2001-02-03T04:05:06Z", sandbox.file("Music/Album A/2.flac").shown])
    #expect(try sandbox.run(["scan", "Music"]).status == 0)
    let player = try RemotePlayer(sandbox, "Music/other.wav")
    let script = FilePath(#filePath).directory.appending("Peers/mpdclient.py")
    let finished = try Tool.capture(
      "/usr/bin/python3", [script.shown, player.socket.shown, picture.shown],
      environment: ["PATH=/usr/bin:/bin", "LANG=C.UTF-8"])
    #expect(finished.text == "ok\n", "\(finished.errorLines.joined(separator: "\n"))")
    // Commands that the client does not know.
    let client = try RemoteTestClient(player.socket)
    #expect(try client.answer(to: "searchcount \"(title =~ 'song')\"") == ["songs: 2", "playtime: 60", "OK"])
    _ = try client.answer(
      to: "command_list_begin\nclear\nfindadd title \"Song 2\"\nsave new\ncommand_list_end")
    #expect(try client.answer(to: "playlistlength new") == ["songs: 1", "playtime: 30", "OK"])
    #expect(try client.answer(to: "searchplaylist new \"(title contains 'SONG')\"").contains("Title: Song 2"))
    #expect(try client.answer(to: "searchplaylist new \"(title contains 'else')\"") == ["OK"])
    #expect(try client.answer(to: "searchplaylist new \"(modified-since '2001-02-03T04:05:07Z')\"") == ["OK"])
    #expect(try client.answer(to: "searchplaylist new \"(modified-since '2001-02-03')\"").count > 1)
    #expect(try client.answer(to: "listplaylist new 1:") == ["OK"])
    #expect(try client.answer(to: "sticker inc song \"Album A/1.flac\" rating 4") == ["OK"])
    #expect(
      try client.answer(to: "sticker get song \"Album A/1.flac\" rating") == ["sticker: rating=4", "OK"])
    // Half a star more or less is a whole one.
    for (change, rating) in [("dec", 2), ("inc", 4)] {
      #expect(try client.answer(to: "sticker \(change) song \"Album A/1.flac\" rating 1") == ["OK"])
      #expect(
        try client.answer(to: "sticker find song \"\" rating") == [
          "file: Album A/1.flac", "sticker: rating=\(rating)", "OK",
        ])
    }
    #expect(try client.answer(to: "sticker find song \"\" rating > 4") == ["OK"])
    #expect(try player.quit() == .exited(0))
  }

  @Test(.enabled(if: Tool.mayUse("flac"))) func clientFindsComposersSortNamesAndStickersOfArtists() throws {
    let sandbox = try Sandbox()
    try FileBytes.makeFolder(sandbox.file("Music"))
    let comments = [
      [
        "TITLE=One", "ARTIST=Ann", "ARTISTSORT=Ample, Ann", "ALBUM=Light", "COMPOSER=Bea",
        "ORIGINALDATE=1971-02",
      ],
      ["TITLE=Two", "ARTIST=The Examples", "LABEL=Nowhere"],
    ]
    for (index, comments) in comments.enumerated() {
      try TestTrack(seed: UInt64(index + 1), seconds: 2).write(
        to: "Music/\(index + 1).flac", in: sandbox, comments: comments)
    }
    #expect(try sandbox.run(["scan", "Music"]).status == 0)
    let player = try RemotePlayer(sandbox, "Music/1.flac")
    let client = try RemoteTestClient(player.socket)
    for (command, answer) in [
      ("list composer", ["Composer: ", "Composer: Bea"]),
      ("list albumartistsort", ["AlbumArtistSort: Ample, Ann", "AlbumArtistSort: The Examples"]),
      ("list title composer Bea", ["Title: One"]),
      ("count \"(composer == 'Bea')\"", ["songs: 1", "playtime: 2"]),
      ("searchcount label nowhere", ["songs: 1", "playtime: 2"]),
      ("count originaldate 1971-02", ["songs: 1", "playtime: 2"]),
      ("count conductor Bea", ["songs: 0", "playtime: 0"]),
      ("searchcount any bea", ["songs: 1", "playtime: 2"]),
      ("count any Bea any One", ["songs: 1", "playtime: 2"]),
      ("searchcount any bea any two", ["songs: 0", "playtime: 0"]),
      ("searchcount any nowhere artist examples", ["songs: 1", "playtime: 2"]),
      ("sticker set Artist Ann mood 10", []), ("sticker set artist \"The Examples\" mood 9", []),
      ("sticker set Composer Bea mood 7", []), ("sticker inc Artist Ann mood 1", []),
      ("sticker get Artist Ann mood", ["sticker: mood=11"]),
      ("sticker find Artist \"\" mood sort value_int window 1:", ["Artist: Ann", "sticker: mood=11"]),
      ("sticker find Artist \"\" mood lt 10", ["Artist: The Examples", "sticker: mood=9"]),
      ("sticker set Album Light mood 3", []), ("sticker find album \"\" mood gt 3", []),
      ("sticker find album Li mood gt 2", ["Album: Light", "sticker: mood=3"]),
      ("stickernamestypes Composer", ["name: mood", "type: Composer"]),
      ("sticker delete Composer Bea", []), ("sticker list Composer Bea", []),
    ] as [(String, [String])] {
      #expect(try client.answer(to: command) == answer + ["OK"], "\(command)")
    }
    #expect(try client.answer(to: "sticker set Artist Nobody mood 1").last?.hasPrefix("ACK [50@0]") == true)
    #expect(try client.answer(to: "find composer Bea").contains("Composer: Bea"))
    #expect(try player.quit() == .exited(0))
  }

  private static var hasPythonClient: Bool {
    (try? Tool.capture("/usr/bin/python3", ["-c", "import mpd"]).status) == 0 && Tool.mayUse("metaflac")
  }

  @Test func remoteCommandControlsThePlayer() throws {
    let sandbox = try Sandbox()
    let player = try player(sandbox)
    #expect(try player.remote("status").text.hasPrefix("playing  one.wav  0:0"))
    #expect(try player.remote("pause").status == 0)
    try player.terminal.wait(for: "paused")
    #expect(try player.remote("seek", "0:20").status == 0)
    #expect(try player.remote("seek", "-5").status == 0)
    let format = "{state} {title} {elapsed}/{duration} {position}/{count}"
    #expect(try player.remote("status", "--format", format).text == "paused one.wav 0:15/1:00 1/2\n")
    #expect(try player.remote("volume", "50").status == 0)
    #expect(try player.remote("volume", "+5").status == 0)
    let json = try player.remote("status", "--json").text
    #expect(json.contains("\"elapsed\":15,") && json.contains("\"volume\":55"))
    #expect(try player.remote("next").status == 0)
    #expect(try player.remote("add", "one.wav").status == 0)
    #expect(try sandbox.run(["--add", "two.wav"], environment: player.environment).status == 0)
    #expect(try player.remote("status", "--format", "{title} {count}").text == "two.wav 4\n")
    #expect(try player.remote("open", "one.wav").status == 0)
    #expect(
      try player.remote("status", "--format", "{state} {title} {position} {count}").text
        == "playing one.wav 3 5\n")
    let next = ["--next", "file://\(sandbox.file("two.wav").shown)"]
    #expect(try sandbox.run(next, environment: player.environment).status == 0)
    #expect(try player.remote("status", "--format", "{title} {count}").text == "one.wav 6\n")
    #expect(try player.remote("next").status == 0)
    #expect(try player.remote("status", "--format", "{title} {position}").text == "two.wav 4\n")
    #expect(try player.remote("prev").status == 0)
    #expect(try player.remote("toggle").status == 0)
    #expect(try player.remote("status", "--format", "{state}").text == "paused\n")
    let wrong = try player.remote("add", "nothing.wav")
    #expect(wrong.status == 1 && wrong.errorLines.count == 1)
    #expect(try player.remote("seek").status == 2)
    #expect(try player.remote("dance").status == 2)
    #expect(try player.quit() == .exited(0))
    let gone = try player.remote("status")
    #expect(gone.status == 1)
    #expect(gone.errorLines.count == 1 && gone.errorLines[0].contains("no player runs"))
  }

  @Test func remoteWatchPrintsEachPlayerChange() throws {
    let sandbox = try Sandbox()
    let watcher = try PseudoTerminal()
    try FileBytes.makeFolder(sandbox.file("run"), permissions: 0o700)
    try sandbox.start(
      in: watcher, ["remote", "watch", "--format", "{state} {title} {volume}"],
      environment: ["XDG_RUNTIME_DIR=\(sandbox.file("run").shown)"])
    try watcher.wait(for: "no player runs at")
    let player = try player(sandbox)
    try watcher.wait(for: "playing one.wav 100")
    player.terminal.type(" ")
    try watcher.wait(for: "paused one.wav 100")
    player.terminal.type("n")
    try watcher.wait(for: "paused two.wav 100")
    #expect(try player.remote("volume", "40").status == 0)
    try watcher.wait(for: "paused two.wav 40")
    #expect(try player.quit() == .exited(0))
    try watcher.wait(for: "has ended; waiting for the next one")
    let next = try RemotePlayer(sandbox, "two.wav")
    try watcher.wait(for: "playing two.wav")
    #expect(try next.quit() == .exited(0))
    watcher.type("\u{3}")
    try watcher.expectEnd(.signalled(SIGINT))
  }

  @Test func elapsedTimeOfATemplateTicks() throws {
    let sandbox = try Sandbox()
    let player = try player(sandbox)
    let watcher = try PseudoTerminal()
    try sandbox.start(
      in: watcher, ["remote", "watch", "--format", "at {elapsed}"], environment: player.environment)
    // A busy machine may leave seconds out.
    func seconds() -> [Int] {
      watcher.text.split(whereSeparator: \.isNewline).compactMap { Int($0.suffix(2)) }
    }
    try watcher.wait("three times") { _ in Set(seconds()).count >= 3 }
    #expect(seconds() == seconds().sorted())
    #expect(try player.quit() == .exited(0))
    watcher.type("\u{3}")
    try watcher.expectEnd(.signalled(SIGINT))
  }

  @Test func protocolCommandsControlPadsKitsAndTakes() throws {
    let sandbox = try Sandbox()
    try sandbox.writeEmptySession()
    let player = try RemotePlayer(sandbox, "--trace-hits", "hits.jsonl")
    let client = try RemoteTestClient(player.socket)
    #expect(try client.answer(to: "kits").contains("kit: Electronic"))
    // It is refused until the kit is loaded.
    try Wait.until("the kit") { try client.answer(to: "hit 3 64") == ["OK"] }
    #expect(try client.answer(to: "kit").first == "kit: DrumDub")
    try player.terminal.wait("the hit") { _ in sandbox.size(of: "hits.jsonl") > 0 }
    let trace = try FileBytes.read(sandbox.file("hits.jsonl"), limit: 1 << 16)
    #expect(String(decoding: trace, as: UTF8.self).contains("\"pad\":3"))
    #expect(try client.answer(to: "hit 129")[0].hasPrefix("ACK [2@0] {hit}"))
    #expect(try client.answer(to: "hit 1 0")[0].hasPrefix("ACK [2@0] {hit}"))
    #expect(try client.answer(to: "take list").contains("recording: 0"))
    #expect(try client.answer(to: "take dance")[0].hasPrefix("ACK [2@0] {take}"))
    #expect(try client.answer(to: "commands").contains("command: hit"))
    #expect(try client.answer(to: "kit Electronic") == ["OK"])
    try Wait.until("the other kit") { try client.answer(to: "kit").first == "kit: Electronic" }
    #expect(try player.quit() == .exited(0))
  }

  @Test func mixerIsBuiltReadBackAndUndoneByCommands() throws {
    let sandbox = try Sandbox()
    let player = try player(sandbox)
    func values() throws -> [String] {
      try player.remote("run", "mix").text.split(separator: "\n").map(String.init)
    }
    let before = try values()
    #expect(before.contains("music/pan is 0 %") && before.contains("move/throw is off"))
    let steps = [
      ("music add compressor", "music/compressor is in the mixer now"),
      ("music add delay at 1", "music/delay is in the mixer now"),
      ("music/delay move 2", "music/delay is effect 2 of its strip now"),
      ("music/compressor/source pad 3", "music/compressor/source is pad 3"),
      ("music/send/2 -6", "music/send 2 is in the mixer now, at −6.0 dB"),
      ("return 2 add reverb", "return 2/reverb is in the mixer now"),
      ("music/delay/time 1/2", "music/delay/time is 1/2 beat"),
    ]
    for (command, answer) in steps {
      let result = try player.remote("run", "mix", command)
      #expect(result.status == 0 && result.text.hasPrefix(answer), "\(command): \(result.text)")
    }
    let built = try values()
    for line in [
      "music/compressor/source is pad 3", "music/delay/time is 1/2 beat", "music/delay/bypass is off",
      "music/send 2 is −6.0 dB", "return 2/gain is 0.0 dB", "return 2/reverb/mix is",
    ] { #expect(built.contains { $0.hasPrefix(line) }, "\(line)") }
    #expect(try player.remote("run", "throw", "music", "2").text.hasPrefix("throw sends music to return 2"))
    #expect(try player.remote("run", "mix", "music/throw 2").text == "music/throw 2 is on\n")
    #expect(try player.remote("run", "throw", "off").status == 0)
    #expect(try player.remote("run", "mix", "music/throw 2").text == "music/throw 2 is off\n")
    #expect(try player.remote("run", "throw", "music", "4").status == 1)
    let refused = try player.remote("run", "mix", "music/delay move 9")
    #expect(refused.status == 1)
    #expect(refused.errorLines.first?.contains("9 is no place in music: type 1 to 2") == true)
    let client = try RemoteTestClient(player.socket)
    #expect(try client.answer(to: "run mix music/echo/time 1")[0].hasPrefix("ACK [2@0] {run}"))
    for (command, _) in steps.reversed() {
      let undone = try player.remote("run", "undo")
      #expect(undone.status == 0 && undone.text.hasPrefix("undone in the mixer"), "\(command)")
    }
    #expect(try values() == before)
    #expect(try player.quit() == .exited(0))
  }

  @Test func commandsOfThePaletteRunByTheirNames() throws {
    let sandbox = try Sandbox()
    let player = try player(sandbox)
    #expect(try player.remote("run", "mix", "music/pan", "-50").status == 0)
    try player.terminal.wait(for: "music/pan is −50 %")
    #expect(try player.remote("run", "meters").status == 0)
    try player.terminal.wait(for: "limiter at −1 dBTP")
    let refused = try player.remote("run", "mix", "music/echo/time", "1")
    #expect(refused.status == 1)
    #expect(refused.errorLines.first?.contains("the mixer has no music/echo/time; it has gain") == true)
    #expect(try player.remote("run", "stutter", "on").status == 0)
    #expect(try player.remote("run", "solo-strip").status == 0)
    try player.terminal.wait(for: "music: solo")
    let changed = try player.remote("run", "set", "crossfade", "3")
    #expect(changed.status == 0 && changed.text.hasPrefix("crossfade is 3 until"))
    #expect(
      try player.remote("run", "set", "-s", "crossfade", "4").text
        == "crossfade=4 is in the configuration file\n")
    // The chapters are read on another thread.
    let none = try player.remote("run", "next-chapter")
    #expect(none.status == 1 && none.errorLines.first?.contains("this track has no chapters") == true)
    // It is done when the queue has changed.
    let opened = try player.remote("run", "open", sandbox.file("two.wav").shown)
    #expect(opened.status == 0 && opened.text.isEmpty)
    #expect(try player.remote("status", "--format", "{title} {count}").text == "two.wav 3\n")
    #expect(try player.remote("run", "open", "/nowhere.m3u").status == 1)
    let missing = try player.remote("run", "open", "/nowhere.wav")
    #expect(missing.status == 1 && missing.errorLines.first?.contains("/nowhere.wav") == true)
    let asked = try player.remote("run", "scan-folder")
    #expect(asked.status == 1 && asked.errorLines.first?.contains("scan-folder needs FOLDER") == true)
    let folder = sandbox.file("more").shown
    #expect(try player.remote("run", "scan-folder", folder).errorLines.first?.contains(folder) == true)
    let unknown = try player.remote("run", "dance")
    #expect(unknown.status == 1 && unknown.errorLines.first?.contains("there is no command dance") == true)
    #expect(try player.quit() == .exited(0))
  }
}
