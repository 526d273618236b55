import AudioBase
import Dubbing
import Studio
import SystemBase
import TakeExchange
import TestSupport
import Testing
import TrackTags

/// Exports of takes in the parts of their song, from the player and without it.
@Suite struct SongPartExportTests {
  /// Separates drums at once: the file is one of the test.
  private struct Maker: DrumPartsMaking {
    var result = DrumPartsResult.parts(DrumPartFile(path: FilePath("d"), frames: 60_000))

    func cached(_ key: TrackKey, _ strength: DrumStrength) -> DrumPartFile? { nil }

    func make(
      _ track: TrackLocation, _ key: TrackKey, _ strength: DrumStrength, hits: SongHits?,
      heard: () -> Int, isCancelled: () -> Bool, progress: (Double, DrumPartFile?) -> Void
    ) throws(FileError) -> DrumPartsResult { result }
  }

  private static let key = TrackKey(high: 7, low: 97)
  private static let drums = noise(seed: 1)
  private static let rest = noise(seed: 2)
  private static let music = zip(drums, rest).map { $0 + $1 }

  private static func noise(seed: UInt64) -> [Frame] {
    var random = SeededGenerator(seed: seed)
    return (0..<60_000).map { _ in Frame(repeating: .random(in: -0.15...0.15, using: &random)) }
  }

  private let folder: TemporaryFolder
  private let files = MemoryFiles(SongPartExportTests.music)
  private let songs: SongStore
  private var maker = Maker()

  init() throws {
    folder = try TemporaryFolder()
    songs = SongStore(folder: folder.file("songs"))
    files.set(Self.drums, at: FilePath("d"))
  }

  private var service: ExportService {
    var sources = ExportService.Sources(
      decoders: files, converters: NoConversion(), writers: files,
      meters: { _ throws(FileError) -> any LoudnessMeasuring in throw FileError(.unsupported, "meter") },
      tags: TagWorkerPool(
        WorkerCommand(program: FilePath("/nonexistent/tags"), arguments: []), workers: 1),
      ownKit: nil, kitCache: nil, key: { _ throws(FileError) -> TrackKey in Self.key }, files: { _ in [] })
    (sources.songs, sources.drumParts) = (songs, maker)
    sources.stems = StemSearch(decoders: files, converters: NoConversion())
    return ExportService(sources, levels: TakeExport.Levels())
  }

  /// A take with a mixer, lanes, and levels of parts of its song.
  private func take(_ lanes: [Lane] = [], _ levels: [String: SongPartLevel] = [:]) -> Take {
    let track = TrackReference(
      key: Self.key, path: FilePath("a"), sampleRate: .standard, frames: FrameCount(60_000))
    var take = Take(id: "t1", name: "take 1", track: track, created: 0)
    take.ownMixer = TakeMixer(MixGraph(), songParts: levels)
    take.setLanes(lanes)
    return take
  }

  private func lane(_ address: String, _ points: KeyValuePairs<Int, Double>) -> Lane {
    Lane(Lane.ID(address), points.map { Lane.Point($0.key, $0.value) })
  }

  private func level(_ decibels: Double) -> SongPartLevel { SongPartLevel(gain: Decibels(decibels)) }

  /// Exports a take.
  ///
  /// - Parameter song: what the player has; nil: no player exports.
  private func export(
    _ take: Take, _ song: Song? = nil, change: (inout ExportOptions) -> Void = { _ in }
  ) throws -> (frames: [Frame], shortfalls: [ExportShortfall], notices: [ExportNotice]) {
    let encoding = try #require(AudioEncoding(.wav, samples: .float))
    var options = ExportOptions(path: folder.file("mix.wav"), format: .sound(encoding))
    (options.track, options.replaces, options.parts) = (FilePath("a"), true, .ofSong(song))
    change(&options)
    let job = try service.job(take, options, levels: song == nil ? nil : TakeExport.Levels())
    let result = try job.run()
    #expect(result.problem == nil)
    return (files.latest, result.shortfalls, job.notices)
  }

  private func difference(_ one: some Sequence<Frame>, _ other: some Sequence<Frame>) -> Float {
    zip(one, other).map { max(abs($0.x - $1.x), abs($0.y - $1.y)) }.max() ?? 1
  }

  private func store(_ edits: [SongEdit]) throws -> Song { try songs.change(Self.key) { $0.apply(edits) } }

  // MARK: The same with and without the player

