import Glibc
import ResourceSynthesis
import SystemBase
import TestSupport
import Testing

@Suite struct RegenerationTests {
  /// Byte for byte; files of the highest level of FLAC, whose bytes depend on the processor, sample for sample.
  @Test func generatedResourcesMatchTheCommittedOnes() throws {
    let folders = CommittedKit.folders + [CommittedKit.studio]
    let kits = try folders.flatMap { kit in
      try ["Kits/\(kit)/kit.json"] + CommittedKit(kit).samples.map { "Kits/\(kit)/\($0)" }
    }
    let files = kits + ["Demo/First Light.flac", "Artwork/no-artwork.png"]
    let folder = try TemporaryFolder()
    try ResourceSet.write(to: folder.path)
    for name in files {
      let made = try FileBytes.read(folder.file(name), limit: 1 << 30)
      let committed = try FileBytes.read(Committed.resources.appending(name), limit: 1 << 30)
      // As one word: the bytes themselves would be megabytes of message.
      let isSame = try made == committed || hasSameSound(name, in: folder)
      #expect(isSame, "\(name) differs: run `make resources`")
    }
    // Nothing else, and no leftovers of the making.
    for part in folders.map({ "Kits/\($0)" }) + ["Demo", "Artwork"] {
      let wanted = files.filter { $0.hasPrefix("\(part)/") }.map {
        String($0.dropFirst(part.count + 1))
      }
      #expect(names(in: folder.file(part)) == wanted.sorted())
    }
  }

  @Test func aFolderThatCannotBeMadeIsAnError() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "file")
    #expect(throws: FileError.self) { try ResourceSet.write(to: folder.file("file").appending("below")) }
  }

  /// Returns whether a file of the kit of two channels has the same samples as the committed one.
  private func hasSameSound(_ name: String, in folder: TemporaryFolder) throws -> Bool {
    guard name.hasPrefix("Kits/\(CommittedKit.studio)/"), name.hasSuffix(".flac") else { return false }
    let made = try SoundFile(folder.file(name))
    let committed = try SoundFile(Committed.resources.appending(name))
    return made.format == committed.format && made.samples == committed.samples
  }

  private func names(in folder: FilePath) -> [String] {
    guard let stream = folder.withCString({ opendir($0) }) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}
