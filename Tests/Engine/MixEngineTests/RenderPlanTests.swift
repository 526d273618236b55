import AudioBase
import EngineTestSupport
import Glibc
import TestSupport
import Testing

@testable import MixEngine

/// Plans of buses and units: their sound, their latency, and their replacement.
@Suite struct RenderPlanTests {
  private let delay = FrameCount(100)

  private func pads() -> [PadProgram.Pad] {
    [
      .sample([0.5, 0.25, -0.5]), .sample([0.125, 0.25, 0.5]), .sample([Float](repeating: 0.1, count: 9000)),
    ]
  }

  @Test func latencyIsTheSumAlongTheLongestPath() {
    let engine = AudioEngine(sampleRate: .standard)
    let limiter = engine.control.lookAhead
    #expect(limiter == FrameCount(31))
    var chains = engine.control.standardChains
    chains.music.append(DelayUnit(FrameCount(40)))
    #expect(RenderPlan(chains).latency == FrameCount(71))
    chains.padBuses[2] = [DelayUnit(FrameCount(30))]
    #expect(RenderPlan(chains).latency == FrameCount(71))
    chains.pads.append(DelayUnit(FrameCount(20)))
    #expect(RenderPlan(chains).latency == FrameCount(81))
    chains.master.append(DelayUnit(FrameCount(5)))
    #expect(RenderPlan(chains).latency == FrameCount(86))
    engine.control.setChains(chains)
    #expect(engine.control.lookAhead == FrameCount(86))
    let period = FrameCount(256)
    let expected = 0.0003 + FrameCount(256 + 86).seconds(at: .standard)
    #expect(abs(engine.control.hitLatency(period: period) - expected) < 1e-9)
  }

  @Test func unitOfOnePadBusDoesNotChangeOtherPads() {
    let (plain, panned) = (EngineBench(pads: pads()), EngineBench(pads: pads()))
    var chains = panned.engine.control.standardChains
    chains.padBuses[1] = [PanUnit(-1)]
    panned.engine.control.setChains(chains)
    let outs = [plain, panned].map { bench in
      bench.strike(1, atFrame: 10)
      bench.strike(2, atFrame: 400)
      return bench.device.render(FrameCount(2048))
    }
    let first = 10 + 256 + 14 + 31
    #expect(outs[1][first] == Frame(0.5, 0))
    #expect(outs[0].map(\.x) == outs[1].map(\.x))
    #expect(outs[0][(first + 3)...] == outs[1][(first + 3)...])
  }

  @Test func shorterPathsAreDelayedAndHitsSoundWhereTheyAreReported() {
    for delayed in 1...2 {
      let bench = EngineBench(pads: pads())
      var chains = bench.engine.control.standardChains
      chains.padBuses[delayed] = [DelayUnit(delay)]
      bench.engine.control.setChains(chains)
      bench.strike(1, atFrame: 0)
      bench.strike(2, atFrame: 600)
      let out = bench.device.render(FrameCount(4096))
      let frames = bench.hits().map(\.outputFrame)
      let expected = 256 + 14 + 31 + delay.value
      #expect(frames == [expected, expected + 600])
      #expect(out[frames[0]] == Frame(repeating: 0.5) && out[frames[0] - 1] == .zero)
      #expect(out[frames[1]] == Frame(repeating: 0.125) && out[frames[1] - 1] == .zero)
    }
  }

  @Test func clicksComeWithTheMusicThatIsDelayed() throws {
    let bench = EngineBench()
    var chains = bench.engine.control.standardChains
    chains.music.append(DelayUnit(delay))
    bench.engine.control.setChains(chains)
    bench.engine.control.startFree(
      HitSequence([PlannedHit(frame: 0, kind: .beat), PlannedHit(frame: 3000, kind: .beat)]))
    let out = bench.device.render(FrameCount(8192))
    let begins = bench.events().compactMap { if case .freeBegan(_, let frame) = $0 { frame } else { nil } }
    #expect(begins == [31 + delay.value])
    // A sine begins at zero.
    #expect(try #require(out.firstIndex { $0 != .zero }) == 31 + delay.value + 1)
  }

