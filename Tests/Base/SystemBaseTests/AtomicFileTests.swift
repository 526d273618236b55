import Glibc
import SystemBase
import TestSupport
import Testing

/// A file is replaced as a whole, and a symbolic link stays.
@Suite struct AtomicFileTests {
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
    try AtomicFile.replace(path, with: Array("new".utf8))
    #expect(try isLink(path) && content(path) == "new" && content(target) == "new")
    #expect(try !isLink(target))
    #expect(try names() == ["dotfiles", "keys", "keys"])
  }

  @Test func chainOfLinksIsFollowedFromFolderToFolder() throws {
    let target = try folder.write("old", to: "target")
    let middle = try link("dotfiles/keys", to: "../target")
    let path = try link("keys", to: "dotfiles/keys")
    try AtomicFile.replace(path, with: Array("new".utf8))
    #expect(try isLink(path) && isLink(middle) && content(target) == "new")
  }

  @Test func danglingLinkCreatesItsTarget() throws {
    let path = try link("keys", to: "dotfiles/keys")
    try AtomicFile.replace(path, with: Array("new".utf8))
    #expect(try isLink(path) && content(folder.file("dotfiles/keys")) == "new")
  }

  @Test(.enabled(if: AtomicFileTests.otherFileSystem != nil))
  func linkToAnotherFileSystemStaysAndItsTargetIsReplaced() throws {
    let other = try #require(AtomicFileTests.otherFileSystem)
    let target = other.appending("drumdub-test-\(getpid())")
    try FileBytes.write(Array("old".utf8), to: target)
    defer { FileBytes.remove(target) }
    let path = try link("keys", to: target.shown)
    try AtomicFile.replace(path, with: Array("new".utf8))
    #expect(try isLink(path) && !isLink(target) && content(target) == "new")
    #expect(try names() == ["dotfiles", "keys"])
  }

  /// A folder of another file system than that of temporary files; nil if there is none.
  private static let otherFileSystem: FilePath? = {
    guard let folder = try? TemporaryFolder() else { return nil }
    return ["/dev/shm", "/tmp"].first { name in
      var (temporary, other) = (stat(), stat())
      return stat(folder.path.shown, &temporary) == 0 && stat(name, &other) == 0
        && temporary.st_dev != other.st_dev && access(name, W_OK) == 0
    }.map { FilePath($0) }
  }()

  @Test func linkIntoMissingFolderIsAnErrorAndStays() throws {
    let path = try link("keys", to: "missing/keys")
    let error = #expect(throws: FileError.self) { try AtomicFile.replace(path, with: []) }
    #expect(error?.code == .notFound && error?.subject == path.shown)
    #expect(try isLink(path))
  }

  @Test func loopOfLinksIsAnErrorAndStays() throws {
    let path = try link("keys", to: "dotfiles/keys")
    let other = try link("dotfiles/keys", to: "../keys")
    #expect(
      throws: FileError(.writeFailed, path.shown, detail: "its symbolic links form a loop")
    ) { try AtomicFile.replace(path, with: []) }
    #expect(try isLink(path) && isLink(other))
  }

  @Test(arguments: [0o600, 0o640, 0o664] as [mode_t]) func permissionsOfReplacedFileStay(mode: mode_t) throws
  {
    let path = try folder.write("old", to: "keys")
    chmod(path.shown, mode)
    try AtomicFile.replace(path, with: Array("new".utf8), permissions: 0o666)
    #expect(try status(path).st_mode & 0o7777 == mode)
  }

  @Test(.enabled(if: geteuid() == 0)) func ownerOfReplacedFileStaysWhereTheUserMaySetIt() throws {
    let path = try folder.write("old", to: "keys")
    try #require(chown(path.shown, 1, 2) == 0)
    try AtomicFile.replace(path, with: Array("new".utf8))
    let status = try status(path)
    #expect(status.st_uid == 1 && status.st_gid == 2)
  }

  @Test func pipeIsWrittenInPlace() throws {
    let path = folder.file("pipe")
    try #require(mkfifo(path.shown, 0o600) == 0)
    let reader = open(path.shown, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    try AtomicFile.replace(path, with: [7])
    var byte: UInt8 = 0
    #expect(read(reader, &byte, 1) == 1 && byte == 7)
    #expect(try status(path).st_mode & S_IFMT == S_IFIFO)
    #expect(throws: FileError(.isPipe, path.shown)) {
      try AtomicFile(path, replaces: false, needsSeeking: true)
    }
  }

  @Test func fileThatIsReadIsNotReplacedNorThroughALink() throws {
    let source = try folder.write("old", to: "a.wav")
    let path = try link("b.wav", to: "a.wav")
    #expect(
      throws: FileError(.writeFailed, path.shown, detail: "it is the file that is read")
    ) { try AtomicFile(path, reading: source) }
  }

  @Test func contentOfAnotherWriterIsCommittedOrRemoved() throws {
    let path = try link("a.wav", to: "dotfiles/a.wav")
    let cancelled = try AtomicFile(path)
    try FileBytes.write([1], to: cancelled.temporary)
    cancelled.cancel()
    #expect(!cancelled.temporary.exists && !path.exists)
    let written = try AtomicFile(path)
    try FileBytes.write([2], to: written.temporary)
    try written.commit()
    #expect(try FileBytes.read(folder.file("dotfiles/a.wav"), limit: 10) == [2])
    #expect(try names() == ["a.wav", "a.wav", "dotfiles"])
  }

  @Test func contentThatCannotBeWrittenLeavesTheFormerOne() throws {
    let path = try folder.write("old", to: "keys")
    #expect(throws: FileError.self) {
      try AtomicFile(path).write([1]) { _ in
        errno = EIO
        return -1
      }
    }
    #expect(try content(path) == "old" && names() == ["dotfiles", "keys"])
  }

  @Test func contentOfAnotherWriterReplacesTheTargetOfALinkAndKeepsItsPermissions() throws {
    let target = try folder.write("old", to: "dotfiles/mix.wav")
    chmod(target.shown, 0o640)
    let path = try link("mix.wav", to: "dotfiles/mix.wav")
    let file = try AtomicFile(path)
    try FileBytes.write(Array("new".utf8), to: file.temporary)
    try file.commit()
    #expect(try isLink(path) && content(target) == "new")
    #expect(try status(target).st_mode & 0o7777 == 0o640)
  }

  @Test func contentThatTheCheckRefusesIsNotPublished() throws {
    let path = try folder.write("old", to: "a.wav")
    let file = try AtomicFile(path)
    try FileBytes.write([1], to: file.temporary)
    let refusal = FileError(.damaged, path.shown)
    #expect(throws: refusal) { try file.commit { () throws(FileError) in throw refusal } }
    #expect(try content(path) == "old" && file.temporary.exists)
    file.cancel()
    #expect(!file.temporary.exists)
  }

  // MARK: Files that must not be replaced

  @Test func nameAppearsWithTheWholeContent() throws {
    let path = folder.file("mix.wav")
    let file = try AtomicFile(path, replaces: false)
    #expect(file.temporary.directory == folder.path && file.temporary != path)
    try FileBytes.write([1, 2, 3], to: file.temporary)
    #expect(!path.exists)
    try file.commit()
    #expect(try FileBytes.read(path, limit: 10) == [1, 2, 3])
    #expect(!file.temporary.exists)
  }

  @Test func existingNameIsRefusedUnlessItIsReplaced() throws {
    let path = try folder.write("old", to: "mix.wav")
    #expect(throws: FileError(.exists, path.shown)) { try AtomicFile(path, replaces: false) }
    let dangling = try link("other.wav", to: "missing")
    #expect(throws: FileError(.exists, dangling.shown)) { try AtomicFile(dangling, replaces: false) }
    try AtomicFile.replace(path, with: Array("new".utf8))
    #expect(try content(path) == "new")
  }

  @Test func fileThatAppearsBeforeTheCommitIsNotReplaced() throws {
    let path = folder.file("mix.wav")
    let file = try AtomicFile(path, replaces: false)
    try FileBytes.write([2], to: file.temporary)
    try FileBytes.write([1], to: path)
    let error = #expect(throws: FileError.self) { try file.commit() }
    #expect(error?.code == .exists && error?.subject == path.shown)
    #expect(try FileBytes.read(path, limit: 10) == [1])
    #expect(file.temporary.exists)
    file.cancel()
    #expect(!file.temporary.exists)
  }

  @Test(arguments: [true, false]) func folderIsRefused(replaces: Bool) throws {
    let path = folder.file("dotfiles")
    #expect(throws: FileError(.isDirectory, path.shown)) { try AtomicFile(path, replaces: replaces) }
  }
}
