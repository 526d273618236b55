import ApplicationTestSupport
import AudioBase
import Dubbing
import PlayerTestSupport
import Studio
import SystemBase
import TestSupport
import Testing

@testable import Application

/// Songs in parts: the levels of their drums, which are separated, and the stems of other programs.
@Suite @MainActor struct SongPartsTests {
  /// Separates drums at once; the file is a track of the bench.
  private struct Maker: DrumPartsMaking {
    var result: Result<DrumPartsResult, FileError> = .success(
      .parts(DrumPartFile(path: FilePath("d"), frames: 900_000)))

    /// What is written when half of it is done; nil for nothing.
    var half: DrumPartFile? = DrumPartFile(path: FilePath("d"), prepared: [0..<450_000])

    func cached(_ key: TrackKey, _ strength: DrumStrength) -> DrumPartFile? { nil }

    func make(
      _ track: TrackLocation, _ key: TrackKey, _ strength: DrumStrength, hits: SongHits?,
      heard: () -> Int, isCancelled: () -> Bool, progress: (Double, DrumPartFile?) -> Void
    ) throws(FileError) -> DrumPartsResult {
      progress(0.5, half)
      return try result.get()
    }
  }

  private let calls = CallQueue()

  private func constant(_ value: Float) -> [Frame] {
    [Frame](repeating: Frame(repeating: value), count: 900_000)
  }

  private func bench(_ maker: Maker? = Maker(), in folder: TemporaryFolder? = nil) throws -> TakeBench {
    let bench = try TakeBench([("a", constant(0.2)), ("d", constant(0.05))], in: folder)
    if let maker { bench.controller.songs.makeParts(by: maker, main: calls.mainThread) }
    try bench.play()
    return bench
  }

  private func wait(_ bench: TakeBench) throws {
    try bench.wait("the end of the job") {
      calls.perform()
      return bench.controller.songs.partsState.job == nil
    }
  }

  /// Renders until the music has a level.
  private func hear(_ value: Float, _ bench: TakeBench) {
    bench.player.run { abs((bench.player.output.last?.x ?? 0) - value) < 1e-4 }
  }

  private func level(_ decibels: Double = 0, mute: Bool = false, solo: Bool = false) -> SongPartLevel {
    SongPartLevel(gain: Decibels(decibels), isMuted: mute, isSoloed: solo)
  }

  // MARK: Drums

  @Test func drumsAreSeparatedForTheirLevelHeardAndUndone() throws {
    let bench = try self.bench()
    let songs = bench.controller.songs
    hear(0.2, bench)
    #expect(songs.partNames == ["drums", "music"])
    #expect(songs.change(part: "drums", .mute) == .level("drums", level(mute: true)))
    #expect(bench.notices.last == .song(.parts(.separating(percent: nil))))
    try wait(bench)
    #expect(bench.notices.suffix(2) == [.song(.parts(.separating(percent: 50))), .song(.parts(.separated))])
    hear(0.15, bench)
    #expect(songs.heardParts?.gains == [0, 1])
    #expect(songs.change(part: "music", .gain(Decibels(-60))) == .level("music", level(-60)))
    hear(0.000_15, bench)
    bench.controller.list.turn(.undo)
    #expect(bench.notices.last == .song(.parts(.turned(.undo, "music", level()))))
    hear(0.15, bench)
    bench.controller.list.turn(.undo)
    #expect(bench.notices.last == .song(.parts(.turned(.undo, "drums", level()))))
    #expect(songs.song.partLevels.isEmpty && songs.heardParts == nil)
    hear(0.2, bench)
    #expect(songs.change(part: "drums", .solo) == .level("drums", level(solo: true)))
    hear(0.05, bench)
    bench.close()
  }

  @Test func levelsAreKeptForTheSong() throws {
    let folder = try TemporaryFolder()
    let first = try bench(in: folder)
    _ = first.controller.songs.change(part: "drums", .mute)
    try wait(first)
    let key = try #require(first.controller.list.track.key)
    first.close()
    #expect(try first.songs.song(of: key)?.partLevels == ["drums": level(mute: true)])
    let second = try bench(in: folder)
    try wait(second)
    hear(0.15, second)
    #expect(second.controller.list.time(of: .undo) == nil)
    second.close()
  }