  @Test func aPlanOfAnotherLatencyMovesTheTimeline() throws {
    let bench = EngineBench(tracks: ["a": Ramp.frames(60_000)])
    bench.load("a")
    bench.waitForMusic(60_000)
    _ = bench.device.render(FrameCount(5120))
    var chains = bench.engine.control.standardChains
    chains.music.append(DelayUnit(delay))
    bench.engine.control.setChains(chains)
    let out = bench.device.render(FrameCount(4096))
    _ = bench.events()
    let timeline = bench.engine.events.timeline
    for frame in [31 + delay.value, 1000, 4000] {
      let place = try #require(timeline.position(atOutputFrame: 5120 + frame))
      #expect(Ramp.place(out[frame]) == place.trackFrame)
    }
  }

  @Test func replacingAPlanChangesNoSoundAndFreesTheOldOne() throws {
    let (kept, replaced) = (
      EngineBench(pads: pads(), tracks: ["a": Ramp.frames(60_000)]),
      EngineBench(pads: pads(), tracks: ["a": Ramp.frames(60_000)])
    )
    weak var old: RenderPlan?
    var outs: [[Frame]] = [[], []]
    for (index, bench) in [kept, replaced].enumerated() {
      bench.load("a")
      bench.waitForMusic(60_000)
      bench.engine.control.set(.music, to: Decibels(-12))
      for step in 0..<60 {
        if step % 5 == 0 { bench.strike(step % 3 + 1, atFrame: 7) }
        if step == 20 { bench.engine.control.set(.pads, to: Decibels(-6)) }
        if index == 1 {
          let plan = RenderPlan(bench.engine.control.standardChains)
          if step == 30 { old = plan }
          bench.engine.control.setRenderPlan(plan)
        }
        outs[index] += bench.device.render(FrameCount(256))
      }
      _ = bench.events()
    }
    #expect(outs[0] == outs[1])
    #expect(old == nil)
    #expect(replaced.engine.control.objectsInUse == 2)
  }
}

/// Delays of paths that change while sound passes.
@Suite struct PathDelayTests {
  private static let step = 2 * Double.pi * 440 / 48_000
  private static let sine = (0..<60_000).map { Frame(repeating: Float(sin(step * Double($0)) / 2)) }

  /// A sine of 440 Hz passes while the other bus gets a unit with latency, loses it, and gets another one.
  @Test func changesOfTheLatencyMakeNoStep() {
    let frames = PathDelayTests.sine
    let bench = EngineBench(tracks: ["a": frames])
    let standard = bench.engine.control.standardChains
    bench.load("a")
    bench.waitForMusic(60_000)
    var out = bench.device.render(FrameCount(4096)).map(\.x)
    for latency in [1000, 0, 30, 700, 0, 20_000, 0] {
      var chains = standard
      if latency > 0 { chains.click.append(DelayUnit(FrameCount(latency))) }
      bench.engine.control.setChains(chains)
      out += bench.device.render(FrameCount(4096)).map(\.x)
    }
    // The second difference of a sine has a bound, and no part is silent: the limiter adds 31 frames at the beginning.
    let heard = Array(out[200...])
    let bound = 0.5 * PathDelayTests.step * PathDelayTests.step
    let curves: [Float] = zip(heard, zip(heard.dropFirst(), heard.dropFirst(2))).map {
      abs($0 - 2 * $1.0 + $1.1)
    }
    #expect(Double(curves.max() ?? 1) < bound * 1.2 + 0.001)
    let peaks = stride(from: 0, to: heard.count - 128, by: 64).map { start in
      heard[start..<(start + 128)].map { abs($0) }.max() ?? 0
    }
    #expect((peaks.min() ?? 0) > 0.1)
  }

  @Test func lineKeepsItsSoundFromOnePlanToTheNext() {
    let frames = PathDelayTests.sine
    let outs = [false, true].map { swaps in
      let bench = EngineBench(tracks: ["a": frames])
      var chains = bench.engine.control.standardChains
      chains.click.append(DelayUnit(FrameCount(500)))
      bench.engine.control.setChains(chains)
      bench.load("a")
      bench.waitForMusic(60_000)
      return (0..<20).flatMap { _ in
        if swaps { bench.engine.control.setChains(chains) }
        return bench.device.render(FrameCount(1024))
      }
    }
    #expect(outs[0] == outs[1])
    #expect(outs[0].contains { $0 != .zero })
  }
}

extension RenderPlan {
  /// Builds a plan without relation to others.
  convenience init(_ chains: Chains) { self.init(chains, delays: PathDelays()) }
}
