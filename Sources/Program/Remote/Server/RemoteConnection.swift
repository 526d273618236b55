import Glibc
import SystemBase

/// A connection of a client: its socket, its input, and the output that it has not read yet. Network thread.
final class RemoteConnection {
  /// The next step after a complete line of the client.
  enum Step {
    /// Waits for more bytes.
    case wait
    case request(RemoteRequest)
    /// The line was answered at once.
    case answered
  }

  /// The lines of an unfinished list of commands.
  private struct List {
    var lines: [[UInt8]] = []
    var bytes = 0
    var form: RemoteRequest.Form
  }

  static let longestLine = 16 << 10
  static let longestList = 2 << 20
  /// The number of bytes that wait to be sent above which no further commands are read.
  private static let highWater = 256 << 10

  let id: RemoteClientID
  private let descriptor: Int32
  private var needsPassword: Bool
  /// Whether a request is being performed.
  private(set) var isBusy = false
  /// Whether the connection is to be closed: at once, or when everything is sent.
  private(set) var isBroken = false
  private(set) var isEnding = false
  /// Whether the client sends nothing more.
  private var hasEnded = false
  private var input: [UInt8] = []
  /// The place in `input` after the last line that was handled.
  private var lineStart = 0
  /// The place in `input` before which there is no line feed.
  private var scanned = 0
  private var list: List?
  private var output: [[UInt8]] = []
  private var sent = 0
  /// Bytes that wait to be sent.
  private(set) var backlog = 0
  /// The time at which the client has read something last.
  private(set) var lastProgress = HostTime.now
  /// The subsystems that the client waits for; nil if it does not.
  private var awaited: Set<MPDSubsystem>?
  /// The changes that were not reported to the client yet.
  private var changes: Set<MPDSubsystem> = []

  init(id: RemoteClientID, descriptor: Int32, needsPassword: Bool) {
    (self.id, self.descriptor, self.needsPassword) = (id, descriptor, needsPassword)
    send(Array("OK MPD \(RemoteServer.protocolVersion)\n".utf8))
  }

  deinit { close(descriptor) }

  /// What `poll` watches; no descriptor if nothing can be done with the socket.
  var watched: pollfd {
    let events = Int16((backlog > 0 ? POLLOUT : 0) | (canRead ? POLLIN : 0))
    // A closed socket would wake the thread again and again while its request is performed.
    let isUnwatched = events == 0 && (isBusy || hasEnded)
    return pollfd(fd: isUnwatched ? -1 : descriptor, events: events, revents: 0)
  }

  private var canRead: Bool {
    !isBusy && !isEnding && !hasEnded && backlog < RemoteConnection.highWater
  }

  /// Whether the connection has nothing more to do.
  var isOver: Bool { isBroken || (backlog == 0 && !isBusy && (isEnding || hasEnded)) }

  // MARK: Sending

  func send(_ bytes: [UInt8]) {
    guard !bytes.isEmpty, !isBroken else { return }
    if backlog == 0 { lastProgress = .now }
    output.append(bytes)
    backlog += bytes.count
    flush()
  }

  /// Sends what the socket accepts.
  func flush() {
    while let first = output.first {
      let count = first[sent...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0 {
        if errno == EINTR { continue }
        if errno != EAGAIN { isBroken = true }
        return
      }
      (sent, backlog, lastProgress) = (sent + count, backlog - count, .now)
      if sent == first.count {
        output.removeFirst()
        sent = 0
      }
    }
  }

  /// Sends the answer to the request that is being performed.
  func finish(_ reply: RemoteReply) {
    isBusy = false
    if reply.isAuthorised { needsPassword = false }
    send(reply.bytes)
    if reply.closes { isEnding = true }
  }

  /// Closes the connection without sending the rest.
  func drop() { isBroken = true }

  // MARK: Receiving

  /// Reads what has arrived. `buffer`: takes what is read at a time.
  func receive(through buffer: inout [UInt8]) {
    guard canRead else { return }
    let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    if count > 0 { input += buffer[..<count] }
    if count == 0 { hasEnded = true }
    if count < 0, errno != EAGAIN, errno != EINTR { isBroken = true }
  }

  func step() -> Step {
    guard !isBusy, !isEnding, !isBroken, backlog < RemoteConnection.highWater else { return .wait }
    guard let end = input[scanned...].firstIndex(of: 0x0A) else {
      input.removeFirst(lineStart)
      (lineStart, scanned) = (0, input.count)
      if input.count > RemoteConnection.longestLine { refuse("line is too long") }
      return .wait
    }
    var line = Array(input[lineStart..<end])
    (lineStart, scanned) = (end + 1, end + 1)
    if line.last == 0x0D { line.removeLast() }
    if line.count > RemoteConnection.longestLine {
      refuse("line is too long")
      return .wait
    }
    return handle(line)
  }

  /// Reports an error and closes the connection.
  private func refuse(_ message: String) {
    (input, lineStart, scanned) = ([], 0, 0)
    list = nil
    send(MPDError(.unknownCommand, message).line(index: 0, command: ""))
    isEnding = true
  }

  private func handle(_ line: [UInt8]) -> Step {
    let name = String(decoding: line.prefix { $0 > 0x20 }, as: UTF8.self)
    if awaited != nil { return endIdle(name) }
    let command = MPDCommand.byName[name]
    if list != nil { return collect(line, command) }
    switch command {
    case .connection(.commandListBegin): list = List(form: .list)
    case .connection(.commandListOKBegin): list = List(form: .confirmedList)
    case .connection(.close): isEnding = true
    case .connection(.ping): send(Array("OK\n".utf8))
    case .connection(.noidle): break
    case .connection(.idle): beginIdle(line)
    default: return request(RemoteRequest.Form.single, [line])
    }
    return .answered
  }

  private func collect(_ line: [UInt8], _ command: MPDCommand?) -> Step {
    if command == .connection(.commandListEnd), let finished = list {
      list = nil
      return request(finished.form, finished.lines)
    }
    list?.lines.append(line)
    // An empty line takes memory too.
    list?.bytes += line.count + MemoryLayout<[UInt8]>.stride
    if let list, list.bytes > RemoteConnection.longestList { refuse("command list is too large") }
    return .answered
  }

  private func request(_ form: RemoteRequest.Form, _ lines: [[UInt8]]) -> Step {
    isBusy = true
    return .request(RemoteRequest(client: id, lines: lines, form: form))
  }

  // MARK: Waiting for changes

  private func beginIdle(_ line: [UInt8]) {
    do throws(MPDError) {
      if needsPassword { throw MPDError(.permission, "you don't have permission for \"idle\"") }
      awaited = try MPDSubsystem.named(try MPDLine(parsing: line).arguments)
      report()
    } catch {
      send(error.line(index: 0, command: "idle"))
    }
  }

  private func endIdle(_ name: String) -> Step {
    awaited = nil
    if name == MPDCommand.Connection.noidle.rawValue {
      send(Array("OK\n".utf8))
    } else {
      refuse("only \"noidle\" is accepted while idle")
    }
    return .answered
  }

  /// Notes changes, and reports those that the client waits for.
  func note(_ changes: Set<MPDSubsystem>) {
    self.changes.formUnion(changes)
    report()
  }

  private func report() {
    guard let awaited else { return }
    let due = MPDSubsystem.allCases.filter { changes.contains($0) && awaited.contains($0) }
    if due.isEmpty { return }
    changes.subtract(due)
    self.awaited = nil
    send(MPDReply("changed", each: due.map(\.rawValue)).bytes + Array("OK\n".utf8))
  }
}
