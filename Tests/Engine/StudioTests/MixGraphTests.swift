import AudioBase
import Effects
import Studio
import SystemBase
import Testing

/// The mixer as a value, and its files.
@Suite struct MixGraphTests {
  private let buses: [MixGraph.Bus] = [
    .music, .pads, .pad(1), .pad(128), .click, .returns(1), .returns(4), .master,
  ]

  private func decode(_ text: String) throws(FileError) -> MixGraph {
    try MixFile.decode(Array(text.utf8), subject: "mix.json")
  }

  @Test func nameOfABusIsReadBack() {
    for bus in buses { #expect(MixGraph.Bus(bus.name) == bus) }
    for name in ["", "pad", "pad 0", "pad 129", "pad x", "return 5", "music 1", "pads 2", "pad 1 2"] {
      #expect(MixGraph.Bus(name) == nil, "\(name)")
    }
  }

  @Test func stripThatIsResetIsRemoved() {
    var graph = MixGraph()
    graph[.pad(3)].pan = 0.5
    #expect(graph.pads == [3])
    graph[.pad(3)].pan = 0
    #expect(graph == MixGraph() && graph.pads.isEmpty)
  }

  @Test func sendToAReturnMakesTheReturn() {
    var graph = MixGraph()
    graph[.pads].sends = [MixGraph.Send(to: 2, Decibels(-12))]
    #expect(graph.returnCount == 2)
    graph[.returns(3)].gain = Decibels(-3)
    #expect(graph.returnCount == 3)
  }

  @Test func valueIsClampedToTheRangeOfItsParameter() throws {
    var graph = MixGraph()
    let added = graph.add(.filter, to: .music)
    let id = try #require(added)
    for (index, parameter) in EffectKind.filter.parameters.enumerated() {
      graph.set(1e12, parameter: index, ofInsert: id)
      #expect(graph.insert(id)?.values[index] == parameter.range.upperBound)
      graph.set(.nan, parameter: index, ofInsert: id)
      #expect(graph.insert(id)?.values[index] == parameter.range.upperBound)
    }
    graph.set(0, parameter: 99, ofInsert: id)
    graph.set(0, parameter: 0, ofInsert: id + 1)
  }

  @Test func stripHasALimitedNumberOfEffects() {
    var graph = MixGraph()
    for _ in 0..<MixGraph.mostInserts { #expect(graph.add(.delay, to: .pads) != nil) }
    #expect(graph.add(.delay, to: .pads) == nil)
  }

  @Test func numbersOfALoadedGraphAreThoseOfNoOtherEffect() throws {
    var (one, other) = (MixGraph(), MixGraph())
    let added = one.add(.delay, to: .pads)
    let first = try #require(added)
    other.add(.delay, to: .pads)
    let loaded = other.renumbered(after: one)
    #expect(loaded.insert(first) == nil && loaded[.pads].inserts.map(\.unit) == ["delay"])
  }

  @Test func fileReadsBackAsTheSameGraph() throws {
    var graph = MixGraph()
    for bus in buses where bus != .master {
      graph[bus].gain = Decibels(-3.5)
      graph[bus].pan = -0.25
      graph[bus].isMuted = true
      graph.add(.filter, to: bus)
    }
    let added = graph.add(.compressor, to: .music)
    let compressor = try #require(added)
    graph.changeInsert(compressor) { $0.sidechain = .pad(1) }
    graph[.pad(1)].isSoloed = true
    graph[.pads].sends = [MixGraph.Send(to: 1, Decibels(-60)), MixGraph.Send(to: 4, Decibels(12))]
    let copy = try MixFile.decode(MixFile.encode(graph), subject: "mix.json")
    for bus in buses {
      let (one, other) = (copy[bus], graph[bus])
      #expect(one.gain == other.gain && one.pan == other.pan && one.isMuted == other.isMuted, "\(bus)")
      #expect(one.isSoloed == other.isSoloed && one.sends == other.sends, "\(bus)")
      #expect(one.inserts.map(\.unit) == other.inserts.map(\.unit), "\(bus)")
      #expect(one.inserts.map(\.values) == other.inserts.map(\.values), "\(bus)")
      #expect(one.inserts.map(\.sidechain) == other.inserts.map(\.sidechain), "\(bus)")
    }
  }

  @Test func unknownUnitsAndMembersAreKept() throws {
    let text = """
      {"format":"drumdub-mixer","version":1,"colour":"red","strips":[{"bus":"music","height":3,"inserts":[\
      {"unit":"http://example.org/reverb","bypassed":true,"state":{"x":[1,2]}}]}]}
      """
    let graph = try decode(text)
    let insert = try #require(graph[.music].inserts.first)
    #expect(insert.description == nil && insert.unit == "http://example.org/reverb" && insert.isBypassed)
    let written = try MixFile.decode(MixFile.encode(graph), subject: "mix.json")
    #expect(written.unknown == graph.unknown && written[.music].unknown == graph[.music].unknown)
    #expect(written[.music].inserts.first?.unknown == insert.unknown)
    #expect(graph.unknown["colour"] == .string("red") && insert.unknown["state"] != nil)
  }

  @Test(arguments: [
    ("{", "invalid JSON"), ("{}", "format: it is missing"),
    (#"{"format":"x","version":1}"#, "format: drumdub-mixer"),
    (#"{"format":"drumdub-mixer","version":0}"#, "version: a whole number"),
    (#"{"format":"drumdub-mixer","version":9}"#, "needs a newer drumdub"),
    (#"{"format":"drumdub-mixer","version":1,"strips":[{"bus":"pad 200"}]}"#, "strips[0].bus: music, pads"),
    (#"{"format":"drumdub-mixer","version":1,"strips":[{"bus":"pads","gain":99}]}"#, "strips[0].gain"),
    (
      #"{"format":"drumdub-mixer","version":1,"strips":[{"bus":"pads","pan":1},{"bus":"pads"}]}"#,
      "two strips"
    ),
    (
      #"{"format":"drumdub-mixer","version":1,"strips":[{"bus":"pads","sends":[{"to":9,"gain":0}]}]}"#,
      "strips[0].sends[0].to"
    ),
  ])
  func damagedFileIsRefusedWithItsPlace(_ text: String, _ reason: String) {
    do throws(FileError) {
      _ = try decode(text)
      Issue.record("\(text) was read")
    } catch {
      #expect(error.detail?.contains(reason) == true, "\(error)")
    }
  }

  @Test func shippedMixersAreReadAndKnowAllTheirUnits() throws {
    let checkout = FilePath(#filePath).directory.directory.directory.directory
    let catalog = MixCatalog(
      userFolder: checkout.appending("none"), shippedFolder: checkout.appending("Resources/Mixers"))
    let presets = catalog.presets()
    #expect(presets.map(\.name).sorted() == ["dry", "dub", "room"] && presets.allSatisfy(\.isShipped))
    for preset in presets {
      let graph = try preset.content.get()
      #expect(graph.strips.values.flatMap(\.inserts).allSatisfy { $0.description != nil }, "\(preset.name)")
      #expect((preset.name == "dry") == graph.strips.isEmpty, "\(preset.name)")
    }
  }
}
