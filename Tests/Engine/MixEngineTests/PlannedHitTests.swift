import AudioBase
import EngineTestSupport
import MixEngine
import SystemBase
import TestSupport
import Testing
import TrackFeed

/// Hits that are planned by frames of a track. The pads are silent, so each frame of the output encodes its position in
/// the track.
@Suite struct PlannedHitTests {
  private static let silent = [PadProgram.Pad.sample([0])]

  private func sequence(_ frames: [Int]) -> HitSequence {
    HitSequence(frames.map { PlannedHit(frame: $0, pad: 1) })
  }

  /// What was struck, and with which frame of its track.
  private func struck(_ events: [EngineEvent], _ output: [Frame]) -> [Int] {
    events.compactMap { event in
      guard case .hit(let hit) = event, hit.isPlanned, output.indices.contains(hit.outputFrame) else {
        return nil
      }
      return Ramp.place(output[hit.outputFrame])
    }
  }

  @Test func tenThousandHitsLandOnTheirFrames() {
    var random = SeededGenerator(seed: 3)
    let frames = Set((0..<10_000).map { _ in Int.random(in: 200...600_000, using: &random) }).sorted()
    let bench = EngineBench(pads: Self.silent, tracks: ["a": Ramp.frames(700_000)])
    bench.engine.control.setSequences([(StreamID(1), sequence(frames.shuffled(using: &random)))])
    bench.load("a")
    var output: [Frame] = []
    var events: [EngineEvent] = []
    while output.count < 650_000 {
      bench.waitForMusic(min(4096, 700_000 - output.count))
      output += bench.device.render(FrameCount(.random(in: 1...3000, using: &random)))
      events += bench.events()
    }
    let places = output.map(Ramp.place)
    #expect(struck(events, output) == frames)
    #expect(places.contains(600_000) && bench.engine.control.lateHits == 0)
  }

  @Test func plannedHitsWithoutRoomAreCounted() {
    let bench = EngineBench(pads: Self.silent, tracks: ["a": Ramp.frames(60_000)])
    bench.engine.control.setSequences([(StreamID(1), sequence([Int](repeating: 10, count: 600)))])
    bench.load("a")
    bench.waitForMusic(20_000)
    _ = bench.device.render(FrameCount(2048))
    #expect(bench.engine.control.lostPlanned == 88 && bench.engine.control.lateHits == 0)
    #expect(bench.hits().count == 512)
  }

  @Test func seekStrikesOnlyTheHitsOfHeardFrames() {
    let frames = Array(stride(from: 100, to: 400_000, by: 97))
    let bench = EngineBench(pads: Self.silent, tracks: ["a": Ramp.frames(400_000)])
    bench.engine.control.setSequences([(StreamID(1), sequence(frames))])
    bench.load("a")
    bench.waitForMusic(20_000)
    var output = bench.device.render(FrameCount(20_000))
    bench.load("a", at: 5)
    // The audio thread throws the old music away before the new can come.
    while Ramp.place(output[output.count - 1]) < 240_000 && output.count < 2_000_000 {
      output += bench.device.render(FrameCount(256))
    }
    bench.waitForMusic(20_000)
    output += bench.device.render(FrameCount(15_000))
    let places = struck(bench.events(), output)
    let heard = Set(output.map(Ramp.place))
    // The sound that fades out at the seek is mixed in, so its frames cannot be identified.
    let sure = places.filter { frames.contains($0) }
    #expect(places.count - sure.count <= 2)
    #expect(Set(sure).isSuperset(of: frames.filter { heard.contains($0) && $0 > 240_200 }))
    #expect(sure.filter { $0 > 19_900 && $0 < 240_000 }.count <= 2)
  }

  @Test func aJoinedTrackHasItsOwnPlan() {
    let bench = EngineBench(
      pads: Self.silent, tracks: ["a": Ramp.frames(30_000), "b": Ramp.frames(60_000)])
    bench.engine.control.setSequences([
      (StreamID(1), sequence([29_999])), (StreamID(2), sequence([0, 1, 500])),
    ])
    bench.load("a")
    bench.setNext("b", id: 2, after: 1)
    bench.waitForMusic(40_000)
    let output = bench.device.render(FrameCount(35_000))
    #expect(struck(bench.events(), output) == [29_999, 0, 1, 500])
  }

