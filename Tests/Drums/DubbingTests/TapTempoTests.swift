import AudioBase
import Dubbing
import SystemBase
import Testing

@Suite struct TapTempoTests {
  @Test func tapsGiveTheTempoAndAPauseRestartsTheCount() {
    var taps = TapTempo()
    let start = HostTime(nanoseconds: 5_000_000_000)
    #expect(taps.tap(at: start) == nil)
    #expect(taps.tap(at: start.advanced(bySeconds: 0.5)) == 120)
    #expect(taps.tap(at: start.advanced(bySeconds: 1.02)) == 117.6)
    #expect(taps.tap(at: start.advanced(bySeconds: 5)) == nil)
    #expect(taps.tap(at: start.advanced(bySeconds: 6)) == 60)
  }

  @Test func gridContinuesEvenlyBeforeAndAfterItsBeat() {
    let grid = BeatGrid(TempoMap(bpm: 120, beats: [50_000]), rate: .standard)
    let beats = grid.hits(before: 120_000)
    #expect(beats.map(\.frame) == [2000, 26_000, 50_000, 74_000, 98_000])
    #expect(beats.map { $0.kind == .accent } == [false, false, true, false, false])
    let even = BeatGrid(bpm: 120, rate: .standard).hits(ofBeats: 0..<4)
    #expect(even.map(\.frame) == [0, 24_000, 48_000, 72_000])
  }

  @Test func onlyAudibleLayersArePlanned() {
    var take = Sample.take()
    take.change(1) { $0.isMuted = true }
    take.change(2) { $0.gain = Decibels(-20) }
    let plan = TakeCompiler.hits(of: take)
    #expect(plan.count == 5 && plan.allSatisfy { abs($0.gain - 0.1) < 1e-6 })
    #expect(plan.map(\.sample) == take.layers[1].hits.samples)
    #expect(TakeCompiler.hits(of: take, knowsSamples: false).allSatisfy { $0.sample == -1 })
  }

  @Test func aFreeTakeKeepsItsTimeAtAnotherRate() {
    var take = Take(id: "a", name: "a", track: nil, created: 0)
    take.rate = SampleRate(44_100)
    take.addLayer(hits: HitColumns([TakeHit(frame: 44_100, pad: 1, velocity: 9, length: 441, sample: 0)]))
    let plan = TakeCompiler.freeHits(of: take, rate: .standard, after: 100)
    #expect(plan.map(\.frame) == [48_100] && plan.map(\.length) == [480])
  }
}
