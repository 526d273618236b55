import Glibc
import TestSupport
import Testing

@testable import AudioFiles
@testable import SystemBase

/// The parts of files of servers that are kept on the disk.
@Suite struct RemoteCacheTests {
  private let sound = TestSound(frames: 6 * 44_100)
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func files(limit: Int = 1 << 26) -> RemoteFiles {
    RemoteFiles(cache: RemoteCache(folder.file("web"), limit: limit))
  }

  private func kept() throws -> [FilePath] {
    try FolderReader(folder.file("web")).names().map { folder.file("web").appending($0) }
  }

  private func server(version: String? = "\"1\"") throws -> StreamServer {
    let bytes = sound.wav()
    return try StreamServer { request, _ in .part(of: bytes, request, version: version) }
  }

  private func expectWhole(_ address: String, _ files: RemoteFiles) throws {
    let reader = try RemoteReader(address, files: files)
    #expect(firstDifference(try reader.read(), sound.floats) == nil)
  }

  @Test func whatWasHeardIsHeardAgainWithoutTransfer() throws {
    let server = try server()
    defer { server.stop() }
    let address = server.address("/a.wav").replacing("http://", with: "http://me:secret@")
    try expectWhole(address, files())
    let count = server.connections
    try expectWhole(address, files())
    #expect(server.connections == count && count > 0)
    let path = try #require(try kept().first)
    #expect(try kept().count == 1 && path.status.map { $0.st_mode & 0o777 } == 0o600)
    #expect(ContentHash(path.lastComponent.shown) != nil)
  }

  @Test func damagedBlocksAreReceivedAgain() throws {
    let server = try server()
    defer { server.stop() }
    try expectWhole(server.address("/a.wav"), files())
    let path = try #require(try kept().first)
    let count = server.connections
    let descriptor = path.withCString { open($0, O_RDWR | O_CLOEXEC) }
    defer { close(descriptor) }
    let size = lseek(descriptor, 0, SEEK_END)
    let damage: [UInt8] = [1, 2, 3, 4]
    #expect(pwrite(descriptor, damage, 4, size / 2) == 4)
    try expectWhole(server.address("/a.wav"), files())
    #expect(server.connections == count + 1)
  }

  @Test func twoPlayersOfAFileHearTheSame() throws {
    let server = try server()
    defer { server.stop() }
    let (one, other) = (
      try RemoteReader(server.address("/a.wav"), files: files()),
      try RemoteReader(server.address("/a.wav"), files: files())
    )
    let (heard, alsoHeard) = (try one.read(100_000), try other.read())
    #expect(firstDifference(heard + (try one.read()), sound.floats) == nil)
    #expect(firstDifference(alsoHeard, sound.floats) == nil)
  }

  @Test func filesUsedLeastRecentlyAreRemovedAboveTheLimit() throws {
    let server = try server()
    defer { server.stop() }
    // A file has about a million bytes.
    let limit = 3 << 20
    for name in ["a", "b", "c", "d"] { try expectWhole(server.address("/\(name).wav"), files(limit: limit)) }
    let used = try kept().reduce(0) { $0 + Int($1.status?.st_blocks ?? 0) * 512 }
    #expect(used > 1 << 20 && used <= limit, "\(used)")
    let count = server.connections
    try expectWhole(server.address("/d.wav"), files(limit: limit))
    #expect(server.connections == count)
    try expectWhole(server.address("/a.wav"), files(limit: limit))
    #expect(server.connections > count)
  }

  @Test func fileThatMayChangeUnnoticedIsNotKept() throws {
    let server = try server(version: nil)
    defer { server.stop() }
    try expectWhole(server.address("/a.wav"), files())
    #expect(try !folder.file("web").exists || kept().isEmpty)
    let weak = try self.server(version: "W/\"1\"")
    defer { weak.stop() }
    try expectWhole(weak.address("/a.wav"), files())
    #expect(try !folder.file("web").exists || kept().isEmpty)
  }
}
