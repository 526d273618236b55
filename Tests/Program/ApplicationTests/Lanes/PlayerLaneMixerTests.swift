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

  @Test func laneOfAPlugInIsCompiledAgainWhenThePlugInHasCome() throws {
    let engine = AudioEngine(sampleRate: .standard)
    let catalog = MixCatalog(userFolder: FilePath("/m"), shippedFolder: nil)
    let (owner, orders) = (MixOwner(engine.control, catalog) { _, _ in }, Orders())
    owner.orderPlugin = { orders.list.append($0) }
    let mixer = PlayerLaneMixer(owner, level: { _ in .unity }, isMuted: { false })
    owner.change { $0.add(Self.unit, to: .music) }
    owner.receive([PluginRequest(unit: "lv2:urn:test", state: nil): .success(Self.unit)])
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
}
