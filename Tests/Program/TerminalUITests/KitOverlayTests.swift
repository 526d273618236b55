@testable import Application
@testable import KitEditing
import AudioBase
@testable import Percussion
import SystemBase
import TerminalKit
import Testing

@testable import TerminalUI

/// The list of kits and the form for a pad as text.
@Suite struct KitOverlayTests {
  private static let sizes = [(120, 36), (80, 24), (40, 12), (20, 5)]

  private var list: KitList {
    func entry(_ name: String, _ format: Kit.Format, _ pads: Int, shipped: Bool = false) -> KitCatalog.Entry {
      KitCatalog.Entry(
        path: FilePath("/k/\(name)"), name: name, format: format, pads: pads, isShipped: shipped, error: nil)
    }
    var damaged = entry("Broken", .native, 0)
    damaged.error = FileError(.damaged, "/k/Broken/kit.json", detail: "at byte 1")
    var list = KitList(origin: FilePath("/k/DrumDub"))
    list.receive([
      entry("My Kit", .native, 32), damaged, entry("DrumDub", .native, 8, shipped: true),
      entry("GMRockKit", .hydrogen, 18), entry("Salamander", .sfz, 1),
    ])
    return list
  }

  private var editor: PadEditor {
    let path = FilePath("/k/GMRockKit")
    var pads = ["Kick", "Snare"].enumerated().map { index, name in
      Pad(
        number: index + 1, name: name,
        layers: [SampleLayer(samples: ["soft", "hard"].map { path.appending("\(name) \($0).flac") })])
    }
    pads[1].pan = -0.25
    var editor = PadEditor(
      Kit(name: "GMRockKit", path: path, format: .hydrogen, pads: pads), pad: 2, isOwn: false)
    editor.move(to: 2)
    _ = editor.step(1)
    editor.move(to: 6)
    _ = editor.step(1)
    return editor
  }

  @Test func padFormNamesThePadsThatAHitChokes() {
    var kit = editor.original
    for index in 0...1 { kit.pads[index].choke = Pad.Choke(group: 3, silencedBy: 3, fade: 0) }
    func choke(_ kit: Kit) -> String? {
      FormContent(PadEditor(kit, pad: 2, isOwn: true), key: "s").rows.first { $0.name == "Choke group" }?
        .text
    }
    #expect(choke(kit) == "3: chokes Kick")
    kit.pads[0].choke = nil
    #expect(choke(kit) == "3: no other pad")
    kit.pads[1].choke = nil
    #expect(choke(kit) == "none")
  }

  @Test func padFormShowsTheChosenLayerAndItsSample() {
    let path = FilePath("/k")
    var kit = editor.original
    kit.pads[1].layers = [
      SampleLayer(velocities: 1...60, samples: [path.appending("a.wav"), path.appending("b.wav")]),
      SampleLayer(velocities: 61...127, samples: [path.appending("c.wav")]),
    ]
    kit.pads[1].pedal = 64...127
    var editor = PadEditor(kit, pad: 2, isOwn: true)
    func text(_ name: String) -> String? {
      FormContent(editor, key: "").rows.first { $0.name == name }?.text
    }
    #expect(text("Layer") == "all: 2 layers, 3 samples" && text("Sample") == "a.wav and 2 more")
    #expect(text("Choice") == "round robin: samples take turns" && text("Softest hit") == nil)
    #expect(text("Pedal") == "64 to 127, 127 is closed")
    editor.move(to: editor.fields.firstIndex(of: .layer) ?? 0)
    _ = editor.step(1)
    #expect(text("Layer") == "1 of 2: 2 samples, velocity 1 to 60" && text("Sample") == "1 of 2: a.wav")
    #expect(text("Softest hit") == "velocity 1" && text("Hardest hit") == "velocity 60")
    #expect(text("Part") == nil)
    _ = editor.step(1)
    #expect(text("Layer") == "2 of 2: 1 sample, velocity 61 to 127")
    _ = editor.step(1)
    #expect(text("Layer") == "new: name its sample" && text("Sample") == "new: type its path")
  }

