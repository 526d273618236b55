import AudioBase
import MixEngine
@testable import Percussion
import SystemBase
import Testing

@testable import KitEditing

/// Layers and samples in the editor of a pad, and how one is heard alone.
@Suite struct PadLayersTests {
  private static func path(_ name: String) -> FilePath { FilePath("/k/\(name).wav") }

  /// A pad with a soft layer of two samples and a hard one of one.
  private static let kit = Kit(
    name: "K", path: FilePath("/k"),
    pads: [
      Pad(
        number: 1, name: "kick",
        layers: [
          SampleLayer(velocities: 1...60, samples: [path("a"), path("b")]),
          SampleLayer(velocities: 61...127, samples: [path("c")]),
        ])
    ])

  private func opened(
    of kit: Kit = PadLayersTests.kit, layer: String = "all", _ field: PadEditor.Field
  ) -> PadEditor {
    var editor = PadEditor(kit, pad: 1, isOwn: true)
    select(.layer, &editor)
    _ = editor.type(layer, path: FilePath("/"))
    select(field, &editor)
    return editor
  }

  private func select(_ field: PadEditor.Field, _ editor: inout PadEditor) {
    editor.move(to: editor.fields.firstIndex(of: field) ?? 0)
  }

  private func type(_ text: String, _ editor: inout PadEditor) -> Bool {
    editor.type(text, path: FilePath(text))
  }

  @Test func aLayerIsChosenByStepsAndByItsNumber() {
    var editor = opened(.layer)
    var chosen: [PadEditor.Choice] = []
    for direction in [1, 1, 1, 1, -1, -1, -1, -1] {
      let isChanged = editor.step(direction)
      #expect(!isChanged)
      chosen.append(editor.chosenLayer)
    }
    #expect(chosen == [.one(0), .one(1), .new, .new, .one(1), .one(0), .all, .all])
    #expect(type("2", &editor) && editor.chosenLayer == .one(1) && editor.fields.contains(.lowest))
    #expect(type("new", &editor) && editor.chosenLayer == .new && !editor.fields.contains(.lowest))
    #expect(!type("3", &editor) && type("all", &editor) && editor.chosenLayer == .all && !editor.isChanged)
  }

  @Test func velocitiesOfALayerAreMovedTypedAndResetWithinTheirBounds() {
    var editor = opened(layer: "1", .highest)
    #expect(editor.step(1) && editor.step(1, isLarge: true))
    #expect(editor.pad.layers.map(\.velocities) == [1...71, 61...127])
    select(.lowest, &editor)
    #expect(type("20", &editor) && !type("72", &editor) && !type("0", &editor))
    #expect(editor.pad.layers[0].velocities == 20...71)
    for _ in 0..<9 { _ = editor.step(1, isLarge: true) }
    #expect(editor.pad.layers[0].velocities == 71...71)
    #expect(editor.reset() && editor.pad.layers[0].velocities == 1...71)
    #expect(editor.undo() && editor.pad.layers[0].velocities == 71...71)
  }

  @Test func samplesOfALayerAreReplacedAddedAndRemoved() {
    var editor = opened(layer: "1", .sample)
    #expect(editor.chosenSample == .one(0) && type("/k/x.wav", &editor))
    #expect(!editor.step(1) && editor.chosenSample == .one(1))
    #expect(!editor.step(1) && !editor.step(1) && editor.chosenSample == .new)
    #expect(type("/k/y.wav", &editor) && editor.chosenSample == .one(2))
    #expect(editor.pad.layers[0].samples == ["x", "b", "y"].map(Self.path))
    #expect(editor.reset() && editor.chosenSample == .one(1) && editor.reset())
    #expect(editor.pad.layers[0].samples == [Self.path("x")])
    #expect(editor.reset() && editor.pad.layers == [Self.kit.pads[0].layers[1]])
    #expect(editor.chosenLayer == .one(0))
    let undone = (0..<5).map { _ in editor.undo() }
    #expect(!undone.contains(false) && editor.kit == Self.kit)
  }

