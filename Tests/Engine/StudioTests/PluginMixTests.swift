import AudioBase
import Effects
import MixEngine
import Studio
import SystemBase
import Testing

/// Plug-ins in graphs and their files, before and after they are found.
@MainActor @Suite struct PluginMixTests {
  /// A unit with the sound of the filter.
  private static let unit = UnitDescription(
    name: "lv2:urn:test", title: "Test", kind: .lv2, parameters: EffectKind.filter.parameters
  ) { setup throws(UnitRefusal) in EffectKind.filter.makeUnit(setup) }

  private static let state = """
    {"key":"urn:k","type":"http://lv2plug.in/ns/ext/atom#Float","value":"AACAPw=="}
    """

  private func graph(_ insert: String) throws -> MixGraph {
    let text = """
      {"format":"drumdub-mixer","version":1,"strips":[{"bus":"music","inserts":[\(insert)]}]}
      """
    return try MixFile.decode(Array(text.utf8), subject: "mix.json")
  }

  private func stored(_ graph: MixGraph) throws -> MixGraph {
    try MixFile.decode(MixFile.encode(graph), subject: "mix.json")
  }

  @Test func plugInThatIsNotFoundIsKeptWithItsValuesAndState() throws {
    let graph = try graph(
      """
      {"unit":"lv2:urn:test","parameters":{"cutoff":500},"state":[\(PluginMixTests.state)],"later":1}
      """)
    let text = String(decoding: MixFile.encode(graph), as: UTF8.self)
    #expect(text.contains("\"cutoff\":500") && text.contains("AACAPw==") && text.contains("\"later\":1"))
    #expect(graph.unknownPlugins.map(\.unit) == ["lv2:urn:test"])
  }

