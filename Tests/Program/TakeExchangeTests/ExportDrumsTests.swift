import AudioBase
import Dubbing
import Synchronization
import SystemBase
import TestSupport
import Testing
import TrackTags

@testable import TakeExchange

/// Exports with another level of the drums of the track, which are separated first.
@Suite struct ExportDrumsTests {
  private static let key = TrackKey(high: 7, low: 97)
  private static let hits = SongHits(
    [SongHit(frame: 12_000, drum: .kick, velocity: 90, certainty: 1)], rate: .standard)

  /// What is asked of the separation, which does not find drums.
  private final class Maker: DrumPartsMaking {
    struct Request: Hashable {
      var key: TrackKey
      var strength: DrumStrength
      var hits: SongHits?
    }

    let requests = Mutex<[Request]>([])

    func cached(_ key: TrackKey, _ strength: DrumStrength) -> DrumPartFile? { nil }

    func make(
      _ track: TrackLocation, _ key: TrackKey, _ strength: DrumStrength, hits: SongHits?,
      heard: () -> Int, isCancelled: () -> Bool, progress: (Double, DrumPartFile?) -> Void
    ) throws(FileError) -> DrumPartsResult {
      requests.withLock { $0.append(Request(key: key, strength: strength, hits: hits)) }
      return .refused(.noDrums(.noHits))
    }
  }

  private struct NoWriters: AudioWriterMaking {
    func makeWriter(
      _ path: FilePath, _ encoding: AudioEncoding, rate: SampleRate, length: FrameCount?, texts: FileTexts
    ) throws(FileError) -> any AudioFileWriter { throw FileError(.unsupported, path.shown) }
  }

  private let folder: TemporaryFolder
  private let songs: SongStore
  private let maker = Maker()

  init() throws {
    folder = try TemporaryFolder()
    songs = SongStore(folder: folder.file("songs"))
  }

  /// Prepares the export of an empty take with a level of the drums, and begins it.
  private func export(_ level: Decibels?) throws -> ExportJob {
    var sources = ExportService.Sources(
      decoders: MemoryDecoders([:]), converters: NoConversion(), writers: NoWriters(),
      meters: { _ throws(FileError) -> any LoudnessMeasuring in throw FileError(.unsupported, "meter") },
      tags: TagWorkerPool(
        WorkerCommand(program: FilePath("/nonexistent/tags"), arguments: []), workers: 1),
      ownKit: nil, kitCache: nil, key: { _ throws(FileError) -> TrackKey in ExportDrumsTests.key },
      files: { _ in [] })
    (sources.songs, sources.drumParts) = (songs, maker)
    let encoding = try #require(AudioEncoding(.wav))
    var options = ExportOptions(path: folder.file("mix.wav"), format: .sound(encoding))
    (options.drums, options.mixer, options.track) = (level, .current, FilePath("a"))
    let track = TrackReference(
      key: Self.key, path: FilePath("a"), sampleRate: .standard, frames: FrameCount(48_000))
    let take = Take(id: "t", name: "t", track: track, tempo: nil, created: 0)
    let levels = TakeExport.Levels()
    return try ExportService(sources, levels: levels).job(take, options, levels: levels)
  }

  @Test func drumsAreSeparatedWithTheStrengthAndTheHitsOfTheSong() throws {
    try songs.change(Self.key) { $0.apply([.drumStrength(.gentle), .drums(Self.hits)]) }
    #expect(throws: ExportError.self) { try export(Decibels(-12)).run() }
    #expect(
      maker.requests.withLock { $0 } == [
        Maker.Request(key: Self.key, strength: .gentle, hits: Self.hits)
      ])
  }

  @Test func aSongThatIsNotKnownHasTheUsualStrength() throws {
    #expect(throws: ExportError.self) { try export(Decibels(-12)).run() }
    #expect(maker.requests.withLock { $0 } == [Maker.Request(key: Self.key, strength: .usual, hits: nil)])
  }

  @Test func atZeroDecibelsNothingIsSeparated() throws {
    for level in [Decibels.unity, nil] {
      #expect(throws: ExportError.self) { try export(level).run() }
    }
    #expect(maker.requests.withLock { $0 }.isEmpty)
  }
}
