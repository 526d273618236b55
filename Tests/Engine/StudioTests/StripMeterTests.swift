import AudioBase
import Effects
import EngineTestSupport
import Glibc
import MixEngine
import Testing

@testable import Studio

/// The meters of the strips that the engine does not measure.
@Suite struct StripMeterTests {
  private static let tone: [Float] = (0..<24_000).map {
    Float(0.25 * sin(2 * Double.pi * 1_000 * Double($0) / 48_000))
  }

  /// Renders a hit that is sent to a return. Returns the peak of the return.
  private func peak(returnGain: Decibels, moves: MoveUnits? = MoveUnits(rate: .standard)) -> Frame? {
    let bench = EngineBench(pads: [.sample(StripMeterTests.tone)])
    let rack = UnitRack(rate: .standard, moves: moves)
    var graph = MixGraph()
    graph.add(.equalizer, to: .returns(1))
    graph[.returns(1)].gain = returnGain
    graph[.pad(1)].sends = [MixGraph.Send(to: 1, .unity)]
    bench.engine.control.setChains(rack.chains(of: graph, around: bench.engine.control.standardChains))
    _ = bench.device.render(FrameCount(4_800))
    #expect(rack.peak(of: .returns(1)) ?? .zero == .zero && rack.peak(of: .music) == nil)
    bench.strike(1, atFrame: 0)
    _ = bench.device.render(FrameCount(20_000))
    return rack.peak(of: .returns(1))
  }

  @Test func peakOfAReturnIsMeasuredBehindItsFader() throws {
    let (full, low) = (try #require(peak(returnGain: .unity)), try #require(peak(returnGain: Decibels(-20))))
    #expect(full.x > 0.1 && full.x == full.y)
    #expect(abs(20 * log10(full.x / low.x) - 20) < 0.1)
  }

  @Test func rackOfAnExportMeasuresNothing() { #expect(peak(returnGain: .unity, moves: nil) == nil) }

  @Test func instrumentIsMeasuredOnceThereIsOne() {
    let rack = UnitRack(rate: .standard, moves: MoveUnits(rate: .standard))
    var graph = MixGraph()
    _ = rack.chains(of: graph, around: RenderPlan.Chains())
    #expect(rack.peak(of: .instrument) == nil && rack.peak(of: .input) == .zero)
    graph.setInstrument(.guitar)
    _ = rack.chains(of: graph, around: RenderPlan.Chains())
    #expect(rack.peak(of: .instrument) == .zero)
  }
}