  @Test func aChosenLayerIsRemovedAlone() {
    var editor = opened(layer: "2", .layer)
    #expect(editor.reset() && editor.pad.layers == [Self.kit.pads[0].layers[0]])
    #expect(editor.chosenLayer == .one(0))
    #expect(type("new", &editor) && !editor.reset())
    #expect(type("all", &editor) && editor.reset() && editor.pad.layers.isEmpty)
  }

  @Test func droppedFilesBecomeALayerOrSamplesOfTheChosenOne() {
    var kit = Self.kit
    kit.pads[0].layers.removeLast()
    var editor = opened(of: kit, .gain)
    _ = editor.add([Self.path("d"), Self.path("e")])
    let added = SampleLayer(velocities: 61...127, samples: [Self.path("d"), Self.path("e")])
    #expect(editor.pad.layers == kit.pads[0].layers + [added])
    #expect(editor.chosenLayer == .one(1) && editor.chosenSample == .one(1) && editor.field == .sample)
    #expect(editor.add([Self.path("f")]) && editor.pad.layers[1].samples.count == 3)
    #expect(!editor.add([]) && editor.undo() && editor.undo() && editor.kit == kit)
    // Where each velocity is played, a new layer plays all.
    editor = opened(.layer)
    #expect(editor.add([Self.path("d")]) && editor.pad.layers[2].velocities == 1...127)
  }

  @Test func partOfALayerIsSteppedTypedAndReset() {
    var kit = Self.kit
    kit.pads[0].layers[1].part = 1
    var editor = opened(of: kit, layer: "2", .part)
    #expect(editor.step(1) && editor.pad.layers.map(\.part) == [0, 2])
    #expect(type("15", &editor) && !editor.step(1) && !type("16", &editor) && !type("room", &editor))
    #expect(editor.pad.layers.map(\.part) == [0, 15] && editor.pad.layers[1].velocities == 61...127)
    #expect(editor.reset() && !editor.step(-1) && !editor.reset() && editor.pad.layers[1].part == 0)
    #expect(editor.undo() && editor.pad.layers[1].part == 15)
    #expect(!opened(layer: "1", .layer).fields.contains(.part), "the kit has no other part")
  }

  @Test func newLayerIsOfPartZeroAndPlaysTheVelocitiesThatNoOtherOneOfItPlays() {
    var kit = Self.kit
    kit.pads[0].layers[1] = SampleLayer(samples: [Self.path("tail")])
    kit.pads[0].layers[1].part = 2
    var editor = opened(of: kit, .gain)
    _ = editor.add([Self.path("d")])
    #expect(editor.pad.layers[2].velocities == 61...127 && editor.pad.layers[2].part == 0)
  }

