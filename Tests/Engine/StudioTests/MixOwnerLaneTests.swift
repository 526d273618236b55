import AudioBase
import Effects
import EngineTestSupport
import MixEngine
import SystemBase
import Testing

@testable import Studio

/// Changes of the mixer by hand, as the engine reports them, and the targets of lanes.
@MainActor @Suite struct MixOwnerLaneTests {
  private let bench = EngineBench()
  private let owner: MixOwner

  init() {
    owner = MixOwner(bench.engine.control, MixCatalog(userFolder: FilePath("/mixers"), shippedFolder: nil)) {
      _, _ in
    }
  }

  /// Renders a block. Returns the changes that were reported, as `ADDRESS VALUE`.
  private func reports() -> [String] {
    _ = bench.device.render(FrameCount(512), block: FrameCount(512))
    return bench.events().compactMap { event in
      guard case .automation(let change) = event else { return nil }
      return "\(owner.address(number: change.address) ?? "?") \(change.value)"
    }
  }

  private func set(_ value: Double, at text: String) throws {
    owner.set(value, at: try #require(MixGraph.Address(text), "\(text)"))
  }

  @Test func eachChangeIsReportedOnceByItsNumber() throws {
    owner.change { graph in
      graph.add(.filter, to: .music)
      graph[.pads].sends = [MixGraph.Send(to: 1, .unity)]
    }
    #expect(reports() == [], "no value of before has changed")
    let values: KeyValuePairs<String, Double> = [
      "music/filter/cutoff": 500, "music/filter/bypass": 1, "pad 3/gain": -6, "pad 3/pan": 50,
      "pads/mute": 1, "click/solo": 1, "click/solo": 0, "pads/send 1": -3, "move/stutter": 1,
      "move/sweep": 30, "move/throw": 1, "move/throw": 0,
    ]
    for (address, value) in values {
      try set(value, at: address)
      #expect(reports() == ["\(address) \(value)"])
      #expect(reports() == [])
    }
  }

  @Test func severalChangesAtOnceAreAllReported() {
    owner.change { graph in
      graph[.pads].pan = -1
      graph[.music].isMuted = true
      graph[.pad(1)].gain = Decibels(-3)
      graph[.pad(1)].pan = 1
    }
    #expect(
      reports().sorted() == ["music/mute 1.0", "pad 1/gain -3.0", "pad 1/pan 100.0", "pads/pan -100.0"])
  }

  @Test func undoIsReportedAsAChange() throws {
    owner.change { $0.add(.filter, to: .music) }
    try set(-6, at: "pad 3/gain")
    try set(500, at: "music/filter/cutoff")
    _ = reports()
    #expect(owner.turn(.undo) && reports() == ["music/filter/cutoff 1000.0"])
    #expect(owner.turn(.undo) && reports() == ["pad 3/gain 0.0"])
    #expect(owner.turn(.redo) && reports() == ["pad 3/gain -6.0"])
  }

  @Test func numbersBelongToAddresses() {
    let number = owner.number(of: "music/pan")
    #expect(owner.number(of: "pads/pan") != number && owner.number(of: "music/pan") == number)
    #expect(owner.address(number: number) == "music/pan")
    #expect(owner.address(number: -1) == nil && owner.address(number: 1_000) == nil)
  }

  /// A filter whose values cannot be set at frames.
  private final class PlainUnit: EffectUnit {
    private let filter: any EffectUnit
    init(_ filter: any EffectUnit) { self.filter = filter }
    var parameters: [EffectParameter] { filter.parameters }
    var unit: RenderUnit { filter.unit }
    func set(_ parameter: Int, to value: Double) { filter.set(parameter, to: value) }
    func value(_ parameter: Int) -> Double { filter.value(parameter) }
    func bypass(_ isBypassed: Bool) { filter.bypass(isBypassed) }
  }

  @Test func valuesWithoutATargetAreSetAtOnceAndHaveNoCourse() throws {
    let unit = UnitDescription(
      name: "plain", title: "Plain", kind: .effect, parameters: EffectKind.filter.parameters
    ) { setup throws(UnitRefusal) in PlainUnit(EffectKind.filter.makeUnit(setup)) }
    owner.change { $0.add(unit, to: .music) }
    let id = try #require(owner.graph[.music].inserts.first?.id)
    try set(500, at: "music/plain/cutoff")
    #expect(owner.rack.value(1, ofInsert: id) == 500)
    #expect(reports() == [])
    let address = try #require(MixGraph.Address("music/plain/cutoff"))
    let (courses, unknown) = owner.courses(of: [MixLane(address, frames: [0], values: [300])]) { _, _ in nil }
    #expect(courses.isEmpty && unknown.isEmpty)
  }

  @Test func chainsGetTheFadersAndThrowsThatLanesMove() throws {
    let lanes = [
      MixLane(MixGraph.Address(.pad(2), .gain), frames: [512], values: [-6]),
      MixLane(MixGraph.Address(.throw), frames: [512], values: [1]),
      MixLane(try #require(MixGraph.Address("master/no/x")), frames: [0], values: [1]),
    ]
    #expect(owner.rack.automationTarget(.fader(.pad(2))) == nil)
    let (courses, unknown) = owner.courses(of: lanes) { _, _ in nil }
    #expect(courses.map(\.frames) == [[0, 512], [0, 512]] && unknown.map(\.text) == ["master/no/x"])
    #expect(owner.rack.automationTarget(.fader(.pad(2)))?.target == courses.first?.target)
    #expect(reports() == [] && owner.graph == MixGraph())
  }

  @Test func rackTellsEachDifferenceOnce() throws {
    let rack = UnitRack(rate: .standard, hasMoves: true)
    var graph = MixGraph()
    let added = graph.add(.filter, to: .music)
    let id = try #require(added)
    graph[.pads].sends = [MixGraph.Send(to: 1, .unity)]
    graph[.pads].gain = Decibels(-3)
    graph[.pad(3)].gain = Decibels(-3)
    _ = rack.chains(of: graph, around: bench.engine.control.standardChains)
    #expect(rack.changes(to: graph).isEmpty)
    graph.set(500, parameter: 1, ofInsert: id)
    graph.changeInsert(id) { $0.isBypassed = true }
    graph[.pad(3)].pan = 1
    graph[.pads].sends = []
    let expected: [MixTarget: UInt64] = [
      .parameter(1, ofInsert: id): 500.0.bitPattern, .bypass(ofInsert: id): 1.0.bitPattern,
      .fader(.pad(3)): FaderUnit.bits(Decibels(-3), pan: 1), .send(.pads, to: 1): SendLevel.bits(.silence),
    ]
    let changes = rack.changes(to: graph).map { ($0.target, $0.bits) }
    #expect(Dictionary(changes) { first, _ in first } == expected && changes.count == 4)
    #expect(rack.changes(to: graph).isEmpty)
  }
}
