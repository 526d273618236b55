import SystemBase
import TestSupport
import Testing

@testable import Percussion

/// Saving kits with their samples.
@Suite struct KitSaverTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for (name, content) in [("a/hit.wav", "one"), ("b/hit.wav", "two")] {
      try FileBytes.makeFolder(folder.file(name).directory)
      try folder.write(content, to: name)
    }
  }

  private func layer(_ names: String...) -> SampleLayer {
    SampleLayer(samples: names.map { folder.file($0) })
  }

  private func read(_ path: FilePath) throws -> String {
    String(decoding: try FileBytes.read(path, limit: 100), as: UTF8.self)
  }

  @Test func savedKitHasItsSamplesUnderDistinctNames() throws {
    let kit = Kit(
      name: "Copy", path: folder.file("a"), format: .hydrogen,
      pads: [
        Pad(number: 1, name: "x", layers: [layer("a/hit.wav", "b/hit.wav", "gone.wav")]),
        Pad(number: 9, name: "y", layers: [layer("a/hit.wav")]),
      ])
    let target = folder.file("kits/Copy")
    try KitSaver.save(kit, in: target, current: folder.path)
    let saved = try KitReader.read(target).kit
    #expect(saved.name == "Copy" && saved.format == .native && saved.pads.map(\.number) == [1, 9])
    let samples = saved.pads[0].layers[0].samples
    #expect(samples[0] == saved.pads[1].layers[0].samples[0])
    #expect(samples[0].directory == target && samples[1].directory == target && samples[0] != samples[1])
    #expect(try read(samples[0]) == "one" && read(samples[1]) == "two")
    #expect(samples[2] == folder.file("gone.wav"))
    // Saved again, nothing more is copied, and an added sample is.
    var changed = saved
    changed.pads[1].layers = [layer("b/hit.wav")]
    try KitSaver.save(changed, in: target, current: folder.path)
    let again = try KitReader.read(target).kit
    #expect(again.pads[0].layers == saved.pads[0].layers)
    #expect(try read(again.pads[1].layers[0].samples[0]) == "two")
  }

  @Test(arguments: Kit.Format.allCases) func savedPartsOfOtherFormatsAreNoRoom(format: Kit.Format) throws {
    var layers = [layer("a/hit.wav"), layer("b/hit.wav"), layer("a/hit.wav")]
    for part in 1...2 { layers[part].part = part }
    let kit = Kit(
      name: "K", path: folder.file("a"), format: format, pads: [Pad(number: 1, name: "x", layers: layers)])
    let saved = try KitSaver.save(kit, in: folder.file("kits/K"), current: folder.path)
    let stored = try KitReader.read(folder.file("kits/K")).kit
    #expect(saved.pads[0].layers.map(\.part) == (format == .native ? [0, 1, 2] : [0, 2, 3]))
    #expect(stored.pads[0].layers.map(\.part) == saved.pads[0].layers.map(\.part))
    #expect(saved.hasRoom == (format == .native))
    var full = kit
    full.pads[0].layers[2].part = 15
    full.separateFromRoom()
    #expect(full.pads[0].layers.map(\.part) == [0, 1, 15], "there is no number left")
  }

  /// A program that is killed leaves a part of a kit under a hidden name.
  @Test func newKitAppearsWholeAndLeftoversAreRemoved() throws {
    let kit = Kit(
      name: "K", path: folder.path, pads: [Pad(number: 1, name: "x", layers: [layer("a/hit.wav")])])
    let kits = folder.file("kits")
    // No process has this number, which is above the kernel's limit of 2^22.
    try FileBytes.makeFolder(kits.appending(".save-99999999"))
    try folder.write("one", to: "kits/.save-99999999/hit.wav")
    let saved = try KitSaver.save(kit, in: kits.appending("K"), current: folder.path)
    #expect(saved.path == kits.appending("K"))
    #expect(saved.pads[0].layers[0].samples == [kits.appending("K").appending("hit.wav")])
    let stored = try KitReader.read(kits.appending("K")).kit.pads[0].layers[0].samples
    #expect(try stored == saved.pads[0].layers[0].samples && read(stored[0]) == "one")
    #expect(!kits.appending(".save-99999999").exists)
  }

  @Test func newKitThatCannotBeWrittenLeavesNothingAndIsNamed() throws {
    // With the suffix of the file that is written first, the name is too long.
    let name = String(repeating: "n", count: 250) + ".wav"
    try folder.write("one", to: name)
    let kit = Kit(
      name: "K", path: folder.path, pads: [Pad(number: 1, name: "x", layers: [layer("a/hit.wav", name)])])
    let target = folder.file("kits/K")
    #expect { try KitSaver.save(kit, in: target, current: folder.path) } throws: {
      ($0 as? FileError)?.subject.hasPrefix(target.shown) == true
    }
    #expect(try FolderReader(folder.file("kits")).isEmpty())
  }

  @Test func failedSaveOfAKitLeavesNoSamples() throws {
    let kit = Kit(
      name: "K", path: folder.path, pads: [Pad(number: 1, name: "x", layers: [layer("a/hit.wav")])])
    // A folder in the place of the description.
    let target = folder.file("kits/K")
    try FileBytes.makeFolder(target.appending("kit.json"))
    #expect(throws: FileError.self) { try KitSaver.save(kit, in: target, current: folder.path) }
    #expect(!target.appending("hit.wav").exists && target.appending("kit.json").isFolder)
  }
}
