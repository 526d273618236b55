import AudioBase
import Effects
import EngineTestSupport
import Glibc
import MixEngine
import Testing

@testable import Studio

/// Moves of the hands, as they are heard.
@Suite struct MoveTests {
  private static let tone: [Float] = (0..<4_800).map {
    Float(0.25 * sin(2 * Double.pi * 1_000 * Double($0) / 48_000) * (1 - Double($0) / 4_800))
  }

  private final class Bench {
    let bench = EngineBench(pads: [.sample(MoveTests.tone), .sample(MoveTests.tone)])
    let rack = UnitRack(rate: .standard, moves: MoveUnits(rate: .standard))
    var graph = MixGraph()

    init() { send() }

    func send() {
      let control = bench.engine.control
      control.setChains(rack.chains(of: graph, around: control.standardChains))
    }

    /// Holds a move, or releases it. Returns whether it needs other chains.
    @discardableResult
    func hold(_ move: Move, _ isHeld: Bool) -> Bool {
      rack.moves?.hold(move, isHeld)
      return update()
    }

    /// Turns the filter of the echo. Returns whether it needs other chains.
    @discardableResult
    func sweepEcho(to position: Double) -> Bool {
      rack.moves?.sweep(.echo, to: position)
      return update()
    }

    private func update() -> Bool {
      let needsChains = rack.needsChains(for: graph, after: graph)
      if needsChains { send() } else { rack.changes(to: graph).forEach(rack.apply) }
      return needsChains
    }

    /// Strikes a pad. Returns the sound from then on.
    func strike(_ pad: Int, frames: Int = 48_000) -> [Frame] {
      bench.strike(pad, atFrame: 0)
      return bench.device.render(FrameCount(frames))
    }
  }

  /// The peak at 3/4 of a beat of 120 BPM after the hit, where the echo is.
  private func echo(_ frames: [Frame]) -> Float {
    frames[18_000..<24_000].reduce(0) { max($0, abs($1.x)) }
  }

  @Test func hitsGoIntoAnEchoOnlyWhileTheThrowIsHeld() {
    let bench = Bench()
    #expect(echo(bench.strike(1)) == 0)
    bench.hold(.throw, true)
    _ = bench.bench.device.render(FrameCount(960))
    #expect(echo(bench.strike(1)) > 0.15)
    bench.hold(.throw, false)
    _ = bench.bench.device.render(FrameCount(48_000 * 12))
    #expect(echo(bench.strike(1)) == 0)
  }

  @Test func throwUsesTheEchoOfTheMixerAndLeavesTheMixerAsItIs() {
    let bench = Bench()
    bench.graph.add(.delay, to: .returns(2))
    bench.graph[.pad(1)].sends = [MixGraph.Send(to: 2, Decibels(-20))]
    bench.send()
    let graph = bench.graph
    _ = bench.bench.device.render(FrameCount(4_800))
    let before = echo(bench.strike(1, frames: 480_000))
    bench.hold(.throw, true)
    _ = bench.bench.device.render(FrameCount(960))
    let thrown = echo(bench.strike(1, frames: 480_000))
    // From −20 dB to 0 dB, not the sum of both.
    #expect(abs(20 * log10(thrown / before) - 20) < 0.5)
    bench.hold(.throw, false)
    _ = bench.bench.device.render(FrameCount(960))
    #expect(abs(echo(bench.strike(1)) / before - 1) < 0.01 && bench.graph == graph)
    #expect(bench.rack.chains(of: graph, around: bench.bench.engine.control.standardChains).sends.count == 2)
  }

  @Test(arguments: [true, false]) func heldFeedbackGrowsUpToTheCeilingAndFallsBack(isOfMixer: Bool) {
    let bench = Bench()
    if isOfMixer {
      bench.graph.add(.delay, to: .returns(1))
      bench.graph[.returns(1)].inserts[0].values[3] = 100
      bench.send()
    }
    bench.hold(.throw, true)
    _ = bench.bench.device.render(FrameCount(960))
    _ = bench.strike(1, frames: 9_600)
    bench.hold(.throw, false)
    #expect(!bench.hold(.feedback, true))
    let grown = bench.bench.device.render(FrameCount(480_000))
    #expect((0.5...0.9).contains(grown.suffix(48_000).map(\.x.magnitude).max() ?? 0))
    #expect(grown.allSatisfy { $0.x.magnitude < 0.9 && $0.y.magnitude < 0.9 })
    #expect(!bench.hold(.feedback, false))
    let fallen = bench.bench.device.render(FrameCount(48_000 * 12))
    #expect(fallen.suffix(24_000).map(\.x.magnitude).max() ?? 1 < 0.001)
  }

  @Test(arguments: [true, false]) func filterOfTheEchoIsHeardInTheReturnOfThrows(isOfMixer: Bool) {
    func thrown(_ position: Double) -> Float {
      let bench = Bench()
      if isOfMixer {
        bench.graph.add(.delay, to: .returns(2))
        bench.send()
      }
      bench.hold(.throw, true)
      #expect(!bench.sweepEcho(to: position), "the filter is in the chains of throws")
      _ = bench.bench.device.render(FrameCount(4_800))
      return echo(bench.strike(1))
    }
    // The high-pass is far above the tone of 1 kHz.
    #expect(thrown(0) > 0.04 && thrown(100) < thrown(0) * 0.15)
  }

  @Test func laterThrowsBuildNoChains() {
    let bench = Bench()
    #expect(bench.hold(.throw, true))
    for _ in 0..<10 { #expect(!bench.hold(.throw, false) && !bench.hold(.throw, true)) }
    #expect(!bench.hold(.stutter, true) && !bench.hold(.brake, true) && !bench.hold(.feedback, true))
  }

  @Test func movesOfFadersBuildNoChainsOnceTheyHaveUnits() {
    let rack = UnitRack(rate: .standard)
    let standard = EngineBench(pads: []).engine.control.standardChains
    var (old, new) = (MixGraph(), MixGraph())
    new[.pad(3)].gain = Decibels(-3)
    #expect(rack.needsChains(for: new, after: old), "the fader is missing")
    _ = rack.chains(of: new, around: standard)
    old = new
    new[.pad(3)].pan = 0.5
    new[.pad(3)].isMuted = true
    #expect(!rack.needsChains(for: new, after: old))
    old = new
    new[.pad(4)].isSoloed = true
    #expect(rack.needsChains(for: new, after: old), "all other buses need faders")
    _ = rack.chains(of: new, around: standard)
    old = new
    new[.pad(4)].isSoloed = false
    #expect(!rack.needsChains(for: new, after: old))
    new.add(.filter, to: .pads)
    #expect(rack.needsChains(for: new, after: old))
  }
}