  @Test func repeatedRangeHasNoGapAndRepeatsThePlannedHits() {
    let bench = EngineBench(pads: Self.silent, tracks: ["a": Ramp.frames(100_000)])
    bench.engine.control.setSequences([(StreamID(1), sequence([5000, 9999, 10_000]))])
    bench.loop(StreamLoop(stream: StreamID(1), frames: 5000..<10_000))
    bench.load("a")
    bench.waitForMusic(60_000)
    let output = bench.device.render(FrameCount(25_000))
    let delay = bench.engine.control.lookAhead.value
    let places = output.dropFirst(delay).prefix(20_000).map(Ramp.place)
    let expected = Array(0..<10_000) + Array(5000..<10_000) + Array(5000..<10_000)
    // The last 5 ms of a round go over into the next.
    let differing = zip(places, expected).enumerated().filter { $1.0 != $1.1 }.map { expected[$0.offset] }
    #expect(differing.allSatisfy { $0 >= 9760 })
    let struck = bench.events().compactMap { event -> Int? in
      guard case .hit(let hit) = event, hit.outputFrame - delay < expected.count else { return nil }
      return expected[hit.outputFrame - delay]
    }
    #expect(struck == [5000, 9999, 5000, 9999, 5000, 9999])
  }

  @Test func theSampleAndTheGainAreThoseOfThePlan() {
    let layers = PadProgram.Layer(
      samples: [0.1, 0.2, 0.3].map { value in
        PCMBuffer(frames: [Frame(repeating: value)], sampleRate: .standard)
      })
    let bench = EngineBench(pads: [PadProgram.Pad(layers: [layers])])
    let sequence = HitSequence([
      PlannedHit(frame: 0, pad: 1, sample: 2), PlannedHit(frame: 10, pad: 1, sample: 0),
      PlannedHit(frame: 20, pad: 1, sample: 1, gain: 0.5),
    ])
    bench.engine.control.startFree(sequence)
    let output = bench.device.render(FrameCount(512))
    let start = bench.engine.control.lookAhead.value
    for (frame, value) in [(0, Float(0.3)), (10, 0.1), (20, 0.1)] {
      #expect(abs(output[start + frame].x - value) < 1e-6)
    }
  }

  @Test func musicBeginsOnTheVeryFrameAfterTheCountIn() {
    let bench = EngineBench(tracks: ["a": Ramp.frames(100_000)])
    bench.load("a", play: false)
    bench.waitForMusic(10_000)
    _ = bench.device.render(FrameCount(512))
    bench.engine.control.startFree(HitSequence([]), musicAfter: FrameCount(12_345))
    let output = bench.device.render(FrameCount(14_000))
    let begins = bench.events().compactMap { event in
      if case .freeBegan(_, let frame) = event { frame } else { nil }
    }
    #expect(begins == [512 + bench.engine.control.lookAhead.value])
    let first = output.firstIndex { Ramp.place($0) == 0 }
    #expect(first == bench.engine.control.lookAhead.value + 12_345)
  }

  @Test func aPlanAndItsMusicBeginWithTheNextHit() throws {
    let bench = EngineBench(pads: Self.silent, tracks: ["a": Ramp.frames(100_000)])
    bench.load("a", play: false)
    bench.waitForMusic(10_000)
    bench.engine.control.startFree(
      HitSequence([PlannedHit(frame: 700, pad: 1)]), musicAfter: .zero, hitsSince: bench.device.now)
    _ = bench.device.render(FrameCount(5000))
    #expect(bench.events().allSatisfy { if case .freeBegan = $0 { false } else { true } })
    bench.strike(1, atFrame: 100)
    let output = bench.device.render(FrameCount(4000))
    let events = bench.events()
    let hits = events.compactMap { if case .hit(let hit) = $0 { hit } else { nil } }
    let began = events.compactMap { if case .freeBegan(_, let frame) = $0 { frame } else { nil } }
    let first = try #require(hits.first).outputFrame
    #expect(began == [first])
    #expect(hits.map(\.outputFrame) == [first, first + 700] && hits.map(\.isPlanned) == [false, true])
    #expect(output.firstIndex { Ramp.place($0) == 0 } == first - 5000)
  }

