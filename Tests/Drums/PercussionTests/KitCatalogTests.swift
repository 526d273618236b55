import SystemBase
import TestSupport
import Testing

@testable import Percussion

/// The list of the kits in folders, and kits found by name.
@Suite struct KitCatalogTests {
  private let mine: TemporaryFolder
  private let shipped: TemporaryFolder

  init() throws {
    (mine, shipped) = (try TemporaryFolder(), try TemporaryFolder())
    try write("Mine", in: mine, folder: "b")
    try write("Other", in: mine, folder: "a", pads: #"{"number":3,"name":"x","layers":[]}"#)
    try write("Mine", in: shipped, folder: "DrumDub")
    try write("{", to: "broken/kit.json")
    try write("no kit", to: "notes.txt")
    try write("", to: "empty/readme")
    try write("{", to: ".hidden/kit.json")
  }

  /// Writes a file among the kits of the user.
  private func write(_ text: String, to name: String, in parent: TemporaryFolder? = nil) throws {
    let parent = parent ?? mine
    try FileBytes.makeFolder(parent.file(name).directory)
    try parent.write(text, to: name)
  }

  private func write(_ name: String, in parent: TemporaryFolder, folder: String, pads: String = "") throws {
    try write(
      #"{"format":"drumdub-kit","version":1,"name":"\#(name)","pads":[\#(pads)]}"#, to: "\(folder)/kit.json",
      in: parent)
  }

  private var catalog: KitCatalog {
    KitCatalog(
      [
        KitCatalog.Folder(mine.path), KitCatalog.Folder(FilePath("/nowhere")),
        KitCatalog.Folder(shipped.path, isShipped: true),
      ], unpackingInto: nil)
  }

  @Test func allKitsAreListedWithDamagedOnes() {
    let entries = catalog.entries()
    #expect(entries.map(\.name) == ["Other", "Mine", "broken", "Mine"])
    #expect(entries.map(\.pads) == [1, 0, 0, 0] && entries.map(\.isShipped) == [false, false, false, true])
    #expect(entries.map { $0.error?.code } == [nil, nil, .damaged, nil])
    #expect(entries[0].path == mine.file("a") && entries.allSatisfy { $0.format == .native })
  }

  @Test func namesAreThoseOfTheListEachOnce() {
    #expect(catalog.names == ["Mine", "Other"])
    #expect(catalog.names.allSatisfy { catalog.path(of: FilePath($0)) != nil })
  }

  @Test func aKitIsFoundByItsFolderThenByItsName() {
    #expect(catalog.path(of: FilePath("b")) == mine.file("b"))
    #expect(catalog.path(of: FilePath("DrumDub")) == shipped.file("DrumDub"))
    #expect(catalog.path(of: FilePath("Mine")) == mine.file("b"), "the user's own comes first")
    #expect(catalog.path(of: FilePath("broken")) == mine.file("broken"), "its reader tells what is wrong")
    for name in ["", "none", "./b", "notes.txt"] { #expect(catalog.path(of: FilePath(name)) == nil) }
  }

  @Test func eachFileOfAFolderOfSFZFilesIsAKit() throws {
    try write("<region> sample=a.wav key=36", to: "z/two.sfz")
    try write("<region> sample=a.wav key=36", to: "z/one.sfz")
    let entries = catalog.entries().filter { $0.path.directory == mine.file("z") }
    #expect(entries.map(\.path.lastComponent.shown) == ["one.sfz", "two.sfz"])
    #expect(entries.allSatisfy { $0.format == .sfz })
    #expect(catalog.path(of: FilePath("two")) == mine.file("z/two.sfz"))
  }
}
