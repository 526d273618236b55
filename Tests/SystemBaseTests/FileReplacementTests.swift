import Glibc
import SystemBase
import TestSupport
import Testing

/// A file is replaced as a whole, and a symbolic link stays.
@Suite struct FileReplacementTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileBytes.makeFolder(folder.file("dotfiles"))
  }

  /// - Parameter target: as the link stores it.
  private func link(_ name: String, to target: String) throws -> FilePath {
    let path = folder.file(name)
    try #require(path.withCString { path in symlink(target, path) } == 0)
    return path
  }

  private func status(_ path: FilePath) throws -> stat {
    var status = stat()
    try #require(path.withCString { lstat($0, &status) } == 0)
    return status
  }

  private func isLink(_ path: FilePath) throws -> Bool { try status(path).st_mode & S_IFMT == S_IFLNK }

  private func content(_ path: FilePath) throws -> String {
    String(decoding: try FileBytes.read(path, limit: 100), as: UTF8.self)
  }

  private func names() throws -> [String] {
    try ["", "dotfiles"].flatMap { try FolderReader(folder.file($0)).names() }.compactMap(\.text).sorted()
  }

  @Test(arguments: [true, false]) func linkToFileStaysAndItsTargetIsReplaced(isRelative: Bool) throws {
    let target = try folder.write("old", to: "dotfiles/keys")
    let name = isRelative ? "dotfiles/keys" : target.shown
    let path = try link("keys", to: name)
    try FileBytes.replace(path, with: Array("new".utf8))
    #expect(try isLink(path) && content(path) == "new" && content(target) == "new")
    #expect(try !isLink(target))
    #expect(try names() == ["dotfiles", "keys", "keys"])
  }

  @Test func chainOfLinksIsFollowedFromFolderToFolder() throws {
    let target = try folder.write("old", to: "target")
    let middle = try link("dotfiles/keys", to: "../target")
    let path = try link("keys", to: "dotfiles/keys")
    try FileBytes.replace(path, with: Array("new".utf8))
    #expect(try isLink(path) && isLink(middle) && content(target) == "new")
  }

  @Test func danglingLinkCreatesItsTarget() throws {
    let path = try link("keys", to: "dotfiles/keys")
    try FileBytes.replace(path, with: Array("new".utf8))
    #expect(try isLink(path) && content(folder.file("dotfiles/keys")) == "new")
  }

  @Test func linkIntoMissingFolderIsAnErrorAndStays() throws {
    let path = try link("keys", to: "missing/keys")
    let error = #expect(throws: FileError.self) { try FileBytes.replace(path, with: []) }
    #expect(error?.code == .notFound && error?.subject == path.shown)
    #expect(try isLink(path))
  }

  @Test func loopOfLinksIsAnErrorAndStays() throws {
    let path = try link("keys", to: "dotfiles/keys")
    let other = try link("dotfiles/keys", to: "../keys")
    #expect(
      throws: FileError(.writeFailed, path.shown, detail: "its symbolic links form a loop")
    ) { try FileBytes.replace(path, with: []) }
    #expect(try isLink(path) && isLink(other))
  }

  @Test(arguments: [0o600, 0o640, 0o664] as [mode_t]) func permissionsOfReplacedFileStay(mode: mode_t) throws
  {
    let path = try folder.write("old", to: "keys")
    chmod(path.shown, mode)
    try FileBytes.replace(path, with: Array("new".utf8), permissions: 0o666)
    #expect(try status(path).st_mode & 0o7777 == mode)
  }

  @Test(.enabled(if: geteuid() == 0)) func ownerOfReplacedFileStaysWhereTheUserMaySetIt() throws {
    let path = try folder.write("old", to: "keys")
    try #require(chown(path.shown, 1, 2) == 0)
    try FileBytes.replace(path, with: Array("new".utf8))
    let status = try status(path)
    #expect(status.st_uid == 1 && status.st_gid == 2)
  }

  @Test func pipeIsWrittenInPlace() throws {
    let path = folder.file("pipe")
    try #require(mkfifo(path.shown, 0o600) == 0)
    let reader = open(path.shown, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    try FileBytes.replace(path, with: [7])
    var byte: UInt8 = 0
    #expect(read(reader, &byte, 1) == 1 && byte == 7)
    #expect(try status(path).st_mode & S_IFMT == S_IFIFO)
  }

  @Test func fileThatIsReadIsNotReplacedNorThroughALink() throws {
    let source = try folder.write("old", to: "a.wav")
    let path = try link("b.wav", to: "a.wav")
    #expect(
      throws: FileError(.writeFailed, path.shown, detail: "it is the file that is read")
    ) { try FileReplacement(path, reading: source) }
  }

  @Test func contentOfAnotherWriterIsCommittedOrRemoved() throws {
    let path = try link("a.wav", to: "dotfiles/a.wav")
    let cancelled = try FileReplacement(path)
    try FileBytes.write([1], to: cancelled.temporary)
    cancelled.cancel()
    #expect(!cancelled.temporary.exists && !path.exists)
    let written = try FileReplacement(path)
    try FileBytes.write([2], to: written.temporary)
    try written.commit()
    #expect(try FileBytes.read(folder.file("dotfiles/a.wav"), limit: 10) == [2])
    #expect(try names() == ["a.wav", "a.wav", "dotfiles"])
  }

  @Test func exportOverALinkReplacesItsTarget() throws {
    let target = try folder.write("old", to: "dotfiles/mix.wav")
    let path = try link("mix.wav", to: "dotfiles/mix.wav")
    let file = try PartialFile(path, replaces: true)
    try FileBytes.write(Array("new".utf8), to: file.temporary)
    try file.commit()
    #expect(try isLink(path) && content(target) == "new")
  }
}
