import Percussion
import SystemBase
import TestSupport
import Testing

/// An SFZ kit `kit.sfz` in a temporary folder.
struct TestSFZ {
  private let folder: TemporaryFolder

  init(_ text: String) throws {
    folder = try TemporaryFolder()
    try FileBytes.makeFolder(folder.file("Programs"))
    try write(text, to: "kit.sfz")
  }

  var path: FilePath { file("kit.sfz") }

  func file(_ name: String) -> FilePath { folder.file("Programs").appending(name) }

  func write(_ text: String, to name: String) throws { try folder.write(text, to: "Programs/\(name)") }

  func read() throws -> KitFileContent { try KitReader.read(path) }

  /// The first pad of the kit.
  func pad() throws -> Pad { try #require(read().kit.pads.first) }
}
