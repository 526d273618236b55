import ApplicationTestSupport
import AudioBase
import Effects
import Instruments
import MixEngine
import PlayerTestSupport
import Plugins
import SystemBase
import Testing

@testable import Application
@testable import Studio
@testable import TerminalUI

/// Plug-ins on the screen of the mixer: the list of what can be added, presets, refusals.
@MainActor @Suite struct MixerPluginTests {
  private let bench = PlayerBench("a")
  private let engine = AudioEngine(sampleRate: .standard, program: PadProgram(pads: []))
  private let application: Application
  private let session: ScreenSession
  private let mixer: MixerController

  private static func unit(
    _ name: String, category: String, isInstrument: Bool = false, state: UnitState? = nil,
    refusal: UnitRefusal? = nil
  ) -> UnitDescription {
    let parameters = EffectKind.filter.parameters
    return UnitDescription(
      name: "lv2:urn:\(name)", title: name, kind: .lv2, parameters: parameters,
      isInstrument: isInstrument, author: "Author", category: category,
      presets: [
        UnitPreset(name: "Low", values: parameters.map(\.range.lowerBound)),
        UnitPreset(name: "High", values: parameters.map(\.range.upperBound)),
      ] + (state.map { [UnitPreset(name: "Kept", values: parameters.map(\.initial), state: $0)] } ?? []),
      refusal: refusal
    ) { setup throws(UnitRefusal) in EffectKind.filter.makeUnit(setup) }
  }

  private let room = MixerPluginTests.unit("Room", category: "Reverb")
  private let hall = MixerPluginTests.unit("Hall", category: "Reverb")
  private let synth = MixerPluginTests.unit("Synth", category: "Instrument", isInstrument: true)

  init() {
    application = Application(model: bench.model)
    session = ScreenSession(application)
    let owner = MixOwner(engine.control, MixCatalog(userFolder: FilePath("/m"), shippedFolder: nil)) { _, _ in
    }
    mixer = MixerController(owner: owner, model: bench.model)
    application.mixer = mixer
  }

  private func press(_ commands: Command...) { for command in commands { session.perform(command) } }

