import AudioBase
import Dubbing
import Effects
import MixEngine
import Studio
import SystemBase
import Testing

@testable import Application

/// The mixer of the player as lanes move it.
@MainActor @Suite struct PlayerLaneMixerTests {
  private static let unit = UnitDescription(
    name: "lv2:urn:test", title: "Test", kind: .lv2, parameters: EffectKind.filter.parameters
  ) { setup throws(UnitRefusal) in EffectKind.filter.makeUnit(setup) }

  /// The orders of an owner.
  @MainActor private final class Orders { var list: [PluginOrder] = [] }

  /// An owner whose orders are carried out later, and a mixer with a plug-in that is known.
  private func makeOwner(_ orders: Orders) -> MixOwner {
    let engine = AudioEngine(sampleRate: .standard)
    let catalog = MixCatalog(userFolder: FilePath("/m"), shippedFolder: nil)
    let owner = MixOwner(engine.control, catalog) { _, _ in }
    owner.orderPlugin = { orders.list.append($0) }
    owner.change { $0.add(Self.unit, to: .music) }
    return owner
  }

  private func makeKnown(_ owner: MixOwner) {
    owner.receive([PluginRequest(unit: "lv2:urn:test", state: nil): .success(Self.unit)])
  }

  @Test func laneOfAPlugInIsCompiledAgainWhenThePlugInHasCome() throws {
    let orders = Orders()
    let owner = makeOwner(orders)
    let mixer = PlayerLaneMixer(owner, level: { _ in .unity }, isMuted: { false })
    makeKnown(owner)
    #expect(mixer.courseDependenciesChanged() && !mixer.isComplete)

    let lane = Lane(Lane.ID("music/lv2:urn:test/cutoff"), [Lane.Point(100, 500)])
    let early = mixer.courses(of: [lane], reusing: CompiledLanes())
    #expect(early.courses.isEmpty && early.unknown.isEmpty)
    #expect(!mixer.courseDependenciesChanged())
    let order = try #require(orders.list.last)
    owner.receive(order.make(), for: order.id)
    #expect(mixer.courseDependenciesChanged() && mixer.isComplete)
    #expect(mixer.courses(of: [lane], reusing: CompiledLanes()).courses.count == 1)
    #expect(!mixer.courseDependenciesChanged())
  }

  @Test func mixerOfATakeHasTheValuesOfItsPlugInsOnceTheyAreKnown() throws {
    let address = "music/lv2:urn:test/cutoff"
    var graph = MixGraph()
    graph.add(Self.unit, to: .music)
    graph.describe([PluginRequest(unit: "lv2:urn:test", state: nil): Self.unit])
    graph.set([(try #require(MixGraph.Address(address)), 500)])
    let stored = TakeMixer(try MixFile.decode(MixFile.encode(graph), subject: "take"))
    let owner = makeOwner(Orders())
    let mixer = PlayerLaneMixer(owner, level: { _ in .unity }, isMuted: { false })
    #expect(mixer.described(stored).value(at: address) == nil)
    makeKnown(owner)
    #expect(mixer.described(stored).value(at: address) == 500)
  }
}