  /// A kit with two layers of strokes and one of the room, and the form for its pad.
  private var layered: PadEditor {
    var kit = editor.original
    kit.format = .native
    let files = ["a", "b", "c", "d"].map { FilePath("/k/\($0).wav") }
    kit.pads[1].layers = [
      SampleLayer(velocities: 1...60, samples: Array(files[..<2])),
      SampleLayer(velocities: 61...127, samples: [files[2]]), SampleLayer(samples: [files[3]]),
    ]
    kit.pads[1].layers[2].part = Kit.roomPart
    var editor = PadEditor(kit, pad: 2, isOwn: true)
    editor.room = kit.room
    return editor
  }

  /// Returns the lines of a form in an area of a size.
  private func lines(_ form: FormContent, _ width: Int, _ height: Int) -> String {
    var surface = Surface(Size(width, height))
    form.draw(on: &surface, in: surface.bounds, theme: .monochrome)
    return surface.lines.joined(separator: "\n")
  }

  @Test func padFormListsAllLayersWithTheChosenOne() throws {
    var editor = layered
    var list = try #require(FormContent(editor, key: "").list)
    #expect(list.selection == nil)
    #expect(
      list.rows == [
        "1   1–60     2 samples  part 0", "2   61–127   1 sample   part 0", "3   1–127    1 sample   room",
      ])
    editor.move(to: try #require(editor.fields.firstIndex(of: .layer)))
    for _ in 0..<2 { _ = editor.step(1) }
    list = try #require(FormContent(editor, key: "").list)
    #expect(list.selection == 1)
    #expect(FormContent(self.editor, key: "").list == nil, "a pad with one layer")
  }

