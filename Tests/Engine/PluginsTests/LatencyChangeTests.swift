import Studio
import Testing

/// A plug-in with latency is added while a tone sounds, bypassed and removed.
@Suite struct LatencyChangeTests {
  private let plugins: PluginBench

  init() throws {
    plugins = try PluginBench()
    try plugins.add("delay")
  }

  /// −60 dB of the tone.
  private static let inaudible = 0.001

  @Test(arguments: [MixGraph.Bus.pad(1), .pads, .master, .music, .pad(2)], [240, 3_000])
  func latencyComesAndGoesWithoutAStep(bus: MixGraph.Bus, frames: Int) throws {
    let unit = try plugins.catalog.usable("lv2:urn:drumdub:test:delay", nil)
    let bench = ToneBench()
    let latency = bench.latency
    var id = 0
    let adding = bench.step { graph in
      id = graph.add(unit, to: bus) ?? 0
      graph.describe([PluginRequest(unit: unit.name, state: nil): unit])
      graph.set(Double(frames), parameter: 0, ofInsert: id)
    }
    #expect(adding < LatencyChangeTests.inaudible && bench.latency == latency + frames)
    for isBypassed in [true, false] {
      let step = bench.step { $0.changeInsert(id) { $0.isBypassed = isBypassed } }
      #expect(step < LatencyChangeTests.inaudible, "bypassed: \(isBypassed)")
    }
    #expect(bench.step { $0.removeInsert(id) } < LatencyChangeTests.inaudible)
    // The unit has left the chains.
    #expect(bench.step { $0[.click].pan = 0.5 } < LatencyChangeTests.inaudible)
    #expect(bench.latency == latency)
  }
}
