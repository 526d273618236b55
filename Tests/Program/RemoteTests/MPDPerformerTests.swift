import Application
import ApplicationTestSupport
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
  let bench = PlayerBench("/a.wav", "/b.wav", "/c.wav", "/d.wav")
  let engine = AudioEngine(sampleRate: .standard)
  let pads: RemotePads
  let performer: MPDPerformer

  init() {
    pads = RemotePads(engine.control.port(for: .control))
    let tools = MPDPerformerTests.tools(pads)
    performer = MPDPerformer(Application(model: bench.model), tools)
    performer.isQueueStale = true
  }

  /// The parts of a program without library, kits and tags.
  static func tools(_ pads: RemotePads) -> RemoteTools {
    let workers = TagWorkerPool(WorkerCommand(program: FilePath("/nonexistent/x"), arguments: []))
    return RemoteTools(
      folder: FilePath("/"), library: nil, pads: pads, pictures: RemotePictures(workers),
      kits: KitCatalog([], unpackingInto: nil))
  }

  /// Performs a command. Returns the lines of its answer.
  @discardableResult
  func lines(
    _ text: String, needsPassword: Bool = false, isLocal: Bool = true, client: Int = 0
  ) throws(MPDError) -> [String] {
    var session = MPDSession(
      client: RemoteClientID(value: client), isLocal: isLocal, needsPassword: needsPassword)
    let reply: MPDReply
    performer.isQueueStale = true
    switch try performer.perform(try MPDLine(parsing: Array(text.utf8)), &session) {
    case .reply(let found): reply = found
    case .format(let body): reply = body()
    case .read(let body): reply = try body(library(session))
    case .insert(let position, let repliesID, let body):
      reply = try performer.insert(body(library(session)), at: position, repliesID: repliesID)
    case .change, .report, .close: reply = MPDReply()
    }
    return String(decoding: reply.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func library(_ session: MPDSession) -> MPDLibrary {
    MPDLibrary(store: nil, roots: MusicRoots(), tags: session.tags)
  }

  var order: String { bench.model.queue.items.map { $0.path.stem }.joined() }

  func value(_ name: String, of command: String = "status") throws -> String? {
    try lines(command).first { $0.hasPrefix("\(name): ") }.map { String($0.dropFirst(name.count + 2)) }
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

  @Test(arguments: [
    ("move 0 2", "bcad"), ("move 2:4 0", "cdab"), ("move 3 +0", "adbc"), ("swap 0 3", "dbca"),
    ("delete 1", "acd"),
    ("delete 1:3", "ad"), ("delete 2:", "ab"), ("deleteid 2", "acd"), ("moveid 4 0", "dabc"), ("clear", ""),
    ("swapid 1 2", "bacd"), ("delete 9:", "abcd"),
  ]) func queueEditsOfMPDAreAppliedAndUndone(command: String, result: String) throws {
    try lines(command)
    #expect(order == result)
    #expect(bench.model.turnQueueEdit(.undo) != nil || result == "abcd")
    #expect(order == "abcd")
  }

  @Test(arguments: [
    "move 9 0", "move 0 9", "delete 4", "deleteid 99", "play 4", "playid 0", "swap 0 4", "seek 9 1",
    "move 1:1 0",
    "setvol 101", "setvol x", "random 2", "seek 0 -1", "seek 0 nan", "crossfade 13", "crossfade -1",
    "consume 2", "single 5",
    "replay_gain_mode x", "mixrampdb -17", "mixrampdelay 2", "prio 256 0", "prio 1 x", "prioid 1 99",
    "partition other", "disableoutput 0", "toggleoutput 0", "enableoutput 1", "protocol enable x",
    "tagtypes reset", "stickernamestypes nothing", "plchanges x", "playlistinfo 4",
    "rangeid 2 3:2", "rangeid 2 x", "rangeid 9 1:2", "rangeid 2 1", "addtagid 2 Title x", "cleartagid 2",
    "cleartagid 2 colour", "outputvolume 1 50", "outputvolume 0 101", "run dance", "run seek x",
    "run pad 129",
  ]) func badArgumentsChangeNothing(command: String) throws {
    #expect(throws: MPDError.self) { try lines(command) }
    #expect(order == "abcd" && bench.model.levels.volume == .unity)
  }

  @Test func informationCommandsDescribeTheServer() throws {
    #expect(try lines("listpartitions") == ["partition: default"])
    #expect(try lines("partition default") == [] && lines("enableoutput 0") == [])
    #expect(try lines("outputs").contains("outputenabled: 1"))
    #expect(try lines("config").contains("pcre: 1"))
    #expect(throws: MPDError.self) { try lines("config", isLocal: false) }
    #expect(
      try lines("stickernames") == ["name: rating"] && lines("stickertypes").first == "stickertype: song")
    #expect(try lines("stickertypes").contains("stickertype: AlbumArtist"))
    #expect(
      try lines("tagtypes").contains("tagtype: Composer") && !lines("tagtypes").contains("tagtype: Comment"))
    #expect(try lines("mixrampdb 0") == [] && lines("mixrampdelay nan") == [])
    #expect(try lines("protocol available") == ["feature: hide_playlists_in_root"] && lines("protocol") == [])
    #expect(try lines("tagtypes available").contains("tagtype: Artist"))
    #expect(try lines("listmounts") == [] && lines("listneighbors") == [])
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

  @Test func warningAboutWhatWasDoneIsNoRefusal() throws {
    let notice = Notice.take(.quantised(3, of: 4, assumedTempo: 120))
    #expect(notice.severity == .warning)
    let reply = String(decoding: try performer.answer([notice]).bytes, as: UTF8.self)
    #expect(reply.hasPrefix("message: "))
  }

  @Test func changedStickerIsReportedToWaitingClients() throws {
    let watcher = RemoteWatcher(performer)
    _ = watcher.changes()
    try performer.tools.stickers.set("mood", of: .song(TrackLocation(path: FilePath("/a")))) { _ in "calm" }
    #expect(watcher.changes() == [.sticker])
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

  @Test func padsOfThePaletteAreStruckOrTheReasonIsToldToTheClient() throws {
    var strikes: [String] = []
    performer.application.services.strikePad = { [pads] pad, stroke in
      strikes.append("\(pad) \(stroke)")
      return pads.strike(pad, velocity: 100)
    }
    #expect(throws: MPDError.self) { try lines("run pad 3") }
    pads.start()
    try lines("run pad 3 64")
    #expect(strikes == ["3 plain", "3 velocity(64)"])
  }

  @Test func commandThatAsksForATextIsRefused() throws {
    for command in Command.plain where command.row.traits.contains(.opensPrompt) {
      #expect(throws: MPDError.self, "\(command.name)") { try lines("run \(command.name)") }
    }
    #expect(throws: MPDError.self) { try lines("run default-keys") }
    #expect(performer.application.state.question == nil)
    var requested: [Command] = []
    let subscription = performer.application.streams.requested.subscribe { requested.append($0) }
    try lines("run sleep 0")
    try lines("run find a")
    #expect(requested == [.request(.sleep(0)), .request(.find("a"))])
    withExtendedLifetime(subscription) {}
  }

  @Test func commandsOfThePaletteRunOnThisMachineOnly() throws {
    try lines("run volume -6")
    #expect(bench.model.levels.volume == Decibels(-6))
    try lines("run \"mix master/gain -12 dB\"")
    #expect(bench.model.levels.volume == Decibels(-12))
    for command in ["run dance", "run volume 99", "run mix master/gain 99", "run mix music/filter/cutoff 20"]
    {
      #expect(throws: MPDError.self, "\(command)") { try lines(command) }
    }
    #expect(throws: MPDError.self) { try lines("run volume -3", isLocal: false) }
    #expect(bench.model.levels.volume == Decibels(-12))
  }

  @Test func everyCommandIsPerformedOrRefused() throws {
    for name in MPDCommand.byName.keys.sorted() {
      let count = MPDCommand.numbers[name]?.lowerBound ?? 0
      do throws(MPDError) {
        try lines(MPDLine(name, Array(repeating: "0", count: count)).text)
      } catch {
        #expect(error.code != .unknownCommand, "\(name): \(error.message)")
      }
    }
    #expect(MPDCommand.numbers.keys.allSatisfy { MPDCommand.byName[$0] != nil })
  }

  @Test(arguments: ["\(Int.min)", "-2147483649", "+9223372036854775807", "9223372036854775808"])
  func aPlaceBeyondAllQueuesIsRefused(place: String) throws {
    #expect(throws: MPDError.self) { try performer.insert([], at: place, repliesID: false) }
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
