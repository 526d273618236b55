import CSystem
import Glibc
import Synchronization
import SystemBase

/// Serves the connections of clients on a thread of its own: reads lines, passes requests on, and sends the answers.
///
/// Any thread may call the functions; none waits but `stop`.
final class RemoteServer: Sendable {
  static let protocolVersion = "0.24.0"
  /// The most connections at a time, if the system allows as many descriptors.
  private static let mostConnections = 1_000
  /// The descriptors that are left to the rest of the program if the system allows few.
  private static let otherDescriptors = 160
  /// The connections that are accepted in any case.
  private static let fewestConnections = 8
  /// The most bytes that a client may leave unread.
  private static let mostBacklog = 64 << 20
  /// The most bytes that all clients together may leave unread.
  private static let mostTotalBacklog = 128 << 20
  /// Seconds after which a client that reads nothing of its answer is disconnected.
  private static let timeout = 60.0
  /// Milliseconds until connections are accepted again after descriptors have run out.
  private static let retry: Int32 = 500

  private struct Inbox {
    var replies: [RemoteReply] = []
    /// Changes for one client, or for all if it is nil.
    var changes: [(client: RemoteClientID?, subsystems: Set<MPDSubsystem>)] = []
    var local: Int32?
    var isStopping = false
  }

  private let inbox = Mutex(Inbox())
  private let signal = WakeSignal()
  private let thread = Mutex<WorkerThread?>(nil)
  private let needsPassword: Bool
  private let deliver: @Sendable ([RemoteEvent]) -> Void
  private let lastID = Atomic(0)

  /// Creates a server. `network`: the descriptors of listening sockets of the network, which the caller closes after
  /// `stop`. `needsPassword`: whether clients of the network must give a password; those of the local socket never
  /// need it. `deliver`: receives requests, on the network thread.
  init(network: [Int32], needsPassword: Bool, deliver: @escaping @Sendable ([RemoteEvent]) -> Void) {
    (self.needsPassword, self.deliver) = (needsPassword, deliver)
    thread.withLock { $0 = WorkerThread(name: "remote") { [self] in serve([-1] + network) } }
  }

  /// Serves a listening socket of this machine from now on, which the caller closes after `stop`.
  func serve(local descriptor: Int32) {
    inbox.withLock { $0.local = descriptor }
    signal.wake()
  }

  func send(_ replies: [RemoteReply]) {
    if replies.isEmpty { return }
    inbox.withLock { $0.replies += replies }
    signal.wake()
  }

  /// Reports changes to the client with a number, or to all clients if it is nil.
  func announce(_ changes: Set<MPDSubsystem>, to client: RemoteClientID? = nil) {
    if changes.isEmpty { return }
    inbox.withLock { $0.changes.append((client, changes)) }
    signal.wake()
  }

  /// Closes all connections and waits for the end of the thread.
  func stop() {
    inbox.withLock { $0.isStopping = true }
    signal.wake()
    thread.withLock { $0 }?.join()
  }

  // MARK: The network thread

  /// Serves listening sockets; the first one is that of this machine.
  private func serve(_ given: [Int32]) {
    var listeners = given
    var connections: [RemoteClientID: RemoteConnection] = [:]
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    var mayAccept = true
    var sweep = HostTime.now
    let limit = RemoteServer.limit
    while true {
      let hasRoom = mayAccept && connections.count < limit
      let present = Array(connections.values)
      var watched = ([signal.descriptor] + listeners.map { hasRoom ? $0 : -1 }).map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      watched += present.map(\.watched)
      let hasBacklog = present.contains { $0.backlog > 0 }
      let timeout: Int32 = !mayAccept ? RemoteServer.retry : hasBacklog ? 1_000 : -1
      poll(&watched, nfds_t(watched.count), timeout)
      mayAccept = true
      let inbox = receiveAll()
      if inbox.isStopping { return }
      if let local = inbox.local { listeners[0] = local }
      var events: [RemoteEvent] = []
      apply(inbox, to: connections)
      if HostTime.now.seconds(since: sweep) > 1 {
        sweep = .now
        dropStuck(present)
      }
      for (connection, found) in zip(present, watched.dropFirst(1 + listeners.count)) {
        exchange(connection, Int32(found.revents), &buffer, &events)
        if connection.isOver {
          events.append(.closed(connection.id))
          connections[connection.id] = nil
        }
      }
      for (index, listener) in listeners.enumerated() where watched[1 + index].revents != 0 {
        if !accept(listener, isLocal: index == 0, &connections, &events, atMost: limit) { mayAccept = false }
      }
      if !events.isEmpty { deliver(events) }
    }
  }

  /// Removes and returns the messages of the main thread.
  private func receiveAll() -> Inbox {
    signal.clear()
    return inbox.withLock { inbox in
      defer { (inbox.replies, inbox.changes) = ([], []) }
      return inbox
    }
  }

  private func apply(_ inbox: Inbox, to connections: [RemoteClientID: RemoteConnection]) {
    for reply in inbox.replies { connections[reply.client]?.finish(reply) }
    for (client, subsystems) in inbox.changes {
      let receivers = client.map { [connections[$0]].compactMap(\.self) } ?? Array(connections.values)
      for connection in receivers { connection.note(subsystems) }
    }
  }

  /// Reads and writes where it is possible, and performs the lines that are complete. `found`: the events of `poll`.
  private func exchange(
    _ connection: RemoteConnection, _ found: Int32, _ buffer: inout [UInt8], _ events: inout [RemoteEvent]
  ) {
    if found & (POLLERR | POLLNVAL) != 0 { connection.drop() }
    if found & POLLOUT != 0 { connection.flush() }
    if found & (POLLIN | POLLHUP) != 0 { connection.receive(through: &buffer) }
    lines: while true {
      switch connection.step() {
      case .wait: break lines
      case .answered: continue
      case .request(let request): events.append(.request(request))
      }
    }
    if connection.backlog > RemoteServer.mostBacklog { connection.drop() }
  }

  /// Ends the connections whose clients do not read.
  private func dropStuck(_ connections: [RemoteConnection]) {
    let now = HostTime.now
    for connection in connections where connection.backlog > 0 {
      if now.seconds(since: connection.lastProgress) > RemoteServer.timeout { connection.drop() }
    }
    guard connections.reduce(0, { $0 + $1.backlog }) > RemoteServer.mostTotalBacklog else { return }
    connections.max { $0.backlog < $1.backlog }?.drop()
  }

  /// Accepts the clients that wait; false if descriptors have run out.
  private func accept(
    _ listener: Int32, isLocal: Bool, _ connections: inout [RemoteClientID: RemoteConnection],
    _ events: inout [RemoteEvent], atMost limit: Int
  ) -> Bool {
    while connections.count < limit {
      let descriptor = drumdub_accept(listener)
      guard descriptor >= 0 else { return ![EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) }
      let id = RemoteClientID(value: lastID.add(1, ordering: .relaxed).newValue)
      let session = MPDSession(client: id, isLocal: isLocal, needsPassword: needsPassword && !isLocal)
      connections[id] = RemoteConnection(
        id: id, descriptor: descriptor, needsPassword: session.needsPassword)
      events.append(.opened(session))
    }
    return true
  }

  /// The most connections at a time: as many as leave enough descriptors to the rest of the program.
  private static var limit: Int {
    ProcessLimits.raiseDescriptors(to: mostConnections + otherDescriptors)
    return max(fewestConnections, min(mostConnections, ProcessLimits.descriptors - otherDescriptors))
  }
}
