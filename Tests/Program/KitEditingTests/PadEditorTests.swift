@testable import KitEditing
import AudioBase
@testable import Percussion
import SystemBase
import Testing

@Suite struct PadEditorTests {
  private var kit: Kit {
    Kit(
      name: "K", path: FilePath("/k"),
      pads: [Pad(number: 1, name: "kick", layers: [SampleLayer(samples: [FilePath("/k/a.wav")])])])
  }

  private func select(_ field: PadEditor.Field, _ editor: inout PadEditor) {
    editor.move(to: editor.fields.firstIndex(of: field) ?? 0)
  }

  @Test func gainOfAPadIsTypedInPercent() {
    var editor = PadEditor(kit, pad: 1, isOwn: true)
    select(.gain, &editor)
    #expect(editor.type("80%", path: FilePath("/")) && editor.pad.gain == Decibels(-7.15))
    #expect(!editor.type("80 percent", path: FilePath("/")) && editor.pad.gain == Decibels(-7.15))
  }

  @Test func stepsOfPadFieldsStayInTheirRanges() {
    var editor = PadEditor(kit, pad: 1, isOwn: true)
    for field in PadEditor.Field.allCases {
      select(field, &editor)
      for _ in 0..<60 { _ = editor.step(1, isLarge: true) }
    }
    #expect(editor.number == 8)
    var pad = kit.pads[0]
    editor = PadEditor(kit, pad: 1, isOwn: true)
    for (field, count) in [
      (PadEditor.Field.gain, 60), (.pan, 60), (.tune, 60), (.choke, 60), (.mode, 2), (.retrigger, 1),
    ] {
      select(field, &editor)
      for _ in 0..<count { _ = editor.step(1, isLarge: true) }
    }
    (pad.gain, pad.pan, pad.tune) = (Decibels(24), 1, 48)
    pad.choke = Pad.Choke(group: 16, fade: 0.005)
    (pad.mode, pad.retrigger) = (.toggle, .overlap())
    #expect(editor.pad == pad)
    select(.choke, &editor)
    for _ in 0..<20 { _ = editor.step(-1) }
    #expect(editor.pad.choke == nil)
  }

  @Test func editingAPadThatTheKitLacksCreatesThePad() {
    var editor = PadEditor(kit, pad: 5, isOwn: true)
    #expect(editor.type("clap", path: FilePath("")) && editor.kit.pads.map(\.number) == [1, 5])
    #expect(editor.undo() && editor.kit == kit && !editor.undo())
  }

  @Test func undoAfterManyEditsTakesBackTheLastHundred() {
    var editor = PadEditor(kit, pad: 1, isOwn: true)
    select(.tune, &editor)
    for _ in 0..<30 { for direction in [1, 1, -1, 1] { _ = editor.step(direction) } }
    let end = editor.pad.tune
    var undone = 0
    while editor.undo() { undone += 1 }
    #expect(undone == 100 && end == 48)
  }

  @Test func resetOfTheSampleRemovesAllLayers() {
    var editor = PadEditor(kit, pad: 1, isOwn: true)
    select(.sample, &editor)
    #expect(editor.reset() && editor.pad.layers.isEmpty && !editor.reset())
  }

  @Test func startAndEndMoveByZeroCrossingsAndAreReset() {
    let levels: [Float] = [1, 1, -1, -1, 1, 1]
    let sound = SampleSound(
      PCMBuffer(frames: levels.map { Frame(repeating: $0) }, sampleRate: SampleRate(100)))
    var editor = PadEditor(kit, pad: 1, isOwn: true)
    select(.start, &editor)
    #expect(editor.moveBound(1, isLarge: false, in: sound) && editor.pad.layers[0].start == 2)
    #expect(editor.moveBound(1, isLarge: false, in: sound) && editor.pad.layers[0].start == 4)
    #expect(editor.moveBound(1, isLarge: false, in: sound) && editor.pad.layers[0].start == 5)
    #expect(editor.undo() && editor.pad.layers[0].start == 4)
    #expect(editor.moveBound(-1, isLarge: true, in: sound) && editor.pad.layers[0].start == 2)
    select(.end, &editor)
    #expect(editor.moveBound(-1, isLarge: false, in: sound) && editor.pad.layers[0].end == 4)
    #expect(editor.moveBound(-1, isLarge: false, in: sound) && editor.pad.layers[0].end == 3)
    #expect(editor.moveBound(1, isLarge: false, in: sound) && editor.pad.layers[0].end == 4)
    #expect(editor.type("6", path: FilePath("")) && !editor.type("2", path: FilePath("")))
    #expect(editor.pad.layers[0].end == 6)
    select(.direction, &editor)
    #expect(editor.step(1) && editor.pad.layers[0].isReversed && editor.reset())
    select(.end, &editor)
    #expect(editor.reset() && editor.pad.layers[0].end == nil && editor.pad.layers[0].start == 2)
    select(.start, &editor)
    #expect(editor.reset() && editor.kit == kit)
  }

  @Test func onlyAPadWithOneSampleHasStartAndEnd() {
    var two = kit
    two.pads[0].layers[0].samples.append(FilePath("/k/b.wav"))
    let first: [PadEditor.Field] = [.pad, .name, .gain, .pan, .tune, .choke, .mode, .retrigger]
    #expect(
      PadEditor(kit, pad: 1, isOwn: true).fields == first + [
        .pedal, .layer, .start, .end, .direction, .sample,
      ])
    #expect(PadEditor(two, pad: 1, isOwn: true).fields == first + [.choice, .pedal, .layer, .sample])
    #expect(PadEditor(kit, pad: 2, isOwn: true).fields == first + [.pedal, .layer, .sample])
  }

  @Test func outermostTypedValuesOfAPadAreAccepted() {
    var editor = PadEditor(kit, pad: 1, isOwn: true)
    for (field, text) in [
      (PadEditor.Field.choke, "16"), (.gain, "24"), (.pan, "-1"), (.tune, "-48"),
    ] {
      select(field, &editor)
      let isSet = editor.type(text, path: FilePath("/"))
      #expect(isSet, "\(field)")
    }
    #expect(editor.pad.choke?.group == 16 && editor.pad.gain == Decibels(24))
    #expect(editor.pad.pan == -1 && editor.pad.tune == -48)
    select(.choke, &editor)
    #expect(editor.type("0", path: FilePath("/")) && editor.pad.choke == nil)
  }

  @Test(arguments: [
    (PadEditor.Field.gain, "loud"), (.pan, ""), (.tune, "1e9"), (.choke, "nan"), (.pad, "9"), (.mode, "hold"),
    (.choke, "17"), (.choke, "-1"), (.choke, "2.5"), (.gain, "25"), (.gain, "-61"), (.pan, "1.1"),
    (.tune, "49"),
    (.retrigger, "x"), (.sample, ""), (.layer, "2"), (.pedal, "5"), (.pedal, "9 3"), (.pedal, "0 128"),
  ])
  func invalidTextForAPadFieldChangesNothing(field: PadEditor.Field, text: String) {
    var editor = PadEditor(kit, pad: 1, isOwn: true)
    select(field, &editor)
    #expect(!editor.type(text, path: FilePath(text)) && !editor.isChanged)
  }
}