  @Test func plugInThatIsFoundHasTheValuesOfTheFile() throws {
    var graph = try graph(#"{"unit":"lv2:urn:test","parameters":{"cutoff":500,"resonance":1e9,"gone":1}}"#)
    graph.describe([try #require(graph.unknownPlugins.first): PluginMixTests.unit])
    let insert = try #require(graph[.music].inserts.first)
    let parameters = EffectKind.filter.parameters
    let cutoff = try #require(parameters.firstIndex { $0.name == "cutoff" })
    #expect(insert.description === PluginMixTests.unit && insert.values.count == parameters.count)
    #expect(insert.values[cutoff] == 500 && graph.unknownPlugins.isEmpty)
    #expect(zip(insert.values, parameters).allSatisfy { $1.range.contains($0) })
    #expect(String(decoding: MixFile.encode(graph), as: UTF8.self).contains("\"cutoff\":500"))
    #expect(try stored(graph)[.music].inserts.first?.unit == "lv2:urn:test")
  }

  @Test func instrumentThatIsFoundHasTheValuesAndTheStateOfTheFile() throws {
    let text =
      #"{"bus":"instrument","instrument":"lv2:urn:test","bypassed":true,"parameters":{"cutoff":500}"#
      + #","state":[\#(PluginMixTests.state)],"later":1}"#
    let file = "{\"format\":\"drumdub-mixer\",\"version\":1,\"strips\":[\(text)]}"
    var graph = try MixFile.decode(Array(file.utf8), subject: "mix.json")
    #expect(try stored(graph).source == graph.source && graph.source?.state?.properties.count == 1)
    let request = try #require(graph.unknownPlugins.first)
    #expect(request.unit == "lv2:urn:test" && request.state == graph.source?.state)
    graph.describe([request: PluginMixTests.unit])
    let cutoff = try #require(EffectKind.filter.parameters.firstIndex { $0.name == "cutoff" })
    #expect(graph.source?.values[cutoff] == 500 && graph.source?.isBypassed == true)
    #expect(graph.unknownPlugins.isEmpty)
    let written = String(decoding: MixFile.encode(graph), as: UTF8.self)
    #expect(written.contains("\"cutoff\":500") && written.contains("AACAPw==") && written.contains("later"))
  }

  @Test(arguments: [
    (#"{"key":"k","type":"http://lv2plug.in/ns/ext/atom#Float","value":"AAA="}"#, "value"),
    (#"{"key":"k","type":"http://lv2plug.in/ns/ext/atom#String","value":"QUJD"}"#, "value"),
    (#"{"key":"k","type":"urn:pointer","value":"AACAPw=="}"#, "value"),
    (#"{"key":"k","type":"http://lv2plug.in/ns/ext/atom#Float","value":"?"}"#, "value"),
    (#"{"type":"http://lv2plug.in/ns/ext/atom#Float","value":"AACAPw=="}"#, "key"), ("7", "state"),
  ])
  func hostileStateIsRefusedWithItsPlace(property: String, place: String) {
    let error = #expect(throws: FileError.self) {
      try graph(#"{"unit":"lv2:urn:test","state":[\#(property)]}"#)
    }
    #expect(error?.code == .damaged && error?.detail?.contains(place) == true)
    #expect(error?.detail?.contains("\n") == false)
  }

  @Test func ownerHasPlugInsFoundOnceAndShowsThem() throws {
    let engine = AudioEngine(sampleRate: .standard)
    let catalog = MixCatalog(userFolder: FilePath("/mixers"), shippedFolder: nil)
    let owner = MixOwner(engine.control, catalog) { _, _ in }
    var requests: [Set<PluginRequest>] = []
    owner.findPlugins = { requests.append($0) }
    owner.change { $0.add(PluginMixTests.unit, to: .music) }
    owner.change { $0[.pads].pan = 1 }
    #expect(requests.count == 1 && owner.graph[.music].inserts.first?.description == nil)
    let request = try #require(requests.first?.first)
    owner.receive([request: .success(PluginMixTests.unit)])
    #expect(owner.graph[.music].inserts.first?.description === PluginMixTests.unit)
    #expect(owner.turn(.undo) && owner.turn(.undo) && owner.turn(.redo))
    #expect(owner.graph[.music].inserts.first?.description === PluginMixTests.unit && requests.count == 1)
  }

  @Test(arguments: [MixGraph.Bus.music, .instrument])
  func plugInThatBeginsWithAnotherStateIsTriedAgain(bus: MixGraph.Bus) throws {
    let engine = AudioEngine(sampleRate: .standard)
    let owner = MixOwner(engine.control, MixCatalog(userFolder: FilePath("/m"), shippedFolder: nil)) { _, _ in
    }
    var requests: [PluginRequest] = []
    owner.findPlugins = { requests += $0 }
    owner.change {
      if bus == .music { $0.add(PluginMixTests.unit, to: bus) } else { $0.setInstrument(PluginMixTests.unit) }
    }
    owner.receive([try #require(requests.first): .success(PluginMixTests.unit)])
    func insert() -> MixGraph.Insert? { bus == .music ? owner.graph[bus].inserts.first : owner.graph.source }
    let former = try #require(insert())
    let values = EffectKind.filter.parameters.map(\.range.upperBound)
    let property = UnitState.Property(
      key: "urn:k", type: "http://lv2plug.in/ns/ext/atom#Int", bytes: [1, 0, 0, 0])
    let state = UnitState(properties: [property])
    var id: Int?
    owner.change { id = $0.restart(former.id, with: values, state) }
    #expect(id != former.id && insert()?.id == id && insert()?.description == nil)
    #expect(requests.last == PluginRequest(unit: PluginMixTests.unit.name, state: state))
    // What is saved before it is found has the values.
    let saved = try stored(owner.graph)
    #expect(saved.unknownPlugins == [PluginRequest(unit: PluginMixTests.unit.name, state: state)])
    owner.receive([try #require(requests.last): .success(PluginMixTests.unit)])
    #expect(insert()?.values == values && insert()?.state == state && insert()?.description != nil)
    #expect(owner.turn(.undo) && insert()?.id == former.id && insert()?.state == nil)
  }

  @Test func plugInThatIsRefusedStaysAndIsNotFoundAgainUntilTheNextLoad() throws {
    let engine = AudioEngine(sampleRate: .standard)
    let owner = MixOwner(engine.control, MixCatalog(userFolder: FilePath("/m"), shippedFolder: nil)) { _, _ in
    }
    var requests: [PluginRequest] = []
    owner.findPlugins = { requests += $0 }
    owner.change { $0.add(PluginMixTests.unit, to: .music) }
    owner.receive([try #require(requests.first): .failure(UnitRefusal("it crashed"))])
    owner.change { $0[.pads].pan = 1 }
    #expect(owner.graph[.music].inserts.map(\.unit) == ["lv2:urn:test"] && requests.count == 1)
    try owner.save(as: "mine")
    try owner.load("mine")
    #expect(requests.count == 2)
  }

  @Test func plugInThatCannotBeMadeIsBypassedAndNamed() throws {
    let broken = UnitDescription(name: "lv2:urn:broken", title: "Broken", kind: .lv2, parameters: []) {
      _ throws(UnitRefusal) in throw UnitRefusal("its library is gone")
    }
    let engine = AudioEngine(sampleRate: .standard)
    let owner = MixOwner(engine.control, MixCatalog(userFolder: FilePath("/m"), shippedFolder: nil)) { _, _ in
    }
    owner.change { $0.add(broken, to: .music) }
    owner.receive([PluginRequest(unit: broken.name, state: nil): .success(broken)])
    #expect(owner.checkPlugins().map(\.unit) == ["Broken"])
    #expect(owner.graph[.music].inserts.first?.isBypassed == true && owner.checkPlugins().isEmpty)
  }
}
