import AudioBase
import EngineTestSupport
import TestSupport
import Testing

@testable import MixEngine

/// Sends to return buses: their sums, gains and latencies, sample by sample.
@Suite struct SendTests {
  /// From a key at a frame to its sound: period, margin, limiter.
  private static let keyToSound = 256 + 14 + 31
  private let half = Decibels(-6.020_599_913_279_624)

  private func pads() -> [PadProgram.Pad] { [.sample([0.25, -0.125, 0.0625]), .sample([0.5])] }

  /// Strikes pad 1 at frame 10 and renders with a plan. Returns the frames from the sound on.
  private func renderHit(
    _ change: (inout RenderPlan.Chains) -> Void, prepare: (EngineControl) -> Void = { _ in }
  ) -> [Float] {
    let bench = EngineBench(pads: pads())
    var chains = bench.engine.control.standardChains
    change(&chains)
    bench.engine.control.setChains(chains)
    prepare(bench.engine.control)
    _ = bench.device.render(FrameCount(1024))
    bench.strike(1, atFrame: 10)
    let out = bench.device.render(FrameCount(4096))
    return out[(10 + Self.keyToSound)...].map(\.x)
  }

  @Test func sendAddsTheFramesOfTheBusTimesTheSendGain() {
    for bus in [RenderPlan.Bus.pads, .pad(1)] {
      let out = renderHit { chains in
        chains.returns = [[]]
        chains.sends = [RenderPlan.Send(from: bus, to: 0, gain: half)]
      }
      #expect(Array(out.prefix(4)) == [0.375, -0.1875, 0.093_75, 0], "\(bus)")
    }
  }

  @Test func sendsToOneReturnAreAddedAndEachReturnHasItsOwnUnits() {
    let out = renderHit { chains in
      chains.returns = [[PanUnit(-1)], [PanUnit(1)]]
      chains.sends = [
        RenderPlan.Send(from: .pads, to: 0), RenderPlan.Send(from: .pad(1), to: 0, gain: half),
        RenderPlan.Send(from: .pads, to: 1),
      ]
    }
    // The left side: the bus, and one and a half times it from the first return; nothing from the second.
    #expect(Array(out.prefix(4)) == [0.625, -0.3125, 0.156_25, 0])
  }

  @Test func aBusThatDoesNotSendIsNotHeardInAReturn() {
    let out = renderHit { chains in
      chains.returns = [[]]
      chains.sends = [RenderPlan.Send(from: .pad(2), to: 0), RenderPlan.Send(from: .click, to: 0)]
    }
    #expect(Array(out.prefix(4)) == [0.25, -0.125, 0.0625, 0])
  }

  @Test func aSendBeforeTheFaderIgnoresTheLevelAndOneAfterItFollows() {
    for (isPreFader, expected) in [(true, Float(0.25)), (false, 0)] {
      let out = renderHit {
        $0.returns = [[]]
        $0.sends = [RenderPlan.Send(from: .pads, to: 0, isPreFader: isPreFader)]
      } prepare: {
        $0.set(.pads, to: .silence)
      }
      #expect(out[0] == expected)
    }
  }

  @Test func clickBusSendsToAReturn() throws {
    let outs = [false, true].map { sends in
      let bench = EngineBench()
      var chains = bench.engine.control.standardChains
      if sends {
        chains.returns = [[]]
        chains.sends = [RenderPlan.Send(from: .click, to: 0)]
      }
      bench.engine.control.setChains(chains)
      bench.engine.control.startFree(HitSequence([PlannedHit(frame: 0, kind: .beat)]))
      return bench.device.render(FrameCount(1024)).map(\.x)
    }
    #expect(outs[0].contains { $0 != 0 })
    #expect(outs[1] == outs[0].map { $0 * 2 })
  }

  @Test func musicAndItsReturnAreAddedFrameByFrame() {
    let outs = [0, 50].map { delay in
      let bench = EngineBench(tracks: ["a": Ramp.frames(60_000)])
      var chains = bench.engine.control.standardChains
      chains.returns = [delay == 0 ? [] : [DelayUnit(FrameCount(delay))]]
      chains.sends = [RenderPlan.Send(from: .music, to: 0)]
      bench.engine.control.setChains(chains)
      bench.load("a")
      bench.waitForMusic(60_000)
      return bench.device.render(FrameCount(8192))
    }
    let ramp = Ramp.frames(8000)
    for (out, latency) in zip(outs, [31, 81]) {
      #expect(out[..<latency].allSatisfy { $0 == .zero })
      let isSum = (0..<8000).allSatisfy { out[latency + $0] == ramp[$0] * 2 }
      #expect(isSum)
    }
  }

