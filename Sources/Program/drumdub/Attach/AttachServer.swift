import Application
import Configuration
import CursesBackend
import Glibc
import Subcommands
import SystemBase

/// A terminal in which `drumdub attach` runs. Main thread.
@MainActor
final class Attachment {
  private let connection: MessageConnection
  /// The time at which a connection without a request is closed.
  fileprivate let deadline: HostTime
  private(set) var environment = TerminalEnvironment([:])
  /// Whether a shell can continue the command after a stop.
  private(set) var hasShell = false
  /// Standard input and output of the terminal, until they are those of this process.
  private var streams: PassedDescriptors?
  /// Whether the command is stopped, so that the shell has the terminal.
  var isStopped = false

  fileprivate init(_ connection: consuming MessageConnection, deadline: HostTime) {
    self.connection = connection
    self.deadline = deadline
  }

  fileprivate var watched: pollfd {
    pollfd(fd: connection.descriptor, events: Int16(POLLIN), revents: 0)
  }

  func tell(_ reply: AttachReply) { connection.send(reply.bytes) }

  /// Makes the terminal standard input and output of this process. Has an effect once.
  func useStreams() {
    guard let streams = streams.take() else { return }
    StandardStreams.use(input: streams.list[0], output: streams.list[1])
  }

  /// An event of the other process.
  fileprivate enum Event {
    case request(AttachRequest)
    /// The process has ended, or has sent an invalid request.
    case closed
  }

  /// Returns the next event; nil if there is none.
  fileprivate func next() -> Event? {
    var message = connection.receive()
    switch message.content {
    case .nothing: return nil
    case .closed: return .closed
    case .message(let bytes):
      guard let request = try? AttachRequest(bytes) else { return .closed }
      if case .show(let environment, let hasShell) = request {
        streams = message.descriptors.take()
        guard streams?.list.count == 2 else { return .closed }
        (self.environment, self.hasShell) = (environment, hasShell)
      }
      return .request(request)
    }
  }
}

/// Serves the socket at which `drumdub attach` finds a player without a terminal of its own. Main thread.
@MainActor
final class AttachServer: LoopSource {
  /// Seconds that a new connection has for its first request.
  private static let timeout = 5.0
  /// The most connections without a request. Of more, the oldest one is closed.
  private static let mostWaiting = 8
  /// The most connections that are accepted in one turn of the main loop.
  private static let mostAccepted = 64

  private let lock: ProcessLock
  private let listener: LocalListener
  /// Connections without a request.
  private var waiting: [Attachment] = []
  /// The terminal that shows the screen; nil for none.
  var current: Attachment?
  /// Shows the screen on a terminal, which becomes the current one.
  var onShow: (Attachment) -> Void = { _ in }
  var onRequest: (AttachRequest) -> Void = { _ in }
  /// The current command has ended without a request.
  var onLoss: () -> Void = {}

  /// Listens at the socket. Only one process of a user can.
  init() throws(DetachFailure) {
    let file = BaseFolders.detachedLock
    do throws(FileError) {
      try FileBytes.makePrivateFolder(BaseFolders.runtime)
      lock = try ProcessLock(file)
    } catch {
      throw error.code == .exists ? .isTaken(process: ProcessLock.holder(of: file)) : .file(error)
    }
    do throws(LocalSocketError) {
      listener = try LocalListener(BaseFolders.attachSocket, .messages)
    } catch {
      switch error {
      case .inUse: throw .isTaken(process: nil)
      case .noServer: throw .file(FileError(.notFound, BaseFolders.attachSocket.shown))
      case .failed(let failure): throw .file(failure)
      }
    }
  }

  // MARK: The main loop

  var watched: [pollfd] {
    [pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0)]
      + (waiting + (current.map { [$0] } ?? [])).map(\.watched)
  }

  var nextWake: HostTime? { waiting.map(\.deadline).min() }

  func process() {
    for _ in 0..<AttachServer.mostAccepted {
      guard let connection = listener.accept() else { break }
      waiting.append(Attachment(connection, deadline: .now.advanced(bySeconds: AttachServer.timeout)))
    }
    readCurrent()
    for attachment in waiting { readFirst(of: attachment) }
    // Connections that say nothing do not keep others from being served.
    waiting.removeFirst(max(0, waiting.count - AttachServer.mostWaiting))
  }

  private func readCurrent() {
    while let attachment = current, let event = attachment.next() {
      switch event {
      case .request(let request): onRequest(request)
      case .closed: onLoss()
      }
      // A closed connection has nothing more, and the request may have ended this one.
      if case .closed = event { return }
    }
  }

  private func readFirst(of attachment: Attachment) {
    let event = attachment.next()
    if event == nil, HostTime.now < attachment.deadline { return }
    waiting.removeAll { $0 === attachment }
    switch event {
    case .request(.show): onShow(attachment)
    case .request(.otherVersion):
      let line = "this command is not of the player's version, \(Version.number): start the player again"
      attachment.tell(.end(status: 1, line: line))
    case .request, .closed, nil: break
    }
  }
}
