import AudioBase
import Effects
import MixEngine
import SystemBase
import Testing

@testable import Studio

/// Snapshots of the mixer: what they have, the way to their values, their files and their undo.
@MainActor @Suite struct SceneTests {
  private let gains = MixGains(music: Decibels(-3), pads: Decibels(-6))

  /// A mixer with values in all parts of addresses.
  private func graph() -> MixGraph {
    var graph = MixGraph()
    graph.add(.filter, to: .music)
    graph.add(.reverb, to: .returns(1))
    graph[.music].sends = [MixGraph.Send(to: 1, Decibels(-12))]
    graph[.pad(3)].gain = Decibels(-6)
    graph[.pads].pan = 0.5
    return graph
  }

  private func fade(_ graph: MixGraph, _ scene: MixScene) -> SceneFade {
    SceneFade(from: graph, gains, to: scene)
  }

  @Test func sceneOfTheMixerChangesNothing() {
    let scene = MixScene(of: graph(), gains)
    #expect(scene.values["music/gain"] == -3 && scene.values["pads/gain"] == -6)
    #expect(scene.values["pad 3/gain"] == -6 && scene.values["pads/pan"] == 50)
    #expect(scene.values["music/send 1"] == -12 && scene.values["music/filter/bypass"] == 0)
    #expect(scene.values["music/filter/cutoff"] != nil)
    let fade = fade(graph(), scene)
    #expect(fade.moves.isEmpty && fade.missing.isEmpty)
  }