  @Test func stepsOfOneLevelAreUndoneTogether() throws {
    let bench = try self.bench()
    let songs = bench.controller.songs
    for gain in [-1.0, -2, -3] { _ = songs.change(part: "drums", .gain(Decibels(gain))) }
    #expect(songs.change(part: "drums", .gain(Decibels(-3))) == .stays("drums", level(-3)))
    _ = songs.change(part: "music", .gain(Decibels(2)))
    _ = songs.change(part: "drums", .gain(Decibels(-4)))
    try wait(bench)
    for gain in [-3.0, -3, 0] {
      bench.controller.list.turn(.undo)
      #expect(songs.song.level(of: "drums") == level(gain))
    }
    #expect(songs.song.partLevels.isEmpty && bench.controller.list.time(of: .undo) == nil)
    #expect(Notice.take(.song(.parts(.level("drums", level())))).isUndoable)
    bench.close()
  }

  @Test func songWhoseDrumsCannotBeSeparatedPlaysAsItIs() throws {
    let bench = try self.bench(Maker(result: .success(.refused(.noDrums(.noHits)))))
    let songs = bench.controller.songs
    _ = songs.change(part: "drums", .mute)
    try wait(bench)
    #expect(bench.notices.last == .song(.parts(.refused(.noDrums(.noHits)))))
    // It is not tried again.
    _ = songs.change(part: "drums", .gain(Decibels(-6)))
    #expect(songs.partsState.job == nil && songs.partNames == ["drums"])
    #expect(songs.partsState.known.isEmpty)
    hear(0.2, bench)
    bench.close()
    let without = try self.bench(nil)
    #expect(without.controller.songs.change(part: "drums", .mute) == .unknown("drums", known: []))
    without.close()
    let empty = try TakeBench([])
    #expect(empty.controller.songs.change(part: "drums", .mute) == .noTrack)
    empty.close()
  }

  @Test func fullCacheLeavesTheSongAsItsFile() throws {
    let error = FileError(.noSpace, "/cache/parts", detail: "full")
    let bench = try self.bench(Maker(result: .failure(error)))
    let songs = bench.controller.songs
    _ = songs.change(part: "drums", .mute)
    try wait(bench)
    #expect(bench.notices.last == .song(.parts(.failed(error))))
    // What was written until then is not heard any more.
    #expect(songs.partsState.known.isEmpty && songs.heardParts == nil)
    hear(0.2, bench)
    _ = songs.change(part: "drums", .gain(Decibels(-6)))
    #expect(songs.partsState.job == nil)
    bench.close()
  }

  @Test(arguments: [true, false]) func streamsAndFilesOfServersAreRefused(isFile: Bool) throws {
    let bench = try TakeBench([(name: "http://localhost/a.wav", frames: nil)])
    let songs = bench.controller.songs
    songs.makeParts(by: Maker(), main: calls.mainThread)
    bench.player.model.play()
    if isFile {
      let format = StreamFormat(sampleRate: .standard, channels: 2, length: FrameCount(900_000))
      bench.player.transport.onEvent?(.opened(bench.player.id(0), format))
    }
    #expect(songs.change(part: "drums", .mute) == .isFromNetwork && songs.partNames.isEmpty)
    #expect(songs.setStems(.beside) == .isFromNetwork && songs.setStrength(.gentle) == .isFromNetwork)
    songs.findDrums()
    #expect(bench.notices.last == .song(.drums(.isFromNetwork)))
    #expect(songs.tune(.find) == .key(.isFromNetwork))
    #expect(songs.partsState.job == nil && songs.song == Song())
    bench.close()
  }

