import AudioBase
import EngineTestSupport
import Glibc
import SystemBase
import TestSupport
import Testing

@testable import MixEngine
@testable import TrackFeed

/// The end of a track under the beginning of the next.
@Suite struct CrossfadeTests {
  private let delay = 31
  private let length = 4800

  /// The first track on the left side, the second one on the right, so that each is seen by itself.
  private func bench(
    _ crossfade: Double, first: Int = 30_000, second: Int = 30_000, gains: [String: ReplayGain] = [:]
  ) -> EngineBench {
    let bench = EngineBench(
      tracks: [
        "a": [Frame](repeating: Frame(0.5, 0), count: first),
        "b": [Frame](repeating: Frame(0, 0.5), count: second),
      ], gains: gains, crossfade: crossfade)
    bench.load("a", next: "b")
    return bench
  }

  private func render(_ bench: EngineBench, _ count: Int) -> [Frame] {
    bench.waitForMusic(count)
    bench.engine.control.send(.play)
    return Array(bench.device.render(FrameCount(count + delay))[delay...])
  }

  /// Seeks away in the middle of the first track, after the overlap was fed.
  private func jump(_ bench: EngineBench, to name: String, id: UInt64) {
    bench.waitForMusic(55_200)
    bench.engine.control.send(.play)
    _ = bench.device.render(FrameCount(1024))
    bench.engine.control.send(.pause)
    _ = bench.device.render(FrameCount(512))
    bench.load(name, id: id, play: false)
    // The old music is thrown away as blocks are rendered.
    repeat { _ = bench.device.render(FrameCount(256)) } while !isFed(bench)
    bench.engine.control.send(.play)
  }

  private func isFed(_ bench: EngineBench) -> Bool {
    let available = bench.engine.control.stream.frames.reader.available
    return available >= 20_000 && available <= 32_400
  }

  private func starts(_ bench: EngineBench) -> [MusicSegment] {
    bench.events().compactMap { if case .music(let segment) = $0, segment.ratio > 0 { segment } else { nil } }
  }

  @Test func theTracksOverlapAtEqualPower() {
    let bench = bench(0.1)
    let out = render(bench, 55_200)
    let start = 30_000 - length
    #expect(out[..<start].allSatisfy { $0 == Frame(0.5, 0) })
    #expect(out[30_000...].allSatisfy { $0 == Frame(0, 0.5) })
    let powers = out[start..<30_000].map { $0.x * $0.x + $0.y * $0.y }
    #expect(powers.allSatisfy { abs($0 - 0.25) < 1e-5 })
    #expect(out[start + length / 2].x > 0.35 && out[start + length / 2].x < 0.36)
    #expect(out[start].x > 0.499 && out[29_999].y > 0.499)
  }

  @Test func nextTrackBecomesCurrentAtTheFirstFrameOfTheOverlap() {
    let bench = bench(0.1)
    _ = render(bench, 55_200)
    let starts = starts(bench)
    #expect(starts.map(\.stream) == [StreamID(1), StreamID(2)])
    #expect(starts.last?.outputFrame == 30_000 - length + delay && starts.last?.trackFrame == 0)
  }

  @Test(arguments: [(0.0, 30_000, 30_000), (0.4, 30_000, 60_000), (0.4, 60_000, 30_000)])
  func withoutACrossfadeOrWithShortTracksTheJoinIsExact(seconds: Double, first: Int, second: Int) {
    let bench = bench(seconds, first: first, second: second)
    let out = render(bench, first + second)
    #expect(out[..<first].allSatisfy { $0 == Frame(0.5, 0) })
    #expect(out[first..<60_000].allSatisfy { $0 == Frame(0, 0.5) })
  }

  @Test func seekNearTheEndOverlapsTheRestWithoutAFadeIn() {
    let engine = AudioEngine(sampleRate: .standard, program: PadProgram(pads: []))
    let tracks = [
      "a": [Frame](repeating: Frame(0.5, 0), count: 30_000),
      "b": [Frame](repeating: Frame(0, 0.5), count: 30_000),
    ]
    let filler = StreamFiller(
      engine: engine.control, decoders: MemoryDecoders(tracks), converters: NoConversion(),
      crossfade: 0.1
    ) { _ in }
    let item = { StreamItem(id: StreamID($0), location: TrackLocation(path: FilePath($1))) }
    filler.handle(.load(item(1, "a"), at: 0.575, generation: 1))
    filler.handle(.setNext(item(2, "b"), after: StreamID(1)))
    while filler.fill() == .more {}
    let ring = engine.control.stream.frames.reader
    #expect(ring.available == 30_000)
    #expect(ring.peek(0).x > 0.499)
    // 2400 frames are left: in their middle both are alike.
    #expect(abs(ring.peek(1200).x - ring.peek(1200).y) < 0.001)
    #expect(ring.peek(2400) == Frame(0, 0.5))
  }

  @Test func changedCrossfadeAppliesToTheNextJoin() {
    // The ring has room for two seconds: the third track is joined after the change.
    let long = 150_000
    let bench = EngineBench(tracks: [
      "a": [Frame](repeating: Frame(0.5, 0), count: long),
      "b": [Frame](repeating: Frame(0, 0.5), count: long),
    ])
    bench.load("a", next: "b")
    bench.waitForMusic(60_000)
    bench.setCrossfade(0.1)
    bench.engine.control.send(.play)
    var out: [Frame] = []
    while out.count < 200_000 {
      bench.waitForMusic(4_096)
      out += bench.device.render(FrameCount(4_096))
    }
    let overlap = out.filter { $0.x > 0 && $0.y > 0 }.count
    #expect(abs(overlap - length) < 8, "\(overlap)")
    #expect(starts(bench).last?.outputFrame == long - length + delay)
  }

  @Test func overlappingTracksKeepTheGainsOfEach() {
    let half = ReplayGain.Level(Decibels(20 * log10(0.5)))
    let bench = EngineBench(
      tracks: [
        "a": [Frame](repeating: Frame(0.5, 0), count: 30_000),
        "b": [Frame](repeating: Frame(0, 0.5), count: 30_000),
      ], gains: ["b": ReplayGain(track: half)], crossfade: 0.1)
    bench.engine.control.evenLoudness(by: .track)
    bench.load("a", next: "b")
    let out = render(bench, 55_200)
    #expect(abs(out[30_000 - length].x - 0.5) < 0.001)
    #expect(abs(out[30_000 - length / 2].x - 0.3536) < 0.001)
    #expect(abs(out[30_000 - length / 2].y - 0.1768) < 0.001)
    #expect(abs(out[30_000].y - 0.25) < 1e-5)
  }

  @Test func aJumpEndsTheOverlap() {
    let bench = bench(0.1)
    jump(bench, to: "b", id: 3)
    #expect(bench.device.render(FrameCount(8192))[(delay + 200)...].allSatisfy { $0 == Frame(0, 0.5) })
  }
}
