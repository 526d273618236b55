import EngineTestSupport
import Testing

@testable import MixEngine

@Suite struct PlannedSpeedTests {
  @Test(arguments: [0.5, 1.5, 2])
  func plannedHitsAtChangedSpeedsAreStruckOnceOnTheExactFrame(_ speed: Double) throws {
    let frames = Array(stride(from: 20_000, to: 300_000, by: 1013))
    let bench = SpeedBench(["a": Bursts.frames(400_000, at: [])])
    let plan = HitSequence(frames.map { PlannedHit(frame: $0, pad: 1) })
    bench.bench.engine.control.setPads(PadProgram(pads: [.sample([0])]))
    bench.bench.engine.control.setSequences([(StreamID(1), plan)])
    bench.bench.load("a")
    bench.bench.waitForMusic(48_000)
    var events: [EngineEvent] = []
    var timeline = Timeline()
    bench.onEvent = { event in
      events.append(event)
      timeline.apply(event)
    }
    try bench.render(40_960)
    for change in [speed, 1, speed] {
      bench.speed = change
      try bench.render(61_440)
    }
    var last = 0
    var struck: [Int] = []
    for case .hit(let hit) in events {
      let position = try #require(timeline.position(atOutputFrame: hit.outputFrame))
      let nearest = try #require(frames.min { abs($0 - position.trackFrame) < abs($1 - position.trackFrame) })
      #expect(abs(nearest - position.trackFrame) <= 3, "\(hit.outputFrame)")
      struck.append(nearest)
      last = position.trackFrame
    }
    #expect(struck == frames.filter { $0 <= last + 3 } && struck.count > 100)
  }
}
