import Application
import Configuration
import CursesBackend
import Glibc
import Player
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

/// A start while a player of the user runs: the files are played or added there, or another player starts.
@MainActor
enum SecondStart {
  /// The player that runs.
  private struct Other {
    let process: Int32
    /// Whether it serves the socket.
    let isReached: Bool
    var isInBackground: Bool { ProcessLock.holder(of: BaseFolders.detachedLock) == process }
  }

  /// Decides what the start does, and asks the user at a terminal. Returns the exit code; nil if the program is to
  /// start a player of its own.
  static func answer(_ settings: Settings, _ words: [FilePath]) throws(UsageError) -> Int32? {
    guard settings.system == nil, !settings.isSafe, let other = other() else { return nil }
    let canAsk = !settings.isDetached && isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    switch settings.secondStart {
    case .new: return nil
    case .play, .add:
      guard !words.isEmpty, other.isReached else { return nil }
      return try send(words, to: other, playing: settings.secondStart == .play)
    case .ask:
      if !canAsk { return nil }
      if words.isEmpty { return try askWithoutMusic(other, settings) }
      return !other.isReached ? askForAnother(other) : try ask(words, other)
    }
  }

  /// Returns the first player, which serves the socket: a later one waits for it.
  private static func other() -> Other? {
    for number in SessionPlace.numbers {
      guard let process = SessionPlace.holder(of: number, in: BaseFolders.state) else { continue }
      let connection = BaseFolders.remoteSocket.flatMap { try? LocalSocket.connect(to: $0) }
      if let connection { close(connection) }
      return Other(process: process, isReached: connection != nil)
    }
    return nil
  }

  // MARK: Questions

  private static func ask(_ words: [FilePath], _ other: Other) throws(UsageError) -> Int32? {
    let question =
      "drumdub runs already (process \(other.process)). Play this there, add it to the queue there, or start another "
      + "player? [P/a/s] "
    switch choice(question, [["", "p", "play"], ["a", "add"], ["s", "start"]]) {
    case 0: return try send(words, to: other, playing: true)
    case 1: return try send(words, to: other, playing: false)
    case 2: return nil
    default: return 1
    }
  }

  private static func askWithoutMusic(_ other: Other, _ settings: Settings) throws(UsageError) -> Int32? {
    guard !settings.isPlain, let background = ProcessLock.holder(of: BaseFolders.detachedLock) else {
      return askForAnother(other)
    }
    let question = "drumdub plays in the background (process \(background)). Show that player? [Y/n] "
    switch choice(question, [["", "y", "yes"], ["n", "no"]]) {
    case 0: return try AttachCommand([]).run()
    case 1: return nil
    default: return 1
    }
  }

  private static func askForAnother(_ other: Other) -> Int32? {
    let question = "drumdub runs already (process \(other.process)). Start another player? [Y/n] "
    return choice(question, [["", "y", "yes"], ["n", "no"]]) == 0 ? nil : 1
  }

  /// Asks until the answer is one of the accepted ones. Returns the index of the answer; nil at the end of the input.
  private static func choice(_ question: String, _ answers: [[String]]) -> Int? {
    while true {
      print(question, terminator: "")
      fflush(nil)
      guard let line = readLine() else { return nil }
      if let index = answers.firstIndex(where: { $0.contains(line.lowercased()) }) { return index }
    }
  }

  // MARK: The other player

  private static func send(_ words: [FilePath], to other: Other, playing: Bool) throws(UsageError) -> Int32 {
    let status = try RemoteControlCommand(adding: words, playing: playing).run()
    if status == 0 {
      let shows = other.isInBackground ? "; drumdub attach shows it" : ""
      print("\(playing ? "plays" : "added") in the player that runs (process \(other.process))\(shows)")
    }
    return status
  }
}
