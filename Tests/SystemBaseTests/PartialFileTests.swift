import Glibc
import SystemBase
import Testing

/// A file under a temporary name gets its name when it is complete.
@Suite struct PartialFileTests {
  private let folder: FilePath

  init() throws {
    var template = Array("/tmp/drumdub-partial-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    folder = FilePath(bytes: template.dropLast().map { UInt8(bitPattern: $0) })
  }

  @Test func theNameAppearsWithTheWholeContent() throws {
    let path = folder.appending("mix.wav")
    let file = try PartialFile(path, replaces: false)
    #expect(file.temporary.directory == folder && file.temporary != path)
    try FileBytes.write([1, 2, 3], to: file.temporary)
    #expect(!path.exists)
    try file.commit()
    #expect(try FileBytes.read(path, limit: 10) == [1, 2, 3])
    #expect(!file.temporary.exists)
  }

  @Test func anExistingNameIsRefusedUnlessItIsReplaced() throws {
    let path = folder.appending("mix.wav")
    try FileBytes.write([1], to: path)
    #expect(throws: FileError(.exists, path.shown)) { try PartialFile(path, replaces: false) }
    let file = try PartialFile(path, replaces: true)
    try FileBytes.write([2], to: file.temporary)
    try file.commit()
    #expect(try FileBytes.read(path, limit: 10) == [2])
  }

  @Test func aFileThatAppearsMeanwhileIsNotReplaced() throws {
    let path = folder.appending("mix.wav")
    let file = try PartialFile(path, replaces: false)
    try FileBytes.write([2], to: file.temporary)
    try FileBytes.write([1], to: path)
    #expect(throws: FileError.self) { try file.commit() }
    #expect(try FileBytes.read(path, limit: 10) == [1])
    #expect(file.temporary.exists)
    file.remove()
    #expect(!file.temporary.exists)
  }

  @Test func aFolderIsRefused() throws {
    #expect(throws: FileError(.isDirectory, folder.shown)) { try PartialFile(folder, replaces: true) }
  }
}
