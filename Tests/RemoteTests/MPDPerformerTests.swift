import Application
import AudioBase
import MixEngine
import Percussion
import Player
import PlayerTestSupport
import SystemBase
import Testing
import TrackTags

@testable import Remote

/// Commands on a player without sound.
@MainActor @Suite struct MPDPerformerTests {
  private let bench = PlayerBench("/a.wav", "/b.wav", "/c.wav", "/d.wav")
  private let engine = AudioEngine(sampleRate: .standard)
  private let pads: RemotePads
  private let performer: MPDPerformer

  init() {
    pads = RemotePads(engine.control.port(for: .control))
    let tools = MPDPerformerTests.tools(pads)
    performer = MPDPerformer(Application(model: bench.model), tools)
    performer.isQueueStale = true
  }

  /// The parts of a program without library, kits and tags.
  private static func tools(_ pads: RemotePads) -> RemoteTools {
    let workers = TagWorkerPool(WorkerCommand(program: FilePath("/nonexistent/x"), arguments: []))
    return RemoteTools(
      folder: FilePath("/"), library: nil, pads: pads, pictures: RemotePictures(workers),
      kits: KitCatalog([], unpackingInto: nil))
  }

  /// Performs a command. Returns the lines of its answer.
  @discardableResult
  private func lines(
    _ text: String, needsPassword: Bool = false, isLocal: Bool = true, client: Int = 0
  ) throws(MPDError) -> [String] {
    var session = MPDSession(
      client: RemoteClientID(value: client), isLocal: isLocal, needsPassword: needsPassword)
    let reply: MPDReply
    performer.isQueueStale = true
    switch try performer.perform(try MPDLine(parsing: Array(text.utf8)), &session) {
    case .reply(let found): reply = found
    case .work(.format(let body)): reply = try body()
    case .work(.read(let body)):
      switch try body(MPDLibrary(store: nil, roots: MusicRoots(), tags: session.tags)) {
      case .reply(let found): reply = found
      case .then(let body): reply = try body(performer)
      }
    case .work(.change), .work(.report), .close: reply = MPDReply()
    }
    return String(decoding: reply.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private var order: String { bench.model.queue.items.map { $0.path.stem }.joined() }

  private func value(_ name: String, of command: String = "status") throws -> String? {
    try lines(command).first { $0.hasPrefix("\(name): ") }.map { String($0.dropFirst(name.count + 2)) }
  }

  @Test func stalledStreamIsReportedAsPaused() throws {
    let bench = PlayerBench("http://radio.example/live")
    let tools = MPDPerformerTests.tools(pads)
    let application = Application(model: bench.model)
    let performer = MPDPerformer(application, tools)
    let watcher = RemoteWatcher(application, performer)
    bench.model.play()
    bench.begin(0, of: 1e6)
    #expect(performer.state == "play")
    _ = watcher.changes()
    bench.emit(.moved(bench.id(0), bench.anchor(8, rate: 0)))
    #expect(performer.state == "pause" && watcher.changes() == [.player])
    var session = MPDSession(isLocal: true, needsPassword: false)
    guard case .reply(let reply) = try performer.perform(MPDLine("status"), &session) else {
      Issue.record("no reply")
      return
    }
    let text = String(decoding: reply.bytes, as: UTF8.self)
    #expect(text.contains("state: pause\nwaiting: buffering\n"))
  }

  @Test func messagesReachTheSubscribersOfAChannelOnce() throws {
    #expect(throws: MPDError(.notFound, "nobody is subscribed to this channel")) {
      try lines("sendmessage lyrics next", client: 1)
    }
    for client in [2, 3] { try lines("subscribe lyrics", client: client) }
    #expect(throws: MPDError.self) { try lines("subscribe lyrics", client: 2) }
    #expect(throws: MPDError.self) { try lines("subscribe \"a b\"", client: 2) }
    #expect(try lines("channels", client: 1) == ["channel: lyrics"])
    _ = performer.channels.takeChanges()
    try lines("sendmessage lyrics \"next line\"", client: 1)
    let told = performer.channels.takeChanges()
    #expect(Set(told.map(\.client)) == [RemoteClientID(value: 2), RemoteClientID(value: 3)])
    #expect(told.allSatisfy { $0.subsystem == .message })
    #expect(try lines("readmessages", client: 2) == ["channel: lyrics", "message: next line"])
    #expect(try lines("readmessages", client: 2) == [])
    try lines("unsubscribe lyrics", client: 2)
    #expect(throws: MPDError.self) { try lines("unsubscribe lyrics", client: 2) }
    performer.channels.remove(RemoteClientID(value: 3))
    #expect(try lines("channels", client: 1) == [])
  }

  @Test func unreadMessagesOfAClientAreLimited() throws {
    try lines("subscribe a", client: 2)
    for number in 0..<100 { try lines("sendmessage a \(number)", client: 1) }
    let kept = try lines("readmessages", client: 2).filter { $0.hasPrefix("message: ") }
    #expect(kept.count == 64 && kept.first == "message: 0")
  }

  @Test(arguments: ["newpartition x", "delpartition x", "moveoutput null"])
  func otherPartitionsAreRefusedWithTheReason(_ command: String) {
    #expect(throws: MPDError(.system, "there is one partition, \"default\", and no other can be made")) {
      try lines(command)
    }
  }

