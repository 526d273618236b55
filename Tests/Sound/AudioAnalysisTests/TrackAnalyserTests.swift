import AudioBase
import Synchronization
import SystemBase
import TestSupport
import Testing

@testable import AudioAnalysis

@Suite struct TrackAnalyserTests {
  /// Counts how often a track is opened.
  private final class CountedDecoders: DecoderOpening {
    let frames: [Frame]
    let opened = Mutex(0)

    init(_ frames: [Frame]) { self.frames = frames }

    func open(_ path: FilePath) throws(FileError) -> sending any AudioDecoder {
      opened.withLock { $0 += 1 }
      return MemoryDecoder(frames: frames)
    }
  }

  private static let track = TrackLocation(path: FilePath("track"))

  @Test func allFindingsOfOneDecodingAreThoseOfTheSingleSearches() throws {
    let frames = HitMixture(seconds: 20).samples.map { Frame(repeating: $0) }
    let decoders = CountedDecoders(frames)
    let converters = NoConversion()
    let analyser = TrackAnalyser(decoders: decoders, converters: converters)
    let found = try #require(try analyser.analyse(Self.track, for: Set(TrackFinding.allCases)))
    #expect(decoders.opened.withLock { $0 } == 1)
    let beats = try analyser.analyse(Self.track, withDrums: false)
    #expect(found.beats == beats.beats && found.key == beats.key && beats.drums == nil)
    #expect(try found.beats == BeatSearch(decoders: decoders).find(in: Self.track))
    #expect(try found.drums == HitSearch(decoders: decoders).find(in: Self.track))
    #expect(
      try found.signature
        == TrackSigner(decoders: decoders, converters: converters).signature(of: Self.track))
    #expect(found.signature?.excerpts.isEmpty == false)
  }

  @Test func songIsAnalysedWithItsDrumsInOneDecoding() throws {
    let decoders = CountedDecoders(HitMixture(seconds: 20).samples.map { Frame(repeating: $0) })
    let analyser = TrackAnalyser(decoders: decoders)
    let found = try analyser.analyse(Self.track, withDrums: true)
    #expect(decoders.opened.withLock { $0 } == 1)
    let single = try analyser.analyse(Self.track, withDrums: false)
    #expect(found.beats == single.beats && found.key == single.key)
    #expect(try found.drums == HitSearch(decoders: decoders).find(in: Self.track))
    let cancelled = try analyser.analyse(Self.track, withDrums: true, isCancelled: { true })
    #expect(cancelled == SongAnalysis(beats: .cancelled, key: nil, drums: .cancelled))
  }

  @Test func onlyWhatIsWantedIsFoundAndACancelledAnalysisHasNothing() throws {
    let frames = HitMixture(seconds: 6).samples.map { Frame(repeating: $0) }
    let analyser = TrackAnalyser(decoders: CountedDecoders(frames))
    let found = try #require(try analyser.analyse(Self.track, for: [.beats, .signature]))
    #expect(found.beats != nil && found.key == nil && found.drums == nil && found.signature == nil)
    var parts = 0
    let cancelled = try analyser.analyse(
      Self.track, for: [.drums], isCancelled: { parts == 2 }, progress: { _ in parts += 1 })
    #expect(cancelled == nil && parts == 2)
  }
}
