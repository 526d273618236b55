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
    var changes: Set<MPDSubsystem> = []
    /// Changes for single clients.
    var ownChanges: [RemoteClientID: Set<MPDSubsystem>] = [:]
    var local: Int32?
    var isStopping = false
  }

  private let inbox = Mutex(Inbox())
  private let signal = WakeSignal()
  private let thread = Mutex<WorkerThread?>(nil)
  private let deliver: @Sendable ([RemoteEvent]) -> Void

  /// Creates a server. `network`: the descriptors of listening sockets of the network, which the caller closes after
  /// `stop`. `needsPassword`: whether clients of the network must give a password; those of the local socket never
  /// need it. `deliver`: receives requests, on the network thread.
  init(network: [Int32], needsPassword: Bool, deliver: @escaping @Sendable ([RemoteEvent]) -> Void) {
    self.deliver = deliver
    let listeners =
      [Listener(descriptor: -1, isLocal: true, needsPassword: false)]
      + network.map { Listener(descriptor: $0, isLocal: false, needsPassword: needsPassword) }
    thread.withLock { $0 = WorkerThread(name: "remote") { [self] in serve(listeners) } }
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
    inbox.withLock { inbox in
      if let client {
        inbox.ownChanges[client, default: []].formUnion(changes)
      } else {
        inbox.changes.formUnion(changes)
      }
    }
    signal.wake()
  }

  /// Closes all connections and waits for the end of the thread.
  func stop() {
    inbox.withLock { $0.isStopping = true }
    signal.wake()
    thread.withLock { $0 }?.join()
  }

  // MARK: The network thread

  private struct Listener {
    var descriptor: Int32
    var isLocal: Bool
    var needsPassword: Bool
  }

  /// The connections, and what `poll` watches: the signal, the listeners, then the connections.
  private struct Connections {
    private(set) var list: [RemoteConnection] = []
    var watched: [pollfd]
    /// The place in `watched` of the first connection.
    let first: Int
    /// The buffer for the bytes of one read.
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    private var places: [RemoteClientID: Int] = [:]
    private var lastID = 0

    init(_ others: [Int32]) {
      watched = others.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      first = others.count
    }

    func place(of client: RemoteClientID) -> Int? { places[client] }

    mutating func add(_ descriptor: Int32, needsPassword: Bool) -> RemoteClientID {
      lastID += 1
      let id = RemoteClientID(value: lastID)
      places[id] = list.count
      list.append(RemoteConnection(id: id, descriptor: descriptor, needsPassword: needsPassword))
      watched.append(pollfd(fd: -1, events: 0, revents: 0))
      watch(list.count - 1)
      return id
    }

    /// Notes what the connection waits for now.
    mutating func watch(_ place: Int) {
      let events = list[place].watched
      watched[first + place] = pollfd(
        fd: events == nil ? -1 : list[place].descriptor, events: events ?? 0, revents: 0)
    }

    /// Removes a connection; the last one takes its place.
    mutating func remove(_ place: Int) {
      places[list[place].id] = nil
      list.swapAt(place, list.count - 1)
      watched.swapAt(first + place, watched.count - 1)
      list.removeLast()
      watched.removeLast()
      if place < list.count { places[list[place].id] = place }
    }
  }

  private func serve(_ given: [Listener]) {
    var listeners = given
    var connections = Connections([signal.descriptor] + listeners.map(\.descriptor))
    var mayAccept = true
    var sweep = HostTime.now
    var hasBacklog = false
    let limit = RemoteServer.limit
    while true {
      let hasRoom = mayAccept && connections.list.count < limit
      for (index, listener) in listeners.enumerated() {
        connections.watched[1 + index].fd = hasRoom ? listener.descriptor : -1
      }
      let timeout: Int32 = !mayAccept ? RemoteServer.retry : hasBacklog ? 1_000 : -1
      poll(&connections.watched, nfds_t(connections.watched.count), timeout)
      mayAccept = true
      let inbox = receiveAll()
      if inbox.isStopping { return }
      if let local = inbox.local { listeners[0].descriptor = local }
      var events: [RemoteEvent] = []
      var touched = apply(inbox, &connections)
      for place in connections.list.indices where connections.watched[connections.first + place].revents != 0
      {
        touched.insert(place)
      }
      if HostTime.now.seconds(since: sweep) > 1 {
        sweep = .now
        touched.formUnion(dropStuck(connections.list))
        hasBacklog = connections.list.contains { $0.backlog > 0 }
      }
      // From the last one on, since a removed connection is replaced by the last one.
      for place in touched.sorted(by: >) {
        exchange(place, &connections, &events)
        if place < connections.list.count, connections.list[place].backlog > 0 { hasBacklog = true }
      }
      for (index, listener) in listeners.enumerated() where connections.watched[1 + index].revents != 0 {
        if !accept(listener, &connections, &events, atMost: limit) { mayAccept = false }
      }
      if !events.isEmpty { deliver(events) }
    }
  }

  /// Removes and returns the messages of the main thread.
  private func receiveAll() -> Inbox {
    signal.clear()
    return inbox.withLock { inbox in
      defer { (inbox.replies, inbox.changes, inbox.ownChanges) = ([], [], [:]) }
      return inbox
    }
  }

  /// Applies the messages of the main thread. Returns the places of the connections that have got something.
  private func apply(_ inbox: Inbox, _ connections: inout Connections) -> Set<Int> {
    var touched: Set<Int> = []
    for reply in inbox.replies {
      guard let place = connections.place(of: reply.client) else { continue }
      connections.list[place].finish(reply)
      touched.insert(place)
    }
    for (client, changes) in inbox.ownChanges {
      guard let place = connections.place(of: client) else { continue }
      connections.list[place].note(changes)
      touched.insert(place)
    }
    if inbox.changes.isEmpty { return touched }
    for connection in connections.list { connection.note(inbox.changes) }
    return Set(connections.list.indices)
  }

  /// Reads and writes where it is possible, and performs the lines that are complete.
  private func exchange(_ place: Int, _ connections: inout Connections, _ events: inout [RemoteEvent]) {
    let connection = connections.list[place]
    let found = Int32(connections.watched[connections.first + place].revents)
    if found & (POLLERR | POLLNVAL) != 0 { connection.drop() }
    if found & POLLOUT != 0 { connection.flush() }
    if found & (POLLIN | POLLHUP) != 0 { connection.receive(through: &connections.buffer) }
    lines: while true {
      switch connection.step() {
      case .wait: break lines
      case .answered: continue
      case .request(let request): events.append(.request(request))
      }
    }
    if connection.backlog > RemoteServer.mostBacklog { connection.drop() }
    guard connection.isOver else { return connections.watch(place) }
    events.append(.closed(connection.id))
    connections.remove(place)
  }

  /// Ends the connections whose clients do not read. Returns their places.
  private func dropStuck(_ connections: [RemoteConnection]) -> [Int] {
    let now = HostTime.now
    var dropped: [Int] = []
    var total = 0
    for (place, connection) in connections.enumerated() where connection.backlog > 0 {
      total += connection.backlog
      if now.seconds(since: connection.lastProgress) > RemoteServer.timeout { dropped.append(place) }
    }
    if total > RemoteServer.mostTotalBacklog {
      let largest = connections.indices.max { connections[$0].backlog < connections[$1].backlog }
      if let largest { dropped.append(largest) }
    }
    for place in dropped { connections[place].drop() }
    return dropped
  }

  /// Accepts the clients that wait; false if descriptors have run out.
  private func accept(
    _ listener: Listener, _ connections: inout Connections, _ events: inout [RemoteEvent], atMost limit: Int
  ) -> Bool {
    while connections.list.count < limit {
      let descriptor = drumdub_accept(listener.descriptor)
      guard descriptor >= 0 else { return ![EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) }
      let id = connections.add(descriptor, needsPassword: listener.needsPassword)
      events.append(.opened(id, isLocal: listener.isLocal, needsPassword: listener.needsPassword))
    }
    return true
  }

  /// The most connections at a time: as many as leave enough descriptors to the rest of the program.
  private static var limit: Int {
    ProcessLimits.raiseDescriptors(to: mostConnections + otherDescriptors)
    return max(fewestConnections, min(mostConnections, ProcessLimits.descriptors - otherDescriptors))
  }
}
