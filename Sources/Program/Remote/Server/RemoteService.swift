import Application
import Glibc
import MusicLibrary
import Player
import SystemBase

/// Lets other programs control the player by the protocol of MPD. Main thread; no function waits but `stop`.
///
/// The network thread passes requests on, one of each client at a time; `process` performs them for a few milliseconds
/// in each turn of the main loop. Long work belongs to two other threads.
@MainActor
package final class RemoteService {
  private struct Execution {
    let request: RemoteRequest
    /// The index of the next line.
    var next = 0
    var output: [UInt8] = []
    /// The command that waits for another thread.
    var command = ""
  }

  /// A client that waits for what a command reports.
  private struct Awaiting {
    let client: RemoteClientID
    let awaited: Outcome.Awaited
    /// The changes of the player before it.
    let changes: Int
    let until: HostTime
  }

  private enum Event: Sendable {
    case network(RemoteEvent)
    case worked(RemoteClientID, Result<MPDOutcome.Result, MPDError>)
    /// The folders of the index, and the number of changes of the index that they include.
    case roots(MusicRoots, Int)
  }

  /// Seconds for commands in one turn of the main loop.
  private static let slice = 0.004
  /// Seconds that a command waits for what it reports; less than clients wait for an answer.
  private static let reportTimeout = 3.0
  /// The longest answer in bytes.
  private static let longestAnswer = 62 << 20

  private let application: Application
  private let performer: MPDPerformer
  private let tools: RemoteTools
  private let inbox = Mailbox<[Event]>()
  private let formatter = SerialWorker(name: "remote answers")
  private let reader = SerialWorker(name: "remote queries")
  private var server: RemoteServer?
  private var socket: LocalListener?
  private var network: NetworkListener?
  /// The path of the socket while another player serves it.
  private var wanted: WantedSocket?
  private var sessions: [RemoteClientID: MPDSession] = [:]
  private var ready: [Execution] = []
  private var waiting: [RemoteClientID: Execution] = [:]
  private var replies: [RemoteReply] = []
  /// The clients that wait for what a command reports, and how long.
  private var awaiting: [Awaiting] = []
  private var reported: [Notice] = []
  private var subscription: EventStream<Notice>.Subscription?
  private let watcher: RemoteWatcher
  /// The changes of the index that the known folders include, nil before they were read, and whether they are being read.
  private var roots: (changes: Int?, isReading: Bool) = (nil, false)

  package init(_ application: Application, _ tools: RemoteTools) {
    (self.application, self.tools) = (application, tools)
    performer = MPDPerformer(application, tools)
    watcher = RemoteWatcher(performer)
    application.library?.followsPlaylists = true
    subscription = application.streams.reported.subscribe { [weak self] notice in
      if self?.awaiting.isEmpty == false { self?.reported.append(notice) }
    }
  }

  // MARK: Start and end

  /// Begins to serve clients. `path`: of the local socket; nil for none. `address`: of the network; nil for none.
  /// Returns why clients cannot be served everywhere.
  package func start(at path: FilePath?, network address: NetworkAddress?) -> [RemoteNotice] {
    var notices: [RemoteNotice] = []
    if let address {
      do throws(FileError) {
        network = try NetworkListener(address)
      } catch {
        notices.append(.cannotListen(address.text, detail: error.detail ?? error.subject))
      }
    }
    if let descriptor = network?.descriptor { startServer(network: [descriptor]) }
    if let path {
      do throws(LocalSocketError) {
        try serve(path)
      } catch {
        switch error {
        case .inUse:
          notices.append(.isServed(path))
          wanted = WantedSocket(path)
        case .failed(let error): notices.append(.noSocket(error))
        case .noServer: break
        }
      }
    }
    return notices
  }

  private func startServer(network: [Int32] = []) {
    server = RemoteServer(network: network, needsPassword: tools.password != nil) { [inbox] events in
      inbox.post(events.map { .network($0) })
    }
  }

  private func serve(_ path: FilePath) throws(LocalSocketError) {
    let listener = try LocalListener(path)
    if server == nil { startServer() }
    server?.serve(local: listener.descriptor)
    socket = consume listener
  }

  /// Serves the socket of another player that has ended.
  private func serveWanted() {
    guard let path = wanted?.becameFree() else { return }
    do throws(LocalSocketError) {
      try serve(path)
      wanted = nil
    } catch {
      // A third player was faster, or the socket is not removed yet.
      wanted = WantedSocket(path)
    }
  }

  /// Closes all connections and removes the socket.
  package func stop() {
    server?.stop()
    server = nil
    socket = nil
    network = nil
    wanted = nil
    (ready, waiting, awaiting) = ([], [:], [])
  }

  /// Ends the threads that work for clients. Any thread; waits for what they do.
  package nonisolated var finish: @Sendable () -> Void {
    { [formatter, reader] in
      formatter.stop()
      reader.stop()
    }
  }

  package var watched: [pollfd] {
    [inbox.descriptor, wanted?.descriptor ?? -1].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
  }

  /// The time at which the main loop must call `process` without an event; nil if there is none.
  package var nextWake: HostTime? { ([wanted?.nextTry] + awaiting.map(\.until)).compactMap(\.self).min() }

  // MARK: The main loop

  /// Performs requests, sends answers and announces changes. Called in each turn of the main loop.
  package func process() {
    serveWanted()
    guard let server else { return }
    for event in inbox.receiveAll().joined() { receive(event) }
    answerAwaiting()
    refreshRoots()
    if roots.changes != nil || !awaitsIndex { performRequests() }
    server.send(replies)
    replies = []
    if !sessions.isEmpty { server.announce(watcher.changes()) }
    for (client, subsystem) in performer.channels.takeChanges() { server.announce([subsystem], to: client) }
  }

  private func receive(_ event: Event) {
    switch event {
    case .network(.opened(let session)):
      if sessions.isEmpty { _ = watcher.changes() }
      sessions[session.client] = session
    case .network(.request(let request)): ready.append(Execution(request: request))
    case .network(.closed(let client)):
      sessions[client] = nil
      performer.channels.remove(client)
      waiting[client] = nil
      awaiting.removeAll { $0.client == client }
      ready.removeAll { $0.request.client == client }
    case .worked(let client, let result):
      if let execution = waiting.removeValue(forKey: client) { resume(execution, result) }
    case .roots(let roots, let changes):
      self.roots = (changes, false)
      if performer.roots != roots { performer.isQueueStale = true }
      performer.roots = roots
    }
  }

  /// Whether the addresses of music are not known yet.
  private var awaitsIndex: Bool {
    switch application.library?.stage {
    case .opening, .ready: true
    case .closed, .empty, nil: false
    }
  }

  /// Reads the folders of the index again after it has changed.
  private func refreshRoots() {
    guard let library = application.library, library.stage == .ready, !roots.isReading else { return }
    let changes = library.indexChanges.tracks
    if roots.changes == changes { return }
    roots.isReading = true
    let (inbox, service) = (inbox, tools.library)
    reader.run {
      let folders = (try? service?.store?.folders()) ?? []
      inbox.post([.roots(MusicRoots(folders.map(\.path)), changes)])
    }
  }

  // MARK: Requests

  private func performRequests() {
    let start = HostTime.now
    var count = 0
    while count < ready.count {
      if HostTime.now.seconds(since: start) > RemoteService.slice {
        // The rest is performed in the next turn.
        inbox.post([])
        break
      }
      run(ready[count], since: start)
      count += 1
    }
    ready.removeFirst(count)
  }

  private func run(_ execution: Execution, since start: HostTime) {
    var execution = execution
    let client = execution.request.client
    guard var session = sessions[client] else { return }
    defer { if sessions[client] != nil { sessions[client] = session } }
    while execution.next < execution.request.lines.count {
      // A long list leaves time for other clients and the screen.
      if execution.next % 16 == 15, HostTime.now.seconds(since: start) > RemoteService.slice {
        return ready.append(execution)
      }
      execution.command = ""
      do throws(MPDError) {
        let line = try MPDLine(parsing: execution.request.lines[execution.next])
        execution.command = line.name
        switch try performer.perform(line, &session) {
        case .reply(let reply): try add(reply, to: &execution)
        case .close: return finish(execution, session, closes: true)
        case let work:
          waiting[client] = execution
          return begin(work, client, session)
        }
      } catch {
        return finish(execution, session, error)
      }
    }
    finish(execution, session)
  }

  private func add(_ reply: MPDReply, to execution: inout Execution) throws(MPDError) {
    execution.output += reply.bytes
    if execution.output.count > RemoteService.longestAnswer {
      throw MPDError(.system, "the answer is too long; use window")
    }
    if execution.request.form == .confirmedList { execution.output += "list_OK\n".utf8 }
    execution.next += 1
  }

  /// Answers a request, at its end or for an error in it.
  private func finish(
    _ execution: Execution, _ session: MPDSession, _ error: MPDError? = nil, closes: Bool = false
  ) {
    let end = error?.line(index: execution.next, command: execution.command) ?? Array("OK\n".utf8)
    replies.append(
      RemoteReply(
        client: execution.request.client, bytes: execution.output + end,
        isAuthorised: session.isNewlyAuthorised, closes: closes))
  }

  /// Answers the clients that wait for a report: when there is one, or after their time.
  private func answerAwaiting() {
    let (notices, changes, now) = (reported, performer.changes, HostTime.now)
    reported = []
    let answered = awaiting.filter {
      !notices.isEmpty || ($0.changes != changes && $0.awaited == .noticeOrChange) || $0.until <= now
    }
    awaiting.removeAll { waiting in answered.contains { $0.client == waiting.client } }
    for waiting in answered {
      guard let execution = self.waiting.removeValue(forKey: waiting.client) else { continue }
      resume(execution, Result { () throws(MPDError) in .reply(try performer.answer(notices)) })
    }
  }

  // MARK: Work of other threads

  private func begin(_ work: MPDOutcome, _ client: RemoteClientID, _ session: MPDSession) {
    let (inbox, service) = (inbox, tools.library)
    let (roots, tags) = (performer.roots, session.tags)
    let post: @Sendable (Result<MPDOutcome.Result, MPDError>) -> Void = { inbox.post([.worked(client, $0)]) }
    switch work {
    case .report(let awaited):
      let end = HostTime.now.advanced(bySeconds: RemoteService.reportTimeout)
      awaiting.append(Awaiting(client: client, awaited: awaited, changes: performer.changes, until: end))
    case .format(let body): formatter.run { post(.success(.reply(body()))) }
    case .read(let body):
      reader.run {
        let library = MPDLibrary(store: service?.store, roots: roots, tags: tags)
        post(Result { () throws(MPDError) in .reply(try body(library)) })
      }
    case .insert(let position, let repliesID, let body):
      reader.run {
        let library = MPDLibrary(store: service?.store, roots: roots, tags: tags)
        post(
          Result { () throws(MPDError) in .music(try body(library), at: position, repliesID: repliesID) })
      }
    case .change(let body):
      guard let service else { return post(.failure(RemoteService.noLibrary)) }
      service.change { store in
        guard let store else {
          post(.failure(RemoteService.noLibrary))
          return nil
        }
        let library = MPDLibrary(store: store, roots: roots, tags: tags)
        let result = Result { () throws(MPDError) in try body(store, library) }
        post(result.map { _ in .reply(MPDReply()) })
        return try? result.get()
      }
    case .reply, .close: break
    }
  }

  nonisolated private static let noLibrary = MPDError(
    .system, "there is no library: drumdub scan FOLDER makes one")

  private func resume(_ execution: Execution, _ result: Result<MPDOutcome.Result, MPDError>) {
    var execution = execution
    guard let session = sessions[execution.request.client] else { return }
    do throws(MPDError) {
      switch try result.get() {
      case .reply(let reply): try add(reply, to: &execution)
      case .music(let music, let position, let repliesID):
        try add(try performer.insert(music, at: position, repliesID: repliesID), to: &execution)
      }
      ready.append(execution)
    } catch {
      finish(execution, session, error)
    }
  }
}