  /// The command of the main thread may come later than a hit that was struck after its key.
  @Test func planBeginsAtOnceIfAHitWasStruckAfterItsTime() throws {
    for (delay, isOnce) in [(0, true), (100, true), (-1, false)] {
      let bench = EngineBench(pads: Self.silent)
      bench.strike(1, atFrame: 200)
      let command = bench.device.now.advanced(bySeconds: FrameCount(200 - delay).seconds(at: .standard))
      _ = bench.device.render(FrameCount(1024))
      bench.engine.control.startFree(HitSequence([]), hitsSince: command)
      _ = bench.device.render(FrameCount(512))
      let began = bench.events().compactMap { if case .freeBegan(_, let frame) = $0 { frame } else { nil } }
      #expect(began == (isOnce ? [1024 + bench.engine.control.lookAhead.value] : []))
    }
  }

  private func places(_ bench: EngineBench, _ count: Int) -> [Int] {
    _ = bench.device.render(FrameCount(count), block: FrameCount(311))
    return bench.hits().map { $0.outputFrame - bench.engine.control.lookAhead.value }
  }

  @Test func freeSequenceWithAPeriodRepeatsAfterItsLead() {
    let bench = EngineBench(pads: Self.silent)
    let hits = [100, 1000, 2500, 9000].map { PlannedHit(frame: $0, pad: 1) }
    bench.engine.control.startFree(HitSequence(hits, lead: 500, period: 3000))
    #expect(places(bench, 9000) == [100, 1000, 2500, 4000, 5500, 7000, 8500])
  }

  @Test func replacedFreeSequenceKeepsItsBeginningUnlessItIsMoved() {
    let bench = EngineBench(pads: Self.silent)
    bench.engine.control.startFree(HitSequence([PlannedHit(frame: 5000, pad: 1)]))
    #expect(places(bench, 1000).isEmpty)
    bench.engine.control.replaceFree(HitSequence([PlannedHit(frame: 3000, pad: 1)]))
    #expect(places(bench, 3000) == [3000])
    bench.engine.control.replaceFree(HitSequence([PlannedHit(frame: 1500, pad: 1)]), movedBy: 3000)
    #expect(places(bench, 1000) == [4500])
  }

  @Test func beatsThatHaveBegunBeforeAreHeardFromTheirNextOne() {
    let bench = EngineBench()
    _ = bench.device.render(FrameCount(1000), block: FrameCount(500))
    bench.engine.control.startBeats(
      HitSequence([PlannedHit(frame: 0, kind: .beat)], period: 3000), at: bench.engine.control.lookAhead.value
    )
    let output = bench.device.render(FrameCount(2500), block: FrameCount(500))
    // A sine begins with a zero.
    #expect(output.firstIndex { $0 != .zero } == bench.engine.control.lookAhead.value + 2001)
  }

  @Test func beatsAreInTheMixButNoHits() {
    let bench = EngineBench()
    bench.engine.control.startFree(
      HitSequence([PlannedHit(frame: 100, kind: .accent), PlannedHit(frame: 5000, kind: .beat)]))
    let output = bench.device.render(FrameCount(8000))
    let start = bench.engine.control.lookAhead.value
    #expect(output[..<(start + 100)].allSatisfy { $0 == .zero })
    #expect(output[(start + 100)..<(start + 200)].contains { abs($0.x) > 0.1 })
    #expect(output[(start + 4000)..<(start + 5000)].allSatisfy { $0 == .zero })
    #expect(output[(start + 5000)..<(start + 5100)].contains { abs($0.x) > 0.1 })
    #expect(bench.hits().isEmpty && bench.engine.control.soundingPads.isEmpty)
  }
}
