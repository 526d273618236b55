import AudioBase
import SystemBase
import Testing

@testable import Dubbing

/// The figures of practice against a simulated player with known errors.
@Suite struct HitTimingTests {
  private static let rate = SampleRate(48_000)
  private static let grid = BeatGrid(TempoMap(bpm: 100, beats: [12_000]), rate: rate)

  /// A take whose hit with a number is at a beat of the grid, moved by seconds.
  private func take(_ hits: [(pad: Int, beat: Double, late: Double)]) -> Take {
    var take = Take(id: "t", name: "t", track: nil, created: 0)
    take.rate = Self.rate
    take.addLayer(
      hits: HitColumns(
        hits.map { hit in
          let frame = 12_000 + (hit.beat * 0.6 + hit.late) * 48_000
          return TakeHit(frame: Int(frame.rounded()), pad: hit.pad, velocity: 100, sample: TakeHit.anySample)
        }))
    return take
  }

  @Test func meanSpreadAndDriftAreThoseOfThePlayer() {
    var random = SeededGenerator(seed: 7)
    // 12 ms early in the mean, 5 ms later after each minute, within 4 ms.
    let hits = (0..<800).map { index in
      let beat = Double(index) / 4
      let late = -0.012 + 0.005 * beat * 0.6 / 60 + Double.random(in: -0.004...0.004, using: &random)
      return (pad: 1, beat: beat, late: late)
    }
    let timing = HitTiming(take(hits), grid: Self.grid, division: 4)
    let mean = hits.reduce(0) { $0 + $1.late } / 800
    #expect(timing.all.hits == 800)
    #expect(abs(timing.all.mean - mean) < 0.0001 && abs(timing.drift - 0.005) < 0.001)
    #expect(abs(timing.all.spread - 0.0037) < 0.001)
  }

  @Test func padsAndPlacesOfTheBarHaveTheirOwnFigures() throws {
    let hits = (0..<32).flatMap { beat in
      [(pad: 1, beat: Double(beat), late: 0.012), (pad: 2, beat: Double(beat) + 0.5, late: -0.022)]
    }
    let timing = HitTiming(take(hits), grid: Self.grid, division: 4)
    #expect(Set(timing.pads.keys) == [1, 2] && Set(timing.places.keys) == [0, 2, 4, 6, 8, 10, 12, 14])
    #expect(abs(try #require(timing.pads[1]).mean - 0.012) < 0.0001)
    #expect(abs(try #require(timing.pads[2]).mean + 0.022) < 0.0001)
    #expect(abs(try #require(timing.places[4]).mean - 0.012) < 0.0001)
    #expect(try #require(timing.places[14]).hits == 8)
    #expect(timing.histogram.reduce(0, +) == 64 && timing.histogram[11] == 32)
    #expect(abs(try #require(timing.steps).upperBound - 0.15) < 0.0001)
  }

  /// A beat takes 600 ms, a sixteenth 150 ms.
  @Test func hitUpToHalfAStepAwayBelongsToTheNearestPlace() throws {
    let beats = HitTiming(take([(1, 0, 0.07), (1, 1, 0.29), (1, 2, -0.29)]), grid: Self.grid, division: 1)
    #expect(beats.all.hits == 3 && abs(beats.all.mean - 0.07 / 3) < 0.0001)
    #expect(beats.histogram.indices.filter { beats.histogram[$0] > 0 } == [0, 12, 19])
    let sixteenths = HitTiming(take([(1, 0, 0.07), (1, 1, 0.08)]), grid: Self.grid, division: 4)
    #expect(abs(try #require(sixteenths.places[0]).mean - 0.07) < 0.0001)
    #expect(abs(try #require(sixteenths.places[5]).mean + 0.07) < 0.0001)
  }

  @Test func mutedLayersDoNotCount() {
    var take = take([(1, 0, 0)])
    take.change(1) { $0.isMuted = true }
    #expect(HitTiming(take, grid: Self.grid, division: 4).all == HitTiming.Figures())
  }

  @Test func hitsAreComparedWithAChangingTempo() {
    let map = TempoMap(bpm: 100, beats: [0, 24_000, 50_000, 78_000, 108_000])
    var take = Take(id: "t", name: "t", track: nil, created: 0)
    take.rate = Self.rate
    let frames = map.beats + [37_000, 64_000]
    take.addLayer(
      hits: HitColumns(
        frames.map { TakeHit(frame: $0 + 96, pad: 3, velocity: 90, sample: TakeHit.anySample) }))
    let timing = HitTiming(take, grid: BeatGrid(map, rate: Self.rate), division: 2)
    #expect(timing.all.hits == 7 && abs(timing.all.mean - 0.002) < 0.0001 && timing.all.spread < 0.0001)
  }
}
