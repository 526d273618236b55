import Glibc
import SystemBase
import Testing

@Suite struct LocalSocketTests {
  private func withFolder(_ body: (FilePath) throws -> Void) throws {
    let folder = FilePath("/tmp/drumdub-socket-\(getpid())-\(UInt32.random(in: 0...UInt32.max))")
    try FileBytes.makeFolder(folder)
    defer { FileBytes.removeFolder(folder) }
    try body(folder)
  }

  @Test func socketWithAServerRefusesASecondServer() throws {
    try withFolder { folder in
      let path = folder.appending("run/test.sock")
      #expect(throws: LocalSocketError.noServer) { try LocalSocket.connect(to: path) }
      do {
        let listener = try LocalListener(path)
        #expect(throws: LocalSocketError.inUse) { _ = try LocalListener(path) }
        let client = try LocalSocket.connect(to: path)
        close(client)
        _ = listener.descriptor
      }
      #expect(!path.exists)
    }
  }

  @Test func aSocketWithoutAServerIsReplaced() throws {
    try withFolder { folder in
      let path = folder.appending("run/test.sock")
      try FileBytes.makeFolder(path.directory)
      #expect(try FileBytes.create(path))
      #expect(throws: LocalSocketError.noServer) { try LocalSocket.connect(to: path) }
      let listener = try LocalListener(path)
      let client = try LocalSocket.connect(to: path)
      close(client)
      _ = listener.descriptor
    }
  }

  /// Another program may have replaced the file.
  @Test func onlyTheOwnFileIsRemoved() throws {
    try withFolder { folder in
      let path = folder.appending("run/test.sock")
      do {
        let listener = try LocalListener(path)
        FileBytes.remove(path)
        #expect(try FileBytes.create(path))
        _ = listener.descriptor
      }
      #expect(path.exists)
    }
  }

  @Test func unusableSocketPathsAreErrors() throws {
    try withFolder { folder in
      let long = folder.appending(String(repeating: "x", count: 100)).appending("test.sock")
      for path in [long, folder.appending("missing/run/test.sock"), FilePath("/dev/null/test.sock")] {
        do throws(LocalSocketError) {
          _ = try LocalListener(path)
          Issue.record("\(path.shown) was served")
        } catch {
          guard case .failed = error else {
            Issue.record("\(error)")
            continue
          }
        }
      }
    }
  }
}