  @Test func changedValuesReturnToThoseOfTheScene() {
    let scene = MixScene(of: graph(), gains)
    var changed = graph()
    changed[.pads].pan = -1
    changed[.click].isMuted = true
    changed[.pad(5)].gain = Decibels(-20)
    changed[.music].sends[0].gain = Decibels(0)
    let filter = changed[.music].inserts[0].id
    changed.changeInsert(filter) { $0.isBypassed = true }
    let goals = Dictionary(
      uniqueKeysWithValues: fade(changed, scene).moves.map { ($0.address.text, $0.value(at: 1)) })
    #expect(
      goals == [
        "pads/pan": 50, "click/mute": 0, "pad 5/gain": 0, "music/send 1": -12, "music/filter/bypass": 0,
      ])
  }

  @Test func valuesThatTheMixerLacksAreNamed() {
    let scene = MixScene(of: graph(), gains)
    var other = MixGraph()
    other[.pads].pan = 0.5
    let fade = fade(other, scene)
    #expect(fade.missing.contains("music/send 1") && fade.missing.contains("music/filter/cutoff"))
    #expect(fade.missing.allSatisfy { $0.hasPrefix("music/") || $0.hasPrefix("return 1/reverb/") })
    #expect(!fade.missing.contains("music/pan"))
    // Each pad can get a strip of its own.
    #expect(fade.moves.map(\.address.text) == ["pad 3/gain"] && fade.moves[0].value(at: 1) == -6)
  }

  @Test func wayIsThatOfTheScaleOfTheParameter() throws {
    var from = graph()
    let filter = from[.music].inserts[0].id
    let cutoff = try #require(EffectKind.filter.parameters.firstIndex { $0.name == "cutoff" })
    from.set(100, parameter: cutoff, ofInsert: filter)
    from[.pads].isMuted = true
    var scene = MixScene(of: from, gains)
    (scene.values["music/filter/cutoff"], scene.values["pads/mute"]) = (10_000, 0)
    (scene.values["music/mute"], scene.values["pads/gain"]) = (1, -12)
    let moves = Dictionary(uniqueKeysWithValues: fade(from, scene).moves.map { ($0.address.text, $0) })
    #expect(moves.count == 4)
    let half = moves.mapValues { $0.value(at: 0.5) }
    #expect(abs((half["music/filter/cutoff"] ?? 0) - 1_000) < 0.1 && abs((half["pads/gain"] ?? 0) + 9) < 1e-9)
    // What is heard again begins at once; what falls silent does so at the end.
    #expect(half["pads/mute"] == 0 && half["music/mute"] == 0)
    #expect(moves["music/mute"]?.value(at: 1) == 1 && moves["music/filter/cutoff"]?.value(at: 1) == 10_000)
    #expect(abs((moves["pads/gain"]?.value(at: 0) ?? 0) + 6) < 1e-9)
  }

  @Test func busThatAnEffectFollowsChangesAtOnce() throws {
    var from = graph()
    let added = from.add(.compressor, to: .music)
    let id = try #require(added)
    var to = from
    to.changeInsert(id) { $0.sidechain = .pad(7) }
    let fade = fade(from, MixScene(of: to, gains))
    let move = try #require(fade.moves.first)
    #expect(fade.moves.map(\.address.text) == ["music/compressor/source"] && fade.missing.isEmpty)
    // No bus between both is heard on the way.
    for part in [0, 0.3, 0.7, 1] { #expect(move.value(at: part) == move.value(at: 1), "\(part)") }
  }

  @Test func filesKeepScenesWithWhatIsUnknown() throws {
    var mixer = graph()
    mixer.scenes[3] = MixScene(of: mixer, gains)
    mixer.scenes[3]?.unknown.append("colour", .string("red"))
    mixer.scenes[8] = MixScene(["http://example.org/unit": 0.25])
    let read = try MixFile.decode(MixFile.encode(mixer), subject: "m")
    #expect(read.scenes == mixer.scenes && read == mixer)
  }

  @Test(arguments: [
    (#"{"number":9,"values":{}}"#, "number"), (#"{"number":1,"values":{"music/pan":"x"}}"#, "music/pan"),
    (#"{"number":2},{"number":2}"#, "stands there twice"),
  ]) func damagedSceneIsRefusedWithItsPlace(scenes: String, place: String) throws {
    let text = #"{"format":"drumdub-mixer","version":1,"scenes":[\#(scenes)]}"#
    let error = #expect(throws: FileError.self) { try MixFile.decode(Array(text.utf8), subject: "m") }
    #expect(error?.code == .damaged && error?.detail?.contains(place) == true)
  }

  @Test func changeOfManyValuesAndLevelsIsOneStepOfTheHistory() {
    let owner = MixOwner(
      AudioEngine(sampleRate: .standard).control,
      MixCatalog(userFolder: FilePath("/mixers"), shippedFolder: nil)
    ) { _, _ in }
    owner.change { $0 = graph() }
    let levels = Levels(gains)
    let port = MixGainsPort(present: { levels.gains }, set: { levels.gains = $0 })
    let before = owner.graph
    owner.beginChange(of: port)
    owner.continueChange {
      owner.set(-100, at: MixGraph.Address(.pads, .pan))
      owner.set(
        1, at: MixGraph.Address(.music, .parameter(unit: "filter", number: 1, name: "bypass")))
      levels.gains.music = Decibels(-20)
    }
    let after = owner.graph
    #expect(after[.pads].pan == -1 && after[.music].inserts[0].isBypassed)
    #expect(owner.turn(.undo) && owner.graph == before && levels.gains == gains)
    #expect(owner.turn(.redo) && owner.graph == after && levels.gains.music == Decibels(-20))
    #expect(owner.turn(.undo) && owner.turn(.undo) && owner.graph == MixGraph())
  }

  @MainActor private final class Levels {
    var gains: MixGains
    init(_ gains: MixGains) { self.gains = gains }
  }

  @Test func mixersWithTheSameUnitsAndValuesMatch() throws {
    let read = try MixFile.decode(MixFile.encode(graph()), subject: "m").renumbered(after: graph())
    #expect(graph().matches(read))
    var other = read
    other[.pads].pan = 0
    #expect(!graph().matches(other) && graph().matches(other, ignoring: ["pads/pan"]))
    other = read
    other.add(.delay, to: .pads)
    #expect(!graph().matches(other) && !other.matches(graph()))
    other = read
    other.scenes[1] = MixScene([:])
    #expect(graph().matches(other))
  }
}
