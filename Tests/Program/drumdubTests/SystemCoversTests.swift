import SystemBase
import TestSupport
import Testing

@testable import drumdub

/// Pictures of other players that are fetched from the network.
@MainActor @Suite struct SystemCoversTests {
  private let folder: TemporaryFolder
  private final class Arrivals: Sendable { let news = ConditionVariable() }

  private let arrivals = Arrivals()
  private let picture: [UInt8]

  init() throws {
    folder = try TemporaryFolder()
    let path = FilePath(#filePath).directory.appending("../../../Resources/Artwork/no-artwork.png")
    picture = try FileBytes.read(path, limit: 1 << 22)
  }

  private func covers() -> SystemCovers {
    let arrivals = arrivals
    return SystemCovers(folder: folder.path.appending("covers")) { arrivals.news.tell() }
  }

  /// Asks until the picture has arrived.
  private func file(_ covers: SystemCovers, _ address: String) throws -> FilePath {
    var file: FilePath?
    try Wait.until("the picture") {
      file = covers.file(of: address)
      return file != nil
    }
    return try #require(file)
  }

  @Test func aPictureIsFetchedOnceAndStored() throws {
    let server = try StreamServer([.file(picture)])
    defer { server.stop() }
    let covers = covers()
    #expect(covers.file(of: server.address("/a")) == nil)
    let address = server.address("/a")
    // The screen is drawn again when it arrives.
    #expect(arrivals.news.wait { covers.isIdle })
    let file = try #require(covers.file(of: address))
    #expect(try FileBytes.read(file, limit: 1 << 22) == picture)
    let connections = server.connections
    // Another run of the program finds the file.
    #expect(try self.file(self.covers(), server.address("/a")) == file)
    #expect(server.connections == connections)
  }

  @Test func invalidPicturesAreNotStored() throws {
    var missing = StreamServer.Answer.file(picture)
    missing.status = "404 Not Found"
    let large = [UInt8](picture.prefix(4_096)) + [UInt8](repeating: 0, count: SystemCovers.limit)
    let server = try StreamServer([
      .file(Array("<html>no picture</html>".utf8)), .file(large), .file(picture, limit: picture.count / 2),
      missing,
      .file(picture),
    ])
    defer { server.stop() }
    let covers = covers()
    for (index, name) in ["page", "large", "cut", "missing"].enumerated() {
      #expect(covers.file(of: server.address("/\(name)")) == nil)
      try Wait.until("the connection") { server.connections > index }
      try Wait.until("the end of the fetch") { covers.isIdle }
      #expect(covers.file(of: server.address("/\(name)")) == nil, "\(name)")
    }
    // A good one after them.
    #expect(try FileBytes.read(file(covers, server.address("/good")), limit: 1 << 22) == picture)
    #expect(try FolderReader(folder.path.appending("covers")).names().count == 1)
  }

  @Test func stalledServerDoesNotDelayTheNextPicture() throws {
    var stalled = StreamServer.Answer.file(picture, limit: 1_000)
    stalled.stalls = true
    let server = try StreamServer([stalled, .file(picture)])
    defer { server.stop() }
    let covers = covers()
    #expect(covers.file(of: server.address("/slow")) == nil)
    try Wait.until("the connection") { server.connections == 1 }
    // The next track.
    _ = try file(covers, server.address("/next"))
    #expect(try FolderReader(folder.path.appending("covers")).names().count == 1)
  }

  @Test func dataAddressesAreDecodedAndInvalidOnesRefused() throws {
    let address = "data:image/png;base64,\(Base64.encode(picture))"
    #expect(try FileBytes.read(file(covers(), address), limit: 1 << 22) == picture)
    for bad in [
      "data:image/png,abc", "data:image/png;base64,????", "data:,", "gopher://x/y",
      "data:text/html;base64,PGI+",
    ] {
      #expect(SystemCovers.picture(bad) == nil)
    }
  }
}