  @Test func allLayersOrTheLastSampleAreChosenIfTheChosenOnesAreUndone() throws {
    var editor = opened(.gain)
    #expect(editor.add([Self.path("d"), Self.path("e")]) && editor.add([Self.path("f")]))
    #expect(editor.chosenLayer == .one(2) && editor.chosenSample == .one(2))
    #expect(editor.undo() && editor.chosenLayer == .one(2) && editor.chosenSample == .one(1))
    let added = try #require(editor.sampleEdits[1])
    #expect(
      editor.refuse([Self.path("d"), Self.path("e")], of: added) == 0 && editor.chosenLayer == .all
        && editor.chosenSample == .all)
    // The next sound is a layer again.
    #expect(editor.add([Self.path("g")]) && editor.pad.layers.count == 3 && editor.chosenLayer == .one(2))
  }

  @Test func refusedSampleIsTakenBackFromLaterEditsToo() throws {
    var editor = opened(.layer)
    _ = editor.add([Self.path("bad")])
    let bad = try #require(editor.sampleEdits[1])
    _ = editor.add([Self.path("good")])
    select(.highest, &editor)
    #expect(editor.step(-1) && editor.refuse([Self.path("bad")], of: bad) == 0)
    #expect(editor.refuse([Self.path("bad")], of: bad) == nil)
    let kept = SampleLayer(velocities: 1...126, samples: [Self.path("good")])
    #expect(editor.pad.layers == Self.kit.pads[0].layers + [kept])
  }

  @Test func refusedSamplesOfADropAreRemovedAndTheOthersUndoneTogether() throws {
    var editor = opened(.layer)
    let names = ["x", "good", "y", "better"]
    _ = editor.add(names.map(Self.path))
    let drop = try #require(editor.sampleEdits[1])
    _ = editor.add([Self.path("z"), Self.path("best")])
    let last = try #require(editor.sampleEdits[1])
    let bad: Set = [Self.path("x"), Self.path("y"), Self.path("z")]
    #expect(drop != last && editor.refuse(bad, of: last) == 3, "those of both drops")
    #expect(editor.refuse(bad, of: last) == nil && editor.refuse(bad, of: drop) == nil)
    let good = ["good", "better", "best"].map(Self.path)
    #expect(editor.pad.layers.count == 3 && editor.pad.layers[2].samples == good)
    #expect(editor.chosenLayer == .one(2) && editor.chosenSample == .one(2))
    #expect(editor.undo() && editor.pad.layers[2].samples == Array(good.dropLast()))
    #expect(editor.undo() && editor.kit == Self.kit && !editor.undo())
  }

  @Test func changeAfterWhichAnotherSampleIsGoneIsUndoneWhole() throws {
    var editor = opened(.layer)
    _ = editor.add([Self.path("d")])
    let added = try #require(editor.sampleEdits[1])
    #expect(editor.refuse([Self.path("a")], of: added) == 0 && editor.kit == Self.kit)
  }

  @Test func choiceAndPedalAreSteppedAndTyped() {
    var editor = opened(.choice)
    #expect(editor.step(1) && editor.pad.choice == .random)
    #expect(type("roundRobin", &editor) && editor.pad.choice == .roundRobin && !type("x", &editor))
    select(.pedal, &editor)
    #expect(editor.step(1) && editor.pad.pedal == 0...31 && editor.step(-1) && editor.pad.pedal == nil)
    #expect(type("64 to 127", &editor) && editor.pad.pedal == 64...127)
    #expect(type("any", &editor) && editor.pad.pedal == nil)
    #expect(type("96-127", &editor) && editor.reset() && editor.pad.pedal == nil)
  }

  // MARK: Heard alone

  /// Two samples of part 3 and four of part 7: the digits are 0 to 2 and, at 3 times the value, 0 to 4.
  @Test func indexOfAStrikeHasOneSampleOfOnePart() {
    func layer(_ count: Int, part: Int) -> PadProgram.Layer {
      let sound = PCMBuffer(frames: [Frame(repeating: 1)], sampleRate: .standard)
      var layer = PadProgram.Layer(samples: Array(repeating: sound, count: count))
      layer.part = part
      return layer
    }
    let pad = PadProgram.Pad(layers: [layer(1, part: 7), layer(2, part: 3), layer(3, part: 7)])
    #expect(pad.index(ofSample: 1, part: 3) == 1 + 3 * 4)
    #expect(pad.index(ofSample: 0, part: 7) == 2 && pad.index(ofSample: 3, part: 7) == 2 + 3 * 3)
    #expect(pad.index(ofSample: 4, part: 7) == nil && pad.index(ofSample: 0, part: 0) == nil)
    #expect(PadProgram.Pad(layers: [layer(3, part: 0)]).index(ofSample: 2, part: 0) == 2)
    // Strokes, room and tail: the digits of part 0 and 1 are 0 or 1, that of part 2 is 0 to 2 at 4 times the value.
    let three = PadProgram.Pad(layers: [layer(1, part: 0), layer(1, part: 1), layer(2, part: 2)])
    #expect(three.index(ofSample: 1, part: 2) == 1 + 2 + 4 && three.index(ofSample: 0, part: 0) == 2 + 2 * 4)
  }
}
