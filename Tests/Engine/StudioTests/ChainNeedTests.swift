import AudioBase
import EngineTestSupport
import Testing

@testable import Studio

/// The changes of a mixer for which its chains have to be built again.
@MainActor @Suite struct ChainNeedTests {
  private let rack = UnitRack(rate: .standard)
  private let graph = {
    var graph = MixGraph()
    graph[.pad(1)].gain = Decibels(-3)
    graph[.pad(2)].pan = 0.5
    graph[.pads].sends = [MixGraph.Send(to: 1, Decibels(-10))]
    return graph
  }()

  private func needsChains(_ change: (inout MixGraph) -> Void) -> Bool {
    _ = rack.chains(of: graph, around: EngineBench().engine.control.standardChains)
    var changed = graph
    change(&changed)
    return rack.needsChains(for: changed, after: graph)
  }

  @Test func levelsOfStripsAndSendsNeedNone() {
    let isNeeded = needsChains { graph in
      graph[.pad(1)].gain = .unity
      graph[.pad(2)].isMuted = true
      graph[.pads].sends = [MixGraph.Send(to: 1, .unity)]
    }
    #expect(!isNeeded)
  }

  @Test func effectsSendsAndMissingFadersNeedThem() {
    #expect(needsChains { $0.add(.filter, to: .pad(1)) })
    #expect(needsChains { $0[.pads].sends = [] })
    #expect(needsChains { $0[.pad(1)].sends = [MixGraph.Send(to: 1, .unity)] })
    #expect(needsChains { $0[.pad(3)].pan = 1 })
  }

  @Test func stripsThatDifferAreThoseOfEitherGraph() {
    var other = graph
    (other[.pad(1)], other[.pad(2)].pan) = (MixGraph.Strip(), 0.25)
    other[.click].isMuted = true
    #expect(Set(other.buses(changedFrom: graph)) == [.pad(1), .pad(2), .click])
    #expect(graph.buses(changedFrom: graph).isEmpty)
  }
}
