import AudioBase
import Effects
import MixEngine
import Studio
import SystemBase
import Testing

/// Plug-ins that another thread makes for the mixer, while it plays without them.
@MainActor @Suite struct PluginOrderTests {
  private static let unit = UnitDescription(
    name: "lv2:urn:test", title: "Test", kind: .lv2, parameters: EffectKind.filter.parameters
  ) { setup throws(UnitRefusal) in EffectKind.filter.makeUnit(setup) }

  private let engine = AudioEngine(sampleRate: .standard)
  private let owner: MixOwner

  /// The orders of an owner.
  @MainActor private final class Orders { var list: [PluginOrder] = [] }
  private let orders = Orders()

  init() {
    owner = MixOwner(engine.control, MixCatalog(userFolder: FilePath("/m"), shippedFolder: nil)) { _, _ in }
    owner.orderPlugin = { [orders] in orders.list.append($0) }
    owner.change { $0.add(PluginOrderTests.unit, to: .music) }
  }

  private var insert: MixGraph.Insert? { owner.graph[.music].inserts.first }

  /// Has the trial pass. Returns the order.
  private func passTrial() throws -> PluginOrder {
    owner.receive([PluginRequest(unit: "lv2:urn:test", state: nil): .success(PluginOrderTests.unit)])
    return try #require(orders.list.last)
  }

  @Test func plugInIsAwaitedUntilItHasComeAndThenHasTheValuesOfThatTime() throws {
    #expect(owner.awaited.map(\.id) == [insert?.id])
    let order = try passTrial()
    #expect(orders.list.count == 1 && owner.awaited.map(\.id) == [order.id])
    #expect(try !owner.isHeard(#require(insert)))
    let cutoff = try #require(PluginOrderTests.unit.parameters.firstIndex { $0.name == "cutoff" })
    owner.set(500, parameter: cutoff, ofInsert: order.id)
    let made = order.make()
    owner.receive(made, for: order.id)
    #expect(owner.awaited.isEmpty && orders.list.count == 1)
    #expect(try owner.isHeard(#require(insert)) && made.get().value(cutoff) == 500)
  }

  @Test func plugInThatIsRemovedIsNotAwaitedAndNotHeardWhenItComes() throws {
    let order = try passTrial()
    owner.change { $0.removeInsert(order.id) }
    #expect(owner.awaited.isEmpty)
    owner.receive(order.make(), for: order.id)
    #expect(owner.turn(.undo))
    #expect(try !owner.isHeard(#require(insert)) && orders.list.count == 2)
  }

  @Test func bypassedPlugInIsMadeWhenItIsSwitchedOn() throws {
    owner.bypass { $0.unit == "lv2:urn:test" }
    #expect(owner.awaited.isEmpty)
    owner.receive([PluginRequest(unit: "lv2:urn:test", state: nil): .success(PluginOrderTests.unit)])
    #expect(orders.list.isEmpty)
    let id = try #require(insert?.id)
    owner.change { $0.changeInsert(id) { $0.isBypassed = false } }
    owner.receive(try #require(orders.list.first).make(), for: id)
    #expect(try owner.isHeard(#require(insert)))
    owner.change { $0.changeInsert(id) { $0.isBypassed = true } }
    owner.change { $0.changeInsert(id) { $0.isBypassed = false } }
    #expect(try owner.isHeard(#require(insert)) && orders.list.count == 1)
  }

  @Test func plugInThatCannotBeMadeIsBypassedAndNamed() throws {
    let order = try passTrial()
    owner.receive(.failure(UnitRefusal("its library is gone")), for: order.id)
    #expect(owner.awaited.isEmpty && owner.checkPlugins().map(\.unit) == ["Test"])
    #expect(insert?.isBypassed == true)
  }
}