  @Test func padFormNamesThePartsOfLayersAsTheFileDoes() throws {
    var kit = layered.kit
    kit.pads[1].layers.append(SampleLayer(samples: [FilePath("/k/tail.wav")]))
    kit.pads[1].layers[3].part = 2
    var editor = PadEditor(kit, pad: 2, isOwn: true)
    #expect(FormContent(editor, key: "").list?.rows.last == "4   1–127    1 sample   part 2")
    var texts: [String] = []
    editor.move(to: try #require(editor.fields.firstIndex(of: .layer)))
    for _ in 0..<4 {
      _ = editor.step(1)
      texts += FormContent(editor, key: "").rows.filter { ["Layer", "Part"].contains($0.name) }.map(\.text)
    }
    #expect(
      texts == [
        "1 of 4: 2 samples, part 0, velocity 1 to 60", "0: sounds with 1, 2",
        "2 of 4: 1 sample, part 0, velocity 61 to 127", "0: sounds with 1, 2",
        "3 of 4: 1 sample, room, velocity 1 to 127", "1, the room: sounds with 0, 2",
        "4 of 4: 1 sample, part 2, velocity 1 to 127", "2: sounds with 0, 1",
      ])
    #expect(
      NoticeText.sentence(.invalidValue(.part))
        == "not changed: Part is a number from 0 to 15: a hit plays a layer of each part")
  }

  @Test(arguments: [(120, 20), (100, 17), (80, 30), (76, 22)])
  func layersAreListedWhereThereIsRoom(width: Int, height: Int) {
    let text = lines(FormContent(layered, key: "s"), width, height)
    #expect(text.contains("61–127   1 sample") && text.contains("3   1–127    1 sample   room"))
    #expect(text.contains("Pad         2, key s") && text.contains("Room        0 dB"))
  }

  @Test(arguments: [(80, 16), (60, 10), (40, 12)])
  func formKeepsItsRowsWhereThereIsNoRoomForLayers(width: Int, height: Int) {
    let text = lines(FormContent(layered, key: "s"), width, height)
    #expect(!text.contains("61–127") && text.contains("Name        Snare"))
  }

  @Test func kitListIsDrawnAtEverySize() throws {
    var content = Sample.playing
    content.overlay = ListBox(
      title: "Kits", rows: list.rows.map { ListRow($0, isLoaded: $0.name == "GMRockKit") }, selection: 3,
      hints: ["Enter keep", "Esc back", "↑ ↓ play on the pads", "/ filter"],
      style: ListBox.Style(width: 76, hasMarks: true))
    for (width, height) in Self.sizes {
      try Snapshot.expect("kits-\(width)x\(height)", Sample.shown(content, width, height))
    }
  }

  @Test func padFormIsDrawnAtEverySize() throws {
    var content = Sample.playing
    var form = FormContent(editor, key: "s")
    form.hints = ["← → change", "Enter type", "W save", "Esc leave"]
    content.overlay = form
    for (width, height) in Self.sizes {
      try Snapshot.expect("pad-form-\(width)x\(height)", Sample.shown(content, width, height))
    }
  }

  @Test func bankOfAKitWithSeveralIsDrawnAtEverySize() throws {
    var content = Sample.playing
    content.bank.setCount(4)
    content.bank.select(2)
    for (width, height) in Self.sizes {
      try Snapshot.expect("bank-\(width)x\(height)", Sample.shown(content, width, height))
    }
  }

  @Test func kitAndBankChangesAreDescribedInSentences() {
    var bank = PadBank()
    #expect(PadText.sentence(bank, isChanged: false) == "this kit has one bank of pads")
    bank.setCount(2)
    #expect(PadText.sentence(bank, isChanged: false) == "bank 1/2: pads 1 to 8; it is the first")
    bank.select(2)
    #expect(PadText.sentence(bank, isChanged: true) == "bank 2/2: pads 9 to 16")
    #expect(PadText.sentence(bank, isChanged: false) == "bank 2/2: pads 9 to 16; it is the last")
    #expect(
      PadText.sentence(KitProgress(name: "Big", done: 15, total: 60)) == "loading Big ████░░░░░░░░░░░░ 25 %")
    #expect(
      NoticeText.sentence(.invalidValue(.choke))
        == "not changed: Choke group is a group from 1 to 16, or 0 for none")
    #expect(
      NoticeText.sentence(.samplesRefused([FileError(.notAudio, "/d/x.txt")]))
        == "the pad keeps its sample: cannot load /d/x.txt: not a sound file")
    let refused = [
      FileError(.notAudio, "/d/x.txt"), FileError(.notFound, "/d/y.wav"), FileError(.notAudio, "/d/z.txt"),
    ]
    #expect(
      NoticeText.sentence(.samplesRefused(refused))
        == "the pad keeps its samples: cannot load x.txt, z.txt: not a sound file; y.wav: no such file")
    #expect(
      NoticeText.sentence(.samplesRefused([refused[0]], added: 2))
        == "2 files added; not added: cannot load /d/x.txt: not a sound file")
    #expect(
      NoticeText.sentence(.samplesRefused(Array(refused.prefix(2)), added: 1))
        == "1 file added; not added: cannot load x.txt: not a sound file; y.wav: no such file")
    #expect(KitNotice.samplesRefused(refused).severity == .error)
    #expect(KitNotice.samplesRefused(refused, added: 1).severity == .warning)
    #expect(
      NoticeText.sentence(.noPath) == "no sample is added: the path of a file begins with /, ~ or file://")
    #expect(NoticeText.sentence(.velocitiesShared(layer: 5)).hasPrefix("layer 5 is added"))
    #expect(NoticeText.sentence(.layerNotHeard(pad: 3)).contains("samples of pad 3 cannot be read"))
    #expect(NoticeText.sentence(.notHeardWhileTakePlays).hasSuffix("stop it first"))
  }
}