  // MARK: Latency

  @Test func theLatencyIsTheSumAlongTheLongestPathThroughAReturn() {
    func latency(_ change: (inout RenderPlan.Chains) -> Void) -> Int {
      var chains = RenderPlan.Chains()
      chains.music = [DelayUnit(FrameCount(10)), GainUnit(), DelayUnit(FrameCount(4))]
      chains.padBuses = [3: [DelayUnit(FrameCount(7))]]
      chains.pads = [DelayUnit(FrameCount(2))]
      chains.returns = [[DelayUnit(FrameCount(100))], [DelayUnit(FrameCount(1))]]
      chains.master = [DelayUnit(FrameCount(1000))]
      change(&chains)
      return RenderPlan(chains).latency.value
    }
    // The units of a return bus count even if nothing is sent to it.
    #expect(latency { _ in } == 1100)
    #expect(latency { $0.sends = [RenderPlan.Send(from: .music, to: 0)] } == 1114)
    #expect(latency { $0.sends = [RenderPlan.Send(from: .music, to: 0, isPreFader: true)] } == 1110)
    #expect(latency { $0.sends = [RenderPlan.Send(from: .pad(3), to: 0)] } == 1107)
    #expect(latency { $0.sends = [RenderPlan.Send(from: .pads, to: 0)] } == 1109)
    #expect(latency { $0.sends = [RenderPlan.Send(from: .pad(5), to: 0)] } == 1100)
  }

  /// The two sends arrive at the return after 0 and 40 frames, the return adds 25: all three meet at one frame.
  @Test func sendsOfDifferentLatenciesMeetAtOneFrame() {
    let bench = EngineBench(pads: pads())
    var chains = bench.engine.control.standardChains
    chains.padBuses = [1: [DelayUnit(FrameCount(40))], 2: []]
    chains.returns = [[DelayUnit(FrameCount(25))]]
    chains.sends = [
      RenderPlan.Send(from: .pad(1), to: 0, gain: half), RenderPlan.Send(from: .pad(2), to: 0, gain: half),
    ]
    let plan = RenderPlan(chains)
    #expect(plan.latency == FrameCount(31 + 40 + 25))
    bench.engine.control.setRenderPlan(plan)
    bench.strike(1, atFrame: 0)
    bench.strike(2, atFrame: 600)
    let out = bench.device.render(FrameCount(4096)).map(\.x)
    let frames = bench.hits().map(\.outputFrame)
    #expect(frames == [0, 600].map { $0 + Self.keyToSound + 40 + 25 })
    var expected = [Float](repeating: 0, count: out.count)
    expected.replaceSubrange(frames[0]..<(frames[0] + 3), with: [0.375, -0.1875, 0.093_75])
    expected[frames[1]] = 0.75
    #expect(out == expected)
  }

  // MARK: Rest and memory

  @Test func aReturnThatStillSoundsKeepsTheDeviceRunning() {
    let bench = EngineBench(pads: pads())
    var chains = bench.engine.control.standardChains
    let delay = FrameCount(seconds: SilenceTimer.long + 1, at: .standard)
    chains.returns = [[DelayUnit(delay)]]
    chains.sends = [RenderPlan.Send(from: .pads, to: 0)]
    bench.engine.control.setChains(chains)
    bench.strike(1, atFrame: 0)
    _ = bench.device.render(delay)
    #expect(!bench.engine.source.beginRest())
    let spell = FrameCount(seconds: SilenceTimer.long, at: .standard)
    _ = bench.device.render(delay + spell + FrameCount(4096), block: FrameCount(1024))
    #expect(bench.engine.source.beginRest())
  }

  @Test func plansWithSendsAreFreedAfterTheirReplacement() {
    let bench = EngineBench(pads: pads())
    weak var old: RenderPlan?
    for number in 0..<50 {
      var chains = bench.engine.control.standardChains
      chains.returns = [[DelayUnit(FrameCount(9))]]
      chains.sends = [
        RenderPlan.Send(from: .pads, to: 0), RenderPlan.Send(from: .music, to: 0, isPreFader: true),
      ]
      let plan = RenderPlan(chains)
      if number == 10 { old = plan }
      bench.engine.control.setRenderPlan(plan)
      bench.strike(1, atFrame: 0)
      _ = bench.device.render(FrameCount(256))
      _ = bench.events()
    }
    #expect(old == nil)
    #expect(bench.engine.control.objectsInUse == 2)
  }
}