  @Test func exportWithoutThePlayerIsThatOfThePlayer() throws {
    let song = try store([.part("drums", SongPartLevel(isMuted: true))])
    let take = self.take([lane("song/drums/mute", [12_000: 1, 36_000: 0])], ["music": level(-6)])
    let player = try export(take, song)
    let command = try export(take)
    #expect(player.frames == command.frames && player.frames.count == 60_000)
    #expect(player.shortfalls.isEmpty && command.shortfalls.isEmpty)
    #expect(player.notices.isEmpty && command.notices.isEmpty)
    // The music has the level of the take, and the drums follow the lane.
    let half = Decibels(-6).factor
    let expected = (0..<60_000).map { index in
      let rest = Self.rest[index] * half
      return (12_480...36_000).contains(index) ? rest : rest + Self.drums[index]
    }
    for range in [0..<12_000, 12_480..<36_000, 36_480..<60_000] {
      #expect(difference(command.frames[range], expected[range]) < 1e-6)
    }
  }

  @Test func currentMixerHasTheLevelsOfTheSong() throws {
    let song = try store([.part("drums", SongPartLevel(isMuted: true))])
    let take = self.take()
    #expect(difference(try export(take).frames, Self.music) == 0)
    let player = try export(take, song) { $0.mixer = .current }
    let command = try export(take) { $0.mixer = .current }
    #expect(player.frames == command.frames && difference(command.frames, Self.rest) < 1e-6)
    // A take of a program that stored no mixer has none of its own.
    var dry = take
    dry.ownMixer = TakeMixer()
    #expect(try export(dry).frames == command.frames)
  }

  @Test func stemsOfTheSongAreItsParts() throws {
    for (name, frames) in [("drums.wav", Self.drums), ("no_drums.wav", Self.rest)] {
      try folder.write("", to: name)
      files.set(frames, at: folder.file(name))
    }
    let song = try store([.stems(folder.path)])
    let take = self.take([lane("song/no drums/mute", [0: 1])])
    let player = try export(take, song)
    let command = try export(take)
    #expect(player.frames == command.frames && command.shortfalls.isEmpty)
    #expect(difference(command.frames, Self.drums) < 1e-6)
  }

  @Test func levelOfTheDrumsIsAddedToThatOfTheTake() throws {
    let command = try export(take([], ["drums": level(-6)])) { $0.drums = Decibels(-12) }
    let expected = zip(Self.rest, Self.drums).map { $0 + $1 * Decibels(-18).factor }
    #expect(command.frames.count == 60_000 && difference(command.frames, expected) < 1e-6)
    #expect(try export(take()) { $0.drums = .unity }.frames == Self.music)
  }

  // MARK: Parts that are missing

  @Test func partThatTheSongLacksIsNamed() throws {
    let lanes = [lane("song/vocals/gain", [0: -6]), lane("music/echo/time", [0: 1])]
    let export = try self.export(take(lanes, ["drums": level(-6)]))
    #expect(export.shortfalls == [.parts(["vocals"], .unknown(known: ["drums", "music"]))])
    #expect(export.notices == [.lanesUnknown(take: "take 1", ["music/echo/time"])])
    let expected = zip(Self.rest, Self.drums).map { $0 + $1 * Decibels(-6).factor }
    #expect(difference(export.frames, expected) < 1e-6)
    let alone = try self.export(take([lane("song/vocals/gain", [0: -6])]))
    #expect(alone.shortfalls == [.parts(["vocals"], .unknown(known: []))] && alone.frames == Self.music)
  }

  @Test func drumsThatCannotBeSeparatedAreNamed() throws {
    var tests = self
    tests.maker.result = .refused(.noDrums(.noHits))
    let export = try tests.export(take([], ["drums": level(-6)]))
    #expect(export.shortfalls == [.parts(["drums"], .refused(.noDrums(.noHits)))])
    #expect(export.frames == Self.music)
    #expect(throws: ExportError.noDrumParts(.noDrums(.noHits), FilePath("a"))) {
      try tests.export(take()) { $0.drums = Decibels(-6) }
    }
  }

  @Test func stemsThatAreGoneAreNamed() throws {
    let gone = folder.file("gone")
    _ = try store([.stems(gone)])
    let export = try self.export(take([], ["drums": level(-6)]))
    guard case .parts(["drums"], .failed(let error))? = export.shortfalls.first else {
      Issue.record("\(export.shortfalls)")
      return
    }
    #expect(error.code == .notFound && export.frames == Self.music)
  }

  @Test func levelOfTheDrumsAloneNeedsNoStems() throws {
    _ = try store([.stems(folder.file("gone"))])
    let export = try self.export(take()) { $0.drums = Decibels(-12) }
    let expected = zip(Self.rest, Self.drums).map { $0 + $1 * Decibels(-12).factor }
    #expect(export.shortfalls.isEmpty && difference(export.frames, expected) < 1e-6)
  }
}
