import ApplicationTestSupport
import AudioBase
import Dubbing
import PlayerTestSupport
import SystemBase
import TakeExchange
import TestSupport
import Testing
import TrackTags

@testable import Application
@testable import KitEditing
@testable import Percussion

/// The commands that make samples of a playing track, and their undo.
@Suite @MainActor struct SamplingCommandTests {
  static let song = Ramp.frames(900_000)

  let folder: TemporaryFolder
  let bench: TakeBench
  let application: Application
  private let service = TestKitService()
  private let calls = CallQueue()
  let files = MemoryFiles(SamplingCommandTests.song)
  let kit: Kit

  /// A kit with a sound on pad 1, and a track that does not play yet.
  init() throws {
    folder = try TemporaryFolder()
    let path = folder.file("kits/Mine")
    let layer = SampleLayer(samples: [path.appending("hit.wav")])
    kit = Kit(name: "Mine", path: path, pads: [Pad(number: 1, name: "hit", layers: [layer])])
    try KitFile.write(kit, to: path, current: folder.path)
    bench = try TakeBench([("a", Self.song)])
    application = Application(model: bench.player.model, main: calls.mainThread)
    application.kits = KitController(loaded: kit, service: service, events: .idle)
    application.takes = bench.controller
    let writer = SampleWriter(
      decoders: files, converters: NoConversion(), writers: files, stretchers: RepeatingStretchers())
    application.kits.sampling.tools = SamplingTools(
      KitSampling(OwnKits(folder: folder.file("kits"), current: folder.path), writer), exports: nil,
      cache: folder.file("cache"))
  }

  /// Plays 70,000 frames of the track, whose bars have 48,000 frames from frame 12,000 on.
  func play(hasBeats: Bool = true) throws {
    try bench.play()
    if hasBeats {
      bench.controller.tempo.apply(TempoMap(bpm: 240, beats: [12_000]), to: bench.controller.list.group)
    }
    bench.run(frames: 70_000)
  }

  /// Performs a command and waits for its message.
  func perform(_ text: String) throws -> SamplingNotice? {
    guard case .request(let request) = try Command.parse(text) else { return nil }
    let outcome = application.perform(.request(request))
    if case .awaited = outcome { try wait() }
    let last = application.state.notices.entries.last?.notice
    guard case .kit(.sampling(let notice))? = last else { return nil }
    return notice
  }

  func wait() throws {
    try Wait.until("the sample") {
      calls.perform()
      return !application.kits.sampling.isBusy
    }
  }

  func stored() throws -> Kit { try KitReader.read(kit.path).kit }

  @Test(arguments: [
    "sample bar", "sample loop pad 3", "sample selection master to 12", "sample bar music",
    "sample bar heard", "sample bar without drums", "sample loop music only lead vocals to 12",
    "chop beats 8", "chop onsets 16 pad 9", "stretch-sample 96.0 pad 9", "stretch-sample tempo",
  ]) func commandsAreTyped(text: String) throws {
    #expect(try Command.parse(text).name == text)
  }

  @Test(arguments: [
    "sample verse", "sample bar to 200", "sample bar to", "sample pad", "chop bars", "chop beats 9",
    "chop beats 8 9", "stretch-sample 5", "stretch-sample 96 9", "sample bar without",
    "sample bar only to 3", "sample bar pads heard", "sample bar pad 3 without drums",
  ]) func otherArgumentsAreRefused(text: String) {
    #expect(throws: CommandError.self) { try Command.parse(text) }
  }