  private func layer() throws -> MixerLayer { try #require(session.layer(MixerLayer.self)) }

  private func list() {
    let refused = MixerPluginTests.unit("Broken", category: "Filter", refusal: UnitRefusal("it crashed"))
    application.receive(.success(PluginList(units: [room, hall, refused, synth], problems: [])))
  }

  /// Adds the plug-in Hall, which was found.
  private func addHall() throws {
    list()
    press(.mixer(.add))
    try layer().select(try #require(mixer.additions().firstIndex(of: .category("Reverb"))))
    press(.mixerScreen(.open))
    try layer().select(1)
    press(.mixerScreen(.open))
    application.receive([PluginRequest(unit: hall.name, state: nil): .success(hall)])
  }

  @Test func plugInsAreListedOnceWhenTheyCanBeAdded() {
    var requests = 0
    mixer.listPlugins = { requests += 1 }
    press(.mixer(.open))
    #expect(requests == 0)
    press(.mixer(.add), .program(.cancel), .mixer(.add))
    #expect(requests == 1)
  }

  @Test func categoriesHaveThePlugInsThatCanBeAdded() throws {
    list()
    #expect(
      mixer.additions().filter { if case .category = $0 { true } else { false } } == [.category("Reverb")])
    #expect(mixer.additions(in: "Reverb") == [.unit(room), .unit(hall)])
  }

  @Test func instrumentsAreAddedToTheirBusAlone() throws {
    list()
    mixer.owner.change { $0.setInstrument(.guitar) }
    mixer.choose(.instrument)
    #expect(mixer.additions().first == InstrumentKind.guitar.description.map { .unit($0) })
    #expect(mixer.additions(in: "Instrument") == [.unit(synth)])
    press(.mixer(.add))
    try layer().select(try #require(mixer.additions().firstIndex(of: .category("Instrument"))))
    press(.mixerScreen(.open), .mixerScreen(.open))
    #expect(mixer.graph.source?.unit == "lv2:urn:Synth" && mixer.insert?.id == mixer.graph.source?.id)
    application.receive([PluginRequest(unit: synth.name, state: nil): .success(synth)])
    #expect(mixer.graph.source?.description === synth && mixer.graph[.instrument].inserts.isEmpty)
    press(.program(.undo))
    #expect(mixer.graph.source?.unit == "guitar")
    mixer.choose(.pads)
    #expect(mixer.additions(in: "Instrument").isEmpty)
  }

  @Test func cancelLeadsFromACategoryToTheListAndToTheStrips() throws {
    list()
    press(.mixer(.add))
    let row = try #require(mixer.additions().firstIndex(of: .category("Reverb")))
    try layer().select(row)
    press(.mixerScreen(.open))
    #expect(try layer().mode == .adding(category: "Reverb") && layer().row == 0)
    press(.program(.cancel))
    #expect(try layer().mode == .adding() && layer().row == row)
    press(.program(.cancel))
    #expect(try layer().mode == .strips)
  }

  @Test func addedPlugInIsHeardWhenItWasFound() throws {
    try addHall()
    #expect(mixer.insert?.unit == "lv2:urn:Hall" && mixer.insert?.description === hall)
    #expect(application.state.notices.entries.isEmpty)
  }

  /// Loads a mixer with two plug-ins, which are made on another thread. Returns the orders.
  private func loadTwo() throws -> () -> [PluginOrder] {
    var graph = MixGraph()
    graph.add(room, to: .music)
    graph.add(hall, to: .pads)
    mixer.owner.presets = [
      MixPreset(name: "two", path: FilePath("/two.json"), isShipped: false, content: .success(graph))
    ]
    list()
    var orders: [PluginOrder] = []
    mixer.owner.orderPlugin = { orders.append($0) }
    press(.request(.mixer("two")))
    for unit in [room, hall] {
      application.receive([PluginRequest(unit: unit.name, state: nil): .success(unit)])
    }
    return { orders }
  }

  private var notices: [Notice] { application.state.notices.entries.map(\.notice) }

  @Test func mixerIsLoadedWhenItsPlugInsAreHeard() throws {
    let orders = try loadTwo()
    #expect(
      notices == [.mixer(.loading(["Room", "Hall"]))] && mixer.loading.map { [$0.come, $0.all] } == [0, 2])
    for order in orders() {
      #expect(notices.count == 1)
      application.receive(order.make(), ofInsert: order.id)
    }
    #expect(notices == [.mixer(.loading(["Room", "Hall"])), .mixer(.loaded("two"))] && mixer.loading == nil)
  }

  @Test func plugInsThatAreAwaitedAreCancelled() throws {
    let order = try #require(try loadTwo()().first)
    application.receive(order.make(), ofInsert: order.id)
    press(.mixer(.cancelPlugins))
    let isRoom = order.description === room
    #expect(notices.last == .mixer(.loadingCancelled([isRoom ? "Hall" : "Room"])) && mixer.loading == nil)
    #expect(mixer.graph[.music].inserts.first?.isBypassed == !isRoom)
    #expect(mixer.graph[.pads].inserts.first?.isBypassed == isRoom)
    press(.mixer(.cancelPlugins))
    #expect(notices.last == .mixer(.loadingCancelled([])))
  }

  @Test func presetIsTheFirstRowAndSetsAllValues() throws {
    try addHall()
    press(.mixerScreen(.open))
    let preset = try #require(try layer().value)
    #expect(preset.parameter.name == "preset" && preset.value == 0)
    #expect(preset.parameter.unit == .choice(["–", "Low", "High"]))
    press(.mixerScreen(.valueUp), .mixerScreen(.valueUp))
    #expect(mixer.insert?.values == hall.parameters.map(\.range.upperBound))
    press(.program(.undo))
    #expect(mixer.insert?.values == hall.parameters.map(\.initial))
    press(.move(.down))
    #expect(try layer().value?.parameter == hall.parameters.first)
  }

  @Test func presetWithAStateIsHeardAfterItsTrialInTheSamePlace() throws {
    let state = UnitState(properties: [
      UnitState.Property(key: "urn:k", type: "http://lv2plug.in/ns/ext/atom#Int", bytes: [1, 0, 0, 0])
    ])
    let box = MixerPluginTests.unit("Box", category: "Reverb", state: state)
    mixer.owner.change { $0.add(box, to: .music) }
    application.receive([PluginRequest(unit: box.name, state: nil): .success(box)])
    press(.mixer(.open), .move(.down), .move(.down), .mixerScreen(.open))
    press(.mixerScreen(.valueUp), .mixerScreen(.valueUp), .mixerScreen(.valueUp))
    #expect(mixer.graph[.music].inserts.first?.description == nil)
    application.receive([PluginRequest(unit: box.name, state: state): .success(box)])
    #expect(try layer().opened?.state == state)
    let preset = try #require(try layer().value)
    #expect(preset.parameter.name == "preset" && preset.value == 3)
  }

  // MARK: The filter

  @Test func filterListsTheUnitsOfAllCategories() throws {
    list()
    press(.mixer(.add), .search(.find))
    session.type(.insert("AUTH rev"))
    #expect(try layer().additions == [.unit(room), .unit(hall)])
    session.type(.move(.down))
    session.type(.accept)
    press(.mixerScreen(.open))
    #expect(mixer.graph[.music].inserts.map(\.unit) == [hall.name])
  }

  @Test func filterFindsOwnEffectsAndIsLeft() throws {
    list()
    press(.mixer(.add))
    let all = try layer().additions
    press(.search(.find))
    session.type(.insert("comp"))
    #expect(try layer().additions == EffectKind.description(of: "compressor").map { [.unit($0)] })
    session.type(.insert("x"))
    let prompt = try #require(session.layer(MixerFilterPrompt.self))
    #expect(try layer().additions.isEmpty && prompt.matchesNothing)
    session.type(.cancel)
    #expect(try layer().additions == all)
    press(.program(.cancel))
    #expect(try layer().mode == .strips)
  }

  @Test func refusedPlugInAndBrokenBundleAreNamed() {
    let problem = PluginScan.Problem(bundle: FilePath("/b.lv2"), reason: "syntax")
    application.receive(.success(PluginList(units: [room], problems: [problem])))
    application.receive([PluginRequest(unit: room.name, state: nil): .failure(UnitRefusal("it crashed"))])
    #expect(
      application.state.notices.entries.map(\.notice) == [
        .mixer(.brokenBundle(problem)), .mixer(.pluginRefused("Room", UnitRefusal("it crashed"))),
      ])
  }
}
