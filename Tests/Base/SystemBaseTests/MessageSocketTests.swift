import Glibc
import SystemBase
import TestSupport
import Testing

@Suite struct MessageSocketTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func messagesAreReceivedWholeAndInOrder() throws {
    let ends = try Ends(folder.file("socket"))
    let sent = [ends.client.send([1, 2, 3]), ends.client.send([4]), ends.server.send([5])]
    #expect(sent == [true, true, true])
    let received = [
      ends.server.receive().content, ends.server.receive().content, ends.server.receive().content,
    ]
    #expect(received == [.message([1, 2, 3]), .message([4]), .nothing])
    let answer = ends.client.receive().content
    #expect(answer == .message([5]))
    let peer = ends.server.ownPeer
    #expect(peer == getpid())
  }

  @Test func closedPeerIsReportedAfterTheLastMessage() throws {
    let listener = try LocalListener(folder.file("socket"), .messages)
    do {
      let client = try MessageConnection.connect(to: folder.file("socket"))
      client.send([1])
    }
    guard let server = listener.accept() else { throw Tool.Failure(description: "no connection") }
    let received = [server.receive().content, server.receive().content]
    #expect(received == [.message([1]), .closed])
    let isSent = server.send([2])
    #expect(!isSent)
  }

  @Test func descriptorsSentWithAMessageAreReceived() throws {
    let ends = try Ends(folder.file("socket"))
    let path = try folder.write("content", to: "file")
    let file = path.withCString { open($0, O_RDONLY) }
    ends.client.send([1], passing: [file, file])
    close(file)
    var received = ends.server.receive()
    guard let passed = received.descriptors.take() else { throw Tool.Failure(description: "no descriptors") }
    let list = passed.list
    #expect(list.count == 2)
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = list.first.map { read($0, &bytes, bytes.count) }
    #expect(count == 7)
    #expect(list.allSatisfy { fcntl($0, F_GETFD) & FD_CLOEXEC != 0 })
  }

  @Test func aMessageThatIsTooLongEndsTheConnection() throws {
    let ends = try Ends(folder.file("socket"))
    ends.client.send([UInt8](repeating: 1, count: MessageConnection.mostBytes + 1))
    let received = ends.server.receive().content
    #expect(received == .closed)
  }

  @Test func theFileIsOfTheUserAloneAndIsRemoved() throws {
    let path = folder.file("socket")
    do {
      let listener = try LocalListener(path, .messages)
      var status = stat()
      #expect(path.withCString { stat($0, &status) } == 0 && status.st_mode & 0o777 == 0o600)
      let descriptor = listener.descriptor
      #expect(descriptor >= 0)
    }
    #expect(!path.exists)
    #expect(throws: LocalSocketError.noServer) { _ = try MessageConnection.connect(to: path).descriptor }
  }

  @Test func socketPathThatIsTooLongIsAnError() {
    let path = folder.file(String(repeating: "x", count: 120))
    #expect(throws: LocalSocketError.self) { _ = try LocalListener(path, .messages).descriptor }
  }
}

@Suite struct ProcessLockTests {
  /// The lock is of a process, so another one must ask for it.
  @Test func lockHeldByAnotherProcessNamesTheHolderAndIsRefused() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("lock")
    #expect(ProcessLock.holder(of: path) == nil)
    let script =
      "import fcntl, sys, time; f = open(sys.argv[1], 'w'); fcntl.lockf(f, fcntl.LOCK_EX); "
      + "open(sys.argv[2], 'w'); time.sleep(600)"
    let other = try Tool.spawn(["python3", "-c", script, path.shown, folder.file("held").shown])
    defer {
      kill(other, SIGKILL)
      waitpid(other, nil, 0)
    }
    try Wait.until("the lock") { folder.file("held").exists }
    #expect(ProcessLock.holder(of: path) == other)
    let error = #expect(throws: FileError.self) { _ = try ProcessLock(path) }
    #expect(error?.code == .exists)
    kill(other, SIGKILL)
    waitpid(other, nil, 0)
    _ = try ProcessLock(path)
  }

  @Test func aPrivateFolderIsMadePrivate() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("run/drumdub")
    try FileBytes.makeFolder(path)
    try FileBytes.makePrivateFolder(path)
    var status = stat()
    #expect(path.withCString { stat($0, &status) } == 0 && status.st_mode & 0o777 == 0o700)
    try folder.write("", to: "file")
    #expect(throws: FileError.self) { try FileBytes.makePrivateFolder(folder.file("file")) }
  }
}

/// Two ends of a connection.
private struct Ends: ~Copyable {
  let listener: LocalListener
  let client: MessageConnection
  let server: MessageConnection

  init(_ path: FilePath) throws {
    let listener = try LocalListener(path, .messages)
    let client = try MessageConnection.connect(to: path)
    guard let server = listener.accept() else { throw Tool.Failure(description: "no connection") }
    self.listener = listener
    self.client = client
    self.server = server
  }
}