  @Test(arguments: ["mount a b", "unmount a"]) func mountsAreRefusedWithWhatToDo(_ command: String) {
    #expect(throws: MPDError(.system, "folders are added to the library by drumdub scan FOLDER")) {
      try lines(command)
    }
  }

  @Test func attributesOfTheOutputAreRefused() {
    #expect(throws: MPDError(.argument, "the output has no attribute dop")) { try lines("outputset 0 dop 1") }
    #expect(throws: MPDError(.notFound, "No such audio output")) { try lines("outputset 1 dop 1") }
  }

  @Test func statisticsCountTheTimeInWhichMusicPlays() throws {
    #expect(try value("playtime", of: "stats") == "0")
    bench.model.play()
    bench.begin(0)
    bench.pass(seconds: 90)
    #expect(try value("playtime", of: "stats") == "90")
    bench.model.pause()
    bench.pass(seconds: 60)
    #expect(try value("playtime", of: "stats") == "90")
  }

  @Test func volumeOfMPDUsesTheScaleOfMPRIS() throws {
    let level = try #require(VolumeScale.level(fraction: 0.25))
    bench.model.setVolume(level)
    #expect(try value("volume") == "25")
    try lines("setvol 40")
    #expect(VolumeScale.fraction(bench.model.volume, isMuted: false) == 0.4)
    try lines("volume -15")
    #expect(VolumeScale.fraction(bench.model.volume, isMuted: false) == 0.25)
  }

  @Test(arguments: [
    ("move 0 2", "bcad"), ("move 2:4 0", "cdab"), ("move 3 +0", "adbc"), ("swap 0 3", "dbca"),
    ("delete 1", "acd"),
    ("delete 1:3", "ad"), ("delete 2:", "ab"), ("deleteid 2", "acd"), ("moveid 4 0", "dabc"), ("clear", ""),
    ("swapid 1 2", "bacd"), ("delete 9:", "abcd"),
  ]) func queueEditsOfMPDAreAppliedAndUndone(command: String, result: String) throws {
    try lines(command)
    #expect(order == result)
    #expect(bench.model.undoQueueEdit() != nil || result == "abcd")
    #expect(order == "abcd")
  }

  @Test(arguments: [
    "move 9 0", "move 0 9", "delete 4", "deleteid 99", "play 4", "playid 0", "swap 0 4", "seek 9 1",
    "move 1:1 0",
    "setvol 101", "setvol x", "random 2", "seek 0 -1", "seek 0 nan", "crossfade 13", "crossfade -1",
    "consume 2", "single 5",
    "replay_gain_mode x", "mixrampdb -17", "mixrampdelay 2", "prio 256 0", "prio 1 x", "prioid 1 99",
    "partition other", "disableoutput 0", "toggleoutput 0", "enableoutput 1", "protocol enable x",
    "tagtypes reset", "stickernamestypes album", "plchanges x", "playlistinfo 4",
    "rangeid 2 3:2", "rangeid 2 x", "rangeid 9 1:2", "rangeid 2 1", "addtagid 2 Title x", "cleartagid 2",
    "cleartagid 2 colour", "outputvolume 1 50", "outputvolume 0 101", "run dance", "run seek x",
    "run pad 129",
  ]) func badArgumentsChangeNothing(command: String) throws {
    #expect(throws: MPDError.self) { try lines(command) }
    #expect(order == "abcd" && bench.model.volume == .unity)
  }

  @Test func playbackOptionsSetAndReportTheModesOfThePlayer() throws {
    try lines("repeat 1")
    #expect(bench.model.queue.repeatMode == .all)
    try lines("single 1")
    #expect(bench.model.queue.repeatMode == .one)
    #expect(try value("repeat") == "1" && value("single") == "1")
    try lines("single 0")
    #expect(bench.model.queue.repeatMode == .all)
    try lines("repeat 0")
    #expect(bench.model.queue.repeatMode == .off)
    // Without repeat, the music stops after the track.
    try lines("single 1")
    #expect(bench.model.queue.stopsAfterCurrent)
    #expect(try value("single") == "oneshot")
    try lines("single 0")
    #expect(!bench.model.queue.stopsAfterCurrent)
    try lines("random 1")
    #expect(try bench.model.queue.isShuffled && value("random") == "1")
    try lines("replay_gain_mode track")
    #expect(try value("replay_gain_mode", of: "replay_gain_status") == "track")
    for (mode, value) in [("1", ConsumeMode.on), ("oneshot", .once), ("0", .off)] {
      try lines("consume \(mode)")
      #expect(try self.value("consume") == mode && bench.model.queue.consumeMode == value)
    }
    try lines("crossfade 3.5")
    #expect(try value("xfade") == "4" && bench.transport.take().contains(.crossfade(3.5)))
    try lines("crossfade 0")
    #expect(try value("xfade") == nil)
  }

  @Test func volumeIsSetAndReportedInPercent() throws {
    for percent in 0...100 {
      try lines("setvol \(percent)")
      #expect(try value("volume") == "\(percent)", "\(percent)")
    }
    try lines("volume -30")
    #expect(try value("volume", of: "getvol") == "70")
    try lines("volume 50")
    #expect(try value("volume") == "100")
  }

  @Test func theStatusFollowsPlayback() throws {
    #expect(try value("state") == "stop" && value("song") == "0" && value("elapsed") == nil)
    try lines("play 1")
    bench.begin(1, at: 10, of: 100)
    #expect(try value("state") == "play" && value("songid") == "2" && value("elapsed") == "10.000")
    #expect(try value("duration") == "100.000" && value("time") == "10:100" && value("nextsong") == "2")
    try lines("seekcur +5")
    #expect(bench.transport.take().contains(.seek(15)))
    try lines("pause")
    #expect(try value("state") == "pause")
    try lines("pause 0")
    #expect(try value("state") == "play")
    #expect(try lines("currentsong") == ["file: /b.wav", "Pos: 1", "Id: 2"])
    try lines("stop")
    #expect(throws: MPDError.self) { try lines("seekcur 5") }
  }

  @Test func tracksOfAHigherPriorityPlayFirst() throws {
    try lines("play 0")
    bench.begin(0)
    try lines("random 1")
    try lines("prio 5 3")
    try lines("prioid 9 3")
    #expect(try lines("playlistid 3").last == "Prio: 9")
    #expect(try value("nextsong") == "2")
    #expect(
      try lines("playlistfind \"(prio >= 5)\" sort -prio").filter { $0.hasPrefix("file") } == [
        "file: /c.wav", "file: /d.wav",
      ])
    try lines("next")
    // The track that plays has none.
    #expect(try value("song") == "2" && value("nextsong") == "3")
    #expect(try lines("playlistfind \"(prio >= 1)\"").first == "file: /d.wav")
    // Ranges may overlap, however many there are.
    try lines("prio 7 " + String(repeating: "0: ", count: 5_000) + "2:4 1:3")
    #expect(bench.model.queue.items.map(\.priority) == [7, 7, 0, 7])
    try lines("prio 0 0:")
    // One that was played plays again.
    try lines("prio 200 0")
    #expect(try value("nextsong") == "0")
    try lines("prio 0 0:")
    try lines("random 0")
    #expect(try value("nextsong") == "3")
  }

  @Test func informationCommandsDescribeTheServer() throws {
    #expect(try lines("listpartitions") == ["partition: default"])
    #expect(try lines("partition default") == [] && lines("enableoutput 0") == [])
    #expect(try lines("outputs").contains("outputenabled: 1"))
    #expect(try lines("config").contains("pcre: 1"))
    #expect(throws: MPDError.self) { try lines("config", isLocal: false) }
    #expect(try lines("stickernames") == ["name: rating"] && lines("stickertypes") == ["stickertype: song"])
    #expect(try lines("mixrampdb 0") == [] && lines("mixrampdelay nan") == [])
    #expect(try lines("protocol available") == ["feature: hide_playlists_in_root"] && lines("protocol") == [])
    #expect(try lines("tagtypes available").contains("tagtype: Artist"))
    #expect(try lines("listmounts") == [] && lines("listneighbors") == [])
  }

  @Test func rangeOfATrackIsThePartThatIsPlayed() throws {
    try lines("rangeid 2 2:4")
    let section = try #require(bench.model.queue.items[1].location.section)
    #expect(section.start.seconds == 2 && section.end?.seconds == 4)
    #expect(try lines("playlistid 2").contains("duration: 2.000"))
    try lines("rangeid 2 :")
    #expect(bench.model.queue.items[1].location.section == nil)
    bench.model.play()
    #expect(throws: MPDError.self) { try lines("rangeid 1 1:2") }
  }

  @Test func tagsOfAStreamAreSetAndCleared() throws {
    bench.add(["http://radio.example/live"])
    try lines("addtagid 5 Title \"The Hour\"")
    try lines("addtagid 5 Artist Someone")
    #expect(try lines("playlistid 5").contains("Title: The Hour"))
    try lines("cleartagid 5 Title")
    #expect(try !lines("playlistid 5").contains("Title: The Hour"))
    #expect(try lines("playlistid 5").contains("Artist: Someone"))
    try lines("cleartagid 5")
    #expect(try !lines("playlistid 5").contains("Artist: Someone"))
    #expect(throws: MPDError.self) { try lines("addtagid 5 Mood x") }
  }

  @Test func volumeOfTheOutputIsThatOfThePlayer() throws {
    try lines("outputvolume 0 50")
    #expect(try value("volume") == "50")
  }

  @Test func commandOfThePaletteRepliesWhatItReports() throws {
    #expect(try lines("run stop-after-current").count == 1)
    #expect(bench.model.queue.stopsAfterCurrent)
    #expect(try lines("run sleep 0").first?.hasPrefix("message: ") == true)
    #expect(try lines("run shuffle") == [] && bench.model.queue.isShuffled)
    bench.model.play()
    bench.begin(0)
    performer.application.receive(
      ChaptersResult(try #require(bench.model.nowPlaying?.location), .success([])))
    #expect(throws: MPDError.self) { try lines("run next-chapter") }
  }

  @Test func changedStickerIsReportedToWaitingClients() throws {
    let watcher = RemoteWatcher(performer.application, performer)
    _ = watcher.changes()
    try performer.tools.stickers.set("mood", of: TrackLocation(path: FilePath("/a"))) { _ in "calm" }
    #expect(watcher.changes() == [.sticker])
  }

  @Test func detailsHaveSpeedAndChapters() throws {
    #expect(try lines("details") == ["speed: 1.0"])
    bench.model.play()
    bench.begin(0, at: 40)
    let chapters = [Chapter(start: 0), Chapter(start: 30, title: "Two")]
    performer.application.receive(
      ChaptersResult(try #require(bench.model.nowPlaying?.location), .success(chapters)))
    #expect(try lines("details") == ["speed: 1.0", "chapters: 2", "chapter: 2", "chaptertitle: Two"])
  }

  @Test func queueVersionRisesWithEachChange() throws {
    let version = try #require(try value("playlist").flatMap { Int($0) })
    #expect(try value("playlist") == "\(version)")
    try lines("swap 0 1")
    #expect(try value("playlist") == "\(version + 1)")
    #expect(try lines("plchangesposid \(version)") == ["cpos: 0", "Id: 2", "cpos: 1", "Id: 1"])
    #expect(try lines("plchangesposid \(version) 1:2") == ["cpos: 1", "Id: 1"])
  }

  @Test func withoutThePasswordOnlyFreeCommandsAreAllowed() throws {
    for command in ["status", "play", "hit 1", "add /x", "find artist a"] {
      #expect(
        throws: MPDError(.permission, "you don't have permission for \"\(command.prefix { $0 != " " })\"")
      ) {
        try lines(command, needsPassword: true)
      }
    }
    let free = [
      "binarylimit", "close", "command_list_begin", "command_list_end", "command_list_ok_begin", "commands",
      "noidle", "notcommands", "password", "ping", "protocol", "tagtypes",
    ]
    #expect(try lines("commands", needsPassword: true) == free.map { "command: \($0)" })
    #expect(try lines("notcommands") == ["command: kill"])
    #expect(try lines("notcommands", isLocal: false) == ["command: config", "command: kill", "command: run"])
    #expect(throws: MPDError.self) { try lines("password x", needsPassword: true) }
  }

  @Test func hitsAreRefusedUntilTheKitIsLoaded() throws {
    #expect(throws: MPDError(.system, "the kit is still being loaded")) { try lines("hit 1") }
    pads.start()
    #expect(try lines("hit 1") == [])
    #expect(try lines("hit 128 127") == [])
    for command in ["hit 0", "hit 129", "hit 1 0", "hit 1 128", "hit x"] {
      #expect(throws: MPDError.self, "\(command)") { try lines(command) }
    }
  }

  @Test func commandsOfThePaletteRunOnThisMachineOnly() throws {
    try lines("run volume -6")
    #expect(bench.model.volume == Decibels(-6))
    try lines("run \"mix master/gain -12 dB\"")
    #expect(bench.model.volume == Decibels(-12))
    for command in ["run dance", "run volume 99", "run mix master/gain 99", "run mix music/filter/cutoff 20"]
    {
      #expect(throws: MPDError.self, "\(command)") { try lines(command) }
    }
    #expect(throws: MPDError.self) { try lines("run volume -3", isLocal: false) }
    #expect(bench.model.volume == Decibels(-12))
  }

  @Test func everyCommandIsPerformedOrRefused() throws {
    for command in MPDCommand.allCases {
      let count = command.arguments.lowerBound
      do throws(MPDError) {
        try lines(MPDLine(command.name, Array(repeating: "0", count: count)).text)
      } catch {
        #expect(error.code != .unknownCommand, "\(command.name): \(error.message)")
      }
    }
  }

  @Test(arguments: ["\(Int.min)", "-2147483649", "+9223372036854775807", "9223372036854775808"])
  func aPlaceBeyondAllQueuesIsRefused(place: String) throws {
    #expect(throws: MPDError.self) { try performer.insert([], at: place) }
  }

  /// Valid lines with bytes changed, removed or repeated.
  @Test func randomLinesDoNotCrashThePerformer() throws {
    var random = SeededGenerator(seed: 17)
    let seeds = [
      "find \"((artist == \\\"a\\\") AND (!(title contains 'b')))\" sort -Date window 1:2", "move 0:2 +1",
      "search any \"x y\" base a/b modified-since 2001-01-01T00:00:00Z", "plchanges 1 0:3",
      "tagtypes enable Title",
      "list album group artist group date", "sticker find song \"\" rating > 3", "playlistfind title x",
      "addid x +0",
      "count artist x group album", "seekid 1 3.5", "hit 1 100", "albumart a/b 0", "load x 0:1 +0",
      "idle player",
    ].map { Array($0.utf8) }
    for _ in 0..<2_000 {
      var bytes = seeds[Int.random(in: seeds.indices, using: &random)]
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        switch Int.random(in: 0...2, using: &random) {
        case 0: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        case 1: if place < bytes.count { bytes.remove(at: place) }
        default: bytes.insert(contentsOf: bytes[..<place], at: place)
        }
      }
      _ = try? lines(String(decoding: bytes.prefix(500), as: UTF8.self))
    }
  }
}