  @Test func partsAreAwaitedWhileTheyAreIncompleteAndHaveLevels() throws {
    let bench = try self.bench()
    let (songs, track) = (bench.controller.songs, try #require(bench.controller.playedTrack))
    songs.partsState.job = (track, CancelFlag())
    // The song is heard as its file.
    #expect(!songs.awaitsParts)
    songs.partsState.job = nil
    _ = songs.change(part: "drums", .mute)
    #expect(songs.awaitsParts)
    try wait(bench)
    #expect(!songs.awaitsParts)
    // Those of the former strength are heard until the others come.
    _ = songs.setStrength(.strong)
    #expect(songs.partsState.job != nil && !songs.awaitsParts)
    try wait(bench)
    bench.close()
  }

  @Test func drumsAreSeparatedFromThePositionOnAlsoAfterASeek() throws {
    let bench = try self.bench()
    let (songs, model) = (bench.controller.songs, bench.player.model)
    model.seek(to: 5)
    _ = songs.change(part: "drums", .mute)
    #expect(songs.partsState.heard.value == 5 * 48_000)
    model.seek(to: 10)
    #expect(songs.partsState.heard.value == 10 * 48_000)
    try wait(bench)
    bench.close()
  }

  @Test func strengthIsKeptUndoneAndSeparatesAgain() throws {
    let bench = try self.bench()
    let songs = bench.controller.songs
    #expect(songs.setStrength(.usual) == .strength(.usual, isChanged: false))
    #expect(songs.setStrength(.gentle) == .strength(.gentle, isChanged: true))
    #expect(songs.partsState.job == nil && songs.song.drumStrength == .gentle)
    _ = songs.change(part: "drums", .mute)
    try wait(bench)
    #expect(songs.setStrength(.strong) == .strength(.strong, isChanged: true))
    #expect(songs.partsState.job != nil)
    try wait(bench)
    hear(0.15, bench)
    bench.controller.list.turn(.undo)
    #expect(bench.notices.last == .song(.parts(.strengthTurned(.undo, .gentle))))
    try wait(bench)
    #expect(songs.song.drumStrength == .gentle)
    bench.close()
  }

  // MARK: Stems

  private static func noise(seed: UInt64) -> [Frame] {
    var random = SeededGenerator(seed: seed)
    return (0..<60_000).map { _ in Frame(repeating: .random(in: -0.3...0.3, using: &random)) }
  }

  /// Writes the names of two stems into a folder. Returns the sounds of the track `a` and of them.
  private func stemTracks(in folder: TemporaryFolder) throws -> [String: [Frame]] {
    let (drums, music) = (Self.noise(seed: 1), Self.noise(seed: 2))
    var tracks = ["a": zip(drums, music).map { $0 + $1 }]
    for (name, frames) in [("drums.wav", drums), ("no_drums.wav", music)] {
      try folder.write("", to: name)
      tracks[folder.file(name).shown] = frames
    }
    return tracks
  }

  /// Plays the track `a`.
  ///
  /// - Parameters:
  ///   - searched: the sounds that the search for stems can decode.
  private func stemBench(
    _ tracks: [String: [Frame]], searched: [String: [Frame]], in folder: TemporaryFolder? = nil
  ) throws -> TakeBench {
    let names = tracks.keys.sorted { $0.count < $1.count }
    let bench = try TakeBench(names.map { ($0, tracks[$0]) }, in: folder)
    bench.controller.songs.findStems(
      by: StemSearch(decoders: MemoryDecoders(searched), converters: NoConversion()), main: calls.mainThread)
    try bench.play()
    return bench
  }

  @Test func stemsThatWereFoundAreNotComparedAgainAtTheNextStartUnlessTheyChanged() throws {
    let (folder, store) = (try TemporaryFolder(), try TemporaryFolder())
    let tracks = try stemTracks(in: folder)
    let first = try stemBench(tracks, searched: tracks, in: store)
    _ = first.controller.songs.setStems(.place(folder.path.shown))
    try wait(first)
    let key = try #require(first.controller.list.track.key)
    first.close()
    #expect(try first.songs.song(of: key)?.foundStems?.place == folder.path)
    // Nothing is decoded for the search.
    let second = try stemBench(tracks, searched: [:], in: store)
    try wait(second)
    #expect(second.controller.songs.partNames == ["drums", "no drums"])
    #expect(!second.notices.contains { if case .song(.parts) = $0 { true } else { false } })
    second.close()
    try folder.write("changed", to: "drums.wav")
    let third = try stemBench(tracks, searched: [:], in: store)
    try wait(third)
    guard case .song(.parts(.failed))? = third.notices.last else {
      Issue.record("\(String(describing: third.notices.last))")
      return
    }
    #expect(third.controller.songs.partNames.isEmpty)
    third.close()
  }

  @Test func stemsOfAFolderArePlayedKeptAndUndone() throws {
    let folder = try TemporaryFolder()
    let tracks = try stemTracks(in: folder)
    let bench = try stemBench(tracks, searched: tracks)
    let songs = bench.controller.songs
    #expect(songs.partNames == [])
    #expect(songs.setStems(.off) == .noneToRemove)
    #expect(songs.setStems(.beside) == .searching)
    try wait(bench)
    #expect(bench.notices.last == .song(.parts(.nothingBeside)))
    #expect(songs.setStems(.place(folder.path.shown)) == .searching)
    try wait(bench)
    guard case .song(.parts(.found(let stems)))? = bench.notices.last else {
      Issue.record("\(String(describing: bench.notices.last))")
      return
    }
    #expect(stems.place == folder.path && songs.song.stems == folder.path)
    #expect(songs.partNames == ["drums", "no drums"])
    #expect(songs.change(part: "no drums", .mute) == .level("no drums", level(mute: true)))
    #expect(songs.setStems(.off) == .removed && songs.song.stems == nil)
    bench.controller.list.turn(.undo)
    #expect(bench.notices.last == .song(.parts(.stemsTurned(.undo, folder.path))))
    try wait(bench)
    #expect(songs.partNames == ["drums", "no drums"])
    bench.close()
  }

  @Test func drumsAreSeparatedForTheirLevelAsSoonAsTheStemsAreOff() throws {
    let folder = try TemporaryFolder()
    let tracks = try stemTracks(in: folder)
    let bench = try stemBench(tracks, searched: tracks)
    let songs = bench.controller.songs
    let maker = Maker(result: .success(.refused(.noDrums(.noHits))), half: nil)
    songs.makeParts(by: maker, main: calls.mainThread)
    _ = songs.setStems(.place(folder.path.shown))
    try wait(bench)
    #expect(songs.change(part: "drums", .mute) == .level("drums", level(mute: true)))
    #expect(songs.partsState.job == nil)
    #expect(songs.setStems(.off) == .removed)
    #expect(bench.notices.last == .song(.parts(.separating(percent: nil))))
    try wait(bench)
    #expect(bench.notices.last == .song(.parts(.refused(.noDrums(.noHits)))))
    bench.close()
  }

  @Test func searchThatFindsNoStemsLetsTheSeparationGoOn() throws {
    let (folder, bench) = (try TemporaryFolder(), try self.bench())
    let songs = bench.controller.songs
    songs.findStems(
      by: StemSearch(decoders: MemoryDecoders([:]), converters: NoConversion()), main: calls.mainThread)
    _ = songs.change(part: "drums", .mute)
    #expect(songs.setStems(.place(folder.path.shown)) == .searching)
    try wait(bench)
    #expect(bench.notices.contains(.song(.parts(.noStems(folder.path)))))
    #expect(bench.notices.last == .song(.parts(.separated)))
    #expect(songs.partNames == ["drums", "music"] && songs.song.stems == nil)
    bench.close()
  }

  /// Tracks of a CUE sheet have one path.
  @Test func songOfATakeIsKnownIfItsOwnTrackIsTheCurrentOne() throws {
    let bench = try self.bench()
    let songs = bench.controller.songs
    _ = songs.change(part: "drums", .mute)
    try wait(bench)
    let key = try #require(bench.controller.list.track.key)
    for (key, isKnown) in [(key, true), (TrackKey(high: 1, low: 2), false)] {
      let track = TrackReference(
        key: key, path: FilePath("a"), sampleRate: .standard, frames: FrameCount(900_000))
      let take = Take(id: "t", name: "t", track: track, created: 0)
      #expect(songs.song(of: take) == (isKnown ? songs.song : nil))
    }
    bench.close()
  }

  // MARK: Commands and the mixer

  @Test(arguments: [
    ("part vocals -6", "vocals", SongPartChange.gain(Decibels(-6))),
    ("part lead vocals +2.5 dB", "lead vocals", .gain(Decibels(2.5))),
    ("part no drums mute", "no drums", .mute),
    ("part bass solo", "bass", .solo),
  ]) func levelsOfPartsAreTyped(text: String, name: String, change: SongPartChange) throws {
    #expect(try Command.parse(text) == .request(.part(SongPartCommand(name, change))))
  }

  @Test func stemsAreTyped() throws {
    #expect(try Command.parse("stems") == .request(.stems(.beside)))
    #expect(try Command.parse("stems off") == .request(.stems(.off)))
    #expect(try Command.parse("stems ~/a b") == .request(.stems(.place("~/a b"))))
    for text in ["part", "part vocals", "part -6", "part vocals -61", "part vocals louder"] {
      #expect(throws: CommandError.self) { try Command.parse(text) }
    }
  }

  @Test func partsAreRowsOfTheStripOfTheMusic() throws {
    let bench = try self.bench()
    let catalog = MixCatalog(userFolder: FilePath("/u/mixers"), shippedFolder: nil)
    let mixer = MixerController(
      owner: MixOwner(bench.player.engine.control, catalog) { _, _ in }, model: bench.player.model)
    let plain = mixer.rows(of: .music)
    mixer.songParts = { [songs = bench.controller.songs] in songs.partNames }
    #expect(
      mixer.rows(of: .music)
        == plain.prefix(2) + [.songPart("drums"), .songPart("music")] + plain.dropFirst(2))
    #expect(!mixer.rows(of: .master).contains(.songPart("drums")))
    mixer.choose(.music, row: 2)
    #expect(mixer.songPart == "drums" && mixer.insert == nil)
    mixer.choose(.master, row: 1)
    #expect(mixer.songPart == nil)
    bench.close()
  }
}