  @Test func theLastBarOfTheSongGoesToTheNextFreePadAndIsUndone() throws {
    try play()
    let notice = try perform("sample bar")
    #expect(notice == .sampled(name: "a bar 1", pad: 2, kit: "Mine", isCopy: false))
    #expect(files.latest == Array(Self.song[12_000..<60_000]))
    let sampled = try stored()
    let layer = try #require(sampled.pads.last?.layers.first)
    #expect(sampled.pads.map(\.number) == [1, 2] && layer.beats == [0, 12_000, 24_000, 36_000, 48_000])
    #expect(service.loaded == [kit.path])
    let licence = try FileBytes.read(kit.path.appending("LICENCE.txt"), limit: 10_000)
    #expect(String(decoding: licence, as: UTF8.self).hasSuffix("a bar 1.wav: a, 0:00.250 to 0:01.250, a\n"))
    #expect(application.turn(.undo) == .done.awaits(.notice))
    try wait()
    #expect(try stored() == kit && service.loaded.count == 2)
    #expect(
      application.state.notices.entries.last?.notice
        == .kit(.sampling(.turned(.undo, pads: [2], kit: "Mine"))))
    #expect(application.turn(.redo) == .done.awaits(.notice))
    try wait()
    #expect(try stored().pads == sampled.pads)
    bench.close()
  }

  @Test func theLoopIsSampledToANamedPadOfACopyOfAnotherKit() throws {
    try play(hasBeats: false)
    let shipped = folder.file("shipped/Rock")
    var other = kit
    (other.name, other.path) = ("Rock", shipped)
    var chosen: [FilePath] = []
    application.services.chooseKit = {
      chosen.append($0)
      return true
    }
    let tools = application.kits.sampling.tools
    application.kits = KitController(loaded: other, service: service, events: .idle)
    application.kits.sampling.tools = tools
    bench.controller.ranges.setLoop(30_000..<31_000)
    #expect(
      try perform("sample loop to 12")
        == .sampled(name: "a 0:00.625", pad: 12, kit: "Rock samples", isCopy: true))
    #expect(files.latest == Array(Self.song[30_000..<31_000]))
    #expect(chosen == [folder.file("kits/Rock samples")] && service.loaded == chosen)
    bench.close()
  }

  @Test func theSelectionOfTheTimelineIsSampled() throws {
    try play(hasBeats: false)
    let outcome = application.sample(SampleCommand(part: .selection), selection: 24_000..<36_000)
    #expect(outcome == .done.awaits(.notice))
    try wait()
    #expect(files.latest == Array(Self.song[24_000..<36_000]))
    #expect(
      application.state.notices.entries.last?.notice
        == .kit(.sampling(.sampled(name: "a 0:00.500", pad: 2, kit: "Mine", isCopy: false))))
    bench.close()
  }

  @Test func refusedSamplingReportsTheReason() throws {
    #expect(try perform("sample bar") == .noTrack && perform("chop beats") == .noPad)
    try play(hasBeats: false)
    #expect(try perform("sample bar") == .beatsUnknown && perform("sample loop") == .noLoop)
    #expect(try perform("sample selection") == .noSelection)
    _ = application.kits.openEditor(pad: 1)
    #expect(try perform("sample loop") == .padFormIsOpen)
    application.kits.editor = nil
    #expect(try perform("chop onsets pad 99") == .failed(.notOneSample(pad: 99)))
    bench.controller.ranges.setLoop(10..<20)
    guard case .failed(.file(let error))? = try perform("sample loop music") else {
      Issue.record("only songs are sampled without exports")
      return
    }
    #expect(error.code == .unsupported)
    #expect(try stored() == kit && service.loaded.isEmpty)
    bench.close()
  }

  /// Samples exports, too, over the files in memory. The kit is that of the takes.
  ///
  /// - Parameter room: the level of the room that the user has set for the kit.
  func exportKit(room: Decibels? = nil) throws {
    let workers = TagWorkerPool(
      WorkerCommand(program: FilePath("/nonexistent/tags"), arguments: []), workers: 1)
    var sources = ExportService.Sources(
      decoders: files, converters: NoConversion(), writers: files,
      meters: { _ throws(FileError) -> any LoudnessMeasuring in throw FileError(.unsupported, "meter") },
      tags: workers, ownKit: nil, kitCache: nil,
      key: { _ throws(FileError) -> TrackKey in TrackKey(high: 7, low: 97) }, files: { _ in [] })
    sources.room = { _ in room }
    let sampling = try #require(application.kits.sampling.tools?.sampling)
    application.kits.sampling.tools = SamplingTools(
      sampling, exports: ExportService(sources, levels: TakeExport.Levels()), cache: folder.file("cache"))
    bench.controller.list.kit = KitReference(name: "Mine", path: kit.path)
  }

  @Test func aPadAndTheMusicAreSampledAsTheyWerePlayed() throws {
    try play()
    try exportKit()
    let item = try #require(bench.player.model.nowPlaying?.id)
    // The sound of the pad is the song, since each file is.
    application.kits.sampling.hits.add(
      TakeHit(frame: 20_000, pad: 1, velocity: 127, sample: 0), with: item)
    #expect(
      try perform("sample bar pad 1") == .sampled(name: "pad 1 bar 1", pad: 2, kit: "Mine", isCopy: false))
    let pad = files.latest
    let first = try #require(pad.firstIndex { $0 != .zero })
    #expect(pad.count == 48_000 && abs(first - 8_000) <= 32)
    let rise = pad[first + 1_000].x / pad[first + 100].x
    #expect(abs(rise / (Self.song[1_000].x / Self.song[100].x) - 1) < 0.01)
    let notice = try perform("sample bar music to 5")
    #expect(notice == .sampled(name: "music bar 1", pad: 5, kit: "Mine", isCopy: false))
    let music = files.latest
    #expect(music.count == 48_000)
    let growth = music[40_000].x / music[1_000].x
    #expect(abs(growth / (Self.song[52_000].x / Self.song[13_000].x) - 1) < 0.01)
    #expect(try FolderReader(folder.file("cache")).names().isEmpty)
    bench.close()
  }

  /// Drums of a quarter of the song; `frames`: those that are separated so far, nil: all.
  private func setParts(frames: Int? = nil) throws {
    let drums = FilePath("d")
    files.set(Self.song.map { $0 * 0.25 }, at: drums)
    let track = try #require(bench.controller.playedTrack)
    bench.controller.songs.partsState.known[track] = SongParts([
      SongPart("drums", drums, prepared: frames.map { [0..<$0] }), SongPart("music", nil),
    ])
  }

  @Test func theSongIsSampledWithoutItsDrumsWithThemAloneAndAsItIsHeard() throws {
    try play()
    try setParts()
    #expect(
      try perform("sample bar without drums")
        == .sampled(name: "a without drums bar 1", pad: 2, kit: "Mine", isCopy: false))
    let bar = Self.song[12_000..<60_000]
    #expect(files.latest == bar.map { $0 - $0 * 0.25 })
    let licence = try FileBytes.read(kit.path.appending("LICENCE.txt"), limit: 10_000)
    #expect(
      String(decoding: licence, as: UTF8.self)
        .hasSuffix("a without drums bar 1.wav: a, 0:00.250 to 0:01.250, a\n"))
    #expect(
      try perform("sample bar only drums")
        == .sampled(name: "a drums bar 1", pad: 3, kit: "Mine", isCopy: false))
    #expect(files.latest == bar.map { $0 * 0.25 })
    _ = try perform("sample bar heard")
    #expect(files.latest == Array(bar))
    bench.controller.songs.edit(
      [.part("drums", SongPartLevel(isMuted: true))], of: bench.controller.list.group)
    _ = try perform("sample bar heard")
    #expect(files.latest == bar.map { $0 - $0 * 0.25 })
    // Without levels, the file is sampled.
    _ = try perform("sample bar")
    #expect(files.latest == Array(bar))
    bench.close()
  }

  @Test func theMusicIsSampledAtTheLevelsOfItsParts() throws {
    try play()
    try setParts()
    try exportKit()
    _ = try perform("sample bar music")
    let whole = files.latest
    #expect(
      try perform("sample bar music only drums")
        == .sampled(name: "music drums bar 1", pad: 3, kit: "Mine", isCopy: false))
    let drums = files.latest
    try #require(whole.count == 48_000 && drums.count == 48_000)
    for frame in [1_000, 20_000, 40_000] { #expect(abs(drums[frame].x / whole[frame].x - 0.25) < 0.001) }
    bench.close()
  }

  @Test func partsThatAreNotThereAreNotSampled() throws {
    try play()
    #expect(try perform("sample bar without drums") == .partsAreMissing)
    try setParts(frames: 10_000)
    let track = try #require(bench.controller.playedTrack)
    bench.controller.songs.partsState.job = (track, CancelFlag())
    #expect(try perform("sample bar only drums") == .partsAreBeingPrepared)
    bench.controller.songs.partsState.job = nil
    try setParts()
    #expect(try perform("sample bar only bass") == .unknownPart("bass", known: ["drums", "music"]))
    #expect(try stored() == kit)
    bench.close()
  }

  /// The file would have another sound than what is heard as soon as the parts are complete.
  @Test func theMixIsNotSampledAsTheFileWhilePartsWithLevelsAreBeingPrepared() throws {
    try play()
    try exportKit()
    let (songs, track) = (bench.controller.songs, try #require(bench.controller.playedTrack))
    songs.partsState.job = (track, CancelFlag())
    // Without levels, the song is heard as its file.
    #expect(
      try perform("sample bar music to 9")
        == .sampled(name: "music bar 1", pad: 9, kit: "Mine", isCopy: false))
    songs.edit([.part("drums", SongPartLevel(gain: Decibels(-12)))], of: bench.controller.list.group)
    #expect(try perform("sample bar music") == .partsAreBeingPrepared)
    try setParts(frames: 10_000)
    for mix in ["music", "master"] { #expect(try perform("sample bar \(mix)") == .partsAreBeingPrepared) }
    songs.partsState.job = nil
    try setParts()
    #expect(
      try perform("sample bar music to 11")
        == .sampled(name: "music bar 1", pad: 11, kit: "Mine", isCopy: false))
    bench.close()
  }

  @Test func piecesOfTheLastSampleAreOnABankWhoseKeysPlayThemAtOnce() throws {
    try play()
    var banks: [BankChange] = []
    application.services.changeBank = { banks.append($0) }
    #expect(try perform("sample bar") == .sampled(name: "a bar 1", pad: 2, kit: "Mine", isCopy: false))
    #expect(try perform("chop beats") == .chopped(pad: 2, 9...12, kit: "Mine", isCopy: false))
    let pieces = try stored().pads.suffix(4).map(\.layers[0])
    #expect(pieces.map(\.start) == [0, 12_000, 24_000, 36_000])
    #expect(pieces.compactMap(\.end) == [12_000, 24_000, 36_000, 48_000])
    #expect(service.loaded == [kit.path, kit.path] && banks.isEmpty)
    let chopped = try stored()
    application.kits.receive(
      .loaded(
        KitReport(
          kit: chopped, reference: KitReference(name: chopped.name, path: chopped.path), notices: [])))
    #expect(banks == [.show(pad: 9)])
    bench.close()
  }

  @Test func aPadIsExportedWithTheRoomThatTheUserHasSet() throws {
    var hall = kit
    hall.pads[0].layers.append(hall.pads[0].layers[0])
    (hall.pads[0].layers[1].part, hall.pads[0].gain) = (Kit.roomPart, Decibels(-20))
    try KitFile.write(hall, to: kit.path, current: folder.path)
    try play()
    let item = try #require(bench.player.model.nowPlaying?.id)
    application.kits.sampling.hits.add(
      TakeHit(frame: 20_000, pad: 1, velocity: 127, sample: 0), with: item)
    let levels = try [nil, Decibels.silence].enumerated().map { index, room in
      try exportKit(room: room)
      _ = try perform("sample bar pad 1 to \(index + 5)")
      return files.latest[10_000].x
    }
    #expect(levels[1] > 0 && abs(levels[0] / levels[1] - 2) < 0.01)
    bench.close()
  }

  @Test func aMovedStartIsHeardOnceThePadPlaysSo() throws {
    #expect(application.kits.openEditor(pad: 1))
    let row = try #require(application.kits.editor?.fields.firstIndex(of: .start))
    application.kits.editor?.move(to: row)
    application.moveBound(1, isLarge: false)
    try Wait.until("the sound of the pad") {
      calls.perform()
      return !service.applied.isEmpty
    }
    // All frames of the song are above zero, so only its end counts as a crossing.
    #expect(service.applied.last?.pads[0].layers[0].start == 899_999)
    application.kits.receive(.applied(nil))
    bench.run(frames: 10_000)
    #expect(bench.planned.map(\.pad) == [1])
    bench.close()
  }
}
