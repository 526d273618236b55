import Application
import Librarian
import MusicLibrary
import Player
import SystemBase

/// Performs the commands of clients on the application. Main thread; no function waits.
@MainActor
final class MPDPerformer {
  let application: Application
  let tools: RemoteTools
  /// The addresses of music, as the index had its folders last.
  var roots = MusicRoots()
  var versions = QueueVersions()
  /// Whether the queue may have changed since `versions` has seen it.
  var isQueueStale = true
  /// Whether the position has jumped since `RemoteWatcher` has looked.
  var hasJumped = false
  /// The number of changes of the queue and of jumps of the position.
  private(set) var changes = 0
  /// The number of the scan that a client has asked for last.
  var scans = 0
  var channels = MPDChannels()
  private let start = HostTime.now
  /// The seconds that music has played, without the present time of playing.
  private var played = 0.0
  /// The time since which music plays; nil while it stands.
  private var playsSince: HostTime?
  private var subscription: EventStream<PlayerEvent>.Subscription?

  var model: PlayerModel { application.model }
  var queue: PlayQueue { application.model.queue }

  init(_ application: Application, _ tools: RemoteTools) {
    (self.application, self.tools) = (application, tools)
    subscription = application.model.events.subscribe { [weak self] in self?.receive($0) }
    stateChanged(to: model.playbackState)
  }

  private func receive(_ event: PlayerEvent) {
    switch event {
    case .state(let state): stateChanged(to: state)
    case .item: changes += 1
    case .queue: (isQueueStale, changes) = (true, changes + 1)
    case .seeked: (hasJumped, changes) = (true, changes + 1)
    case .volume, .balance, .shuffle, .repeatMode, .consume, .speed, .transposition,
      .output, .notice:
      break
    }
  }

  private func stateChanged(to state: PlaybackState) {
    played = playtime
    playsSince = state == .playing ? model.now() : nil
  }

  /// The seconds that music has played since the start.
  var playtime: Double { played + (playsSince.map { model.now().seconds(since: $0) } ?? 0) }

  /// Performs a request of the application, independent of the layers that are open on the screen.
  @discardableResult
  func request(_ command: Command) -> Outcome { application.request(command, from: .remote) }

  func perform(_ line: MPDLine, _ session: inout MPDSession) throws(MPDError) -> MPDOutcome {
    let command = try MPDCommand.command(of: line)
    if isRefused(command, session) { throw MPDPerformer.refused(line.name) }
    let arguments = line.arguments
    switch command {
    case .connection(let command): return try perform(command, arguments, &session)
    case .server(let command): return try perform(command, arguments, session)
    case .playback(let command): return try perform(command, arguments)
    case .options(let command): return try perform(command, arguments)
    case .queue(let command): return try perform(command, arguments, session)
    case .playlists(let command): return try perform(command, arguments, session)
    case .library(let command): return try perform(command, arguments, session)
    case .stickers(let command): return try perform(command, arguments)
    case .pads(let command): return try perform(command, arguments)
    case .channels(let command):
      return .reply(try channels.perform(command, arguments, of: session.client))
    }
  }

  func isRefused(_ command: MPDCommand, _ session: MPDSession) -> Bool {
    command.isRefused(isLocal: session.isLocal) || (session.needsPassword && !command.needsNoPassword)
  }

  var uptime: Double { HostTime.now.seconds(since: start) }

  /// Returns the error of a command that a client may not use.
  static func refused(_ name: String) -> MPDError {
    MPDError(.permission, "you don't have permission for \"\(name)\"")
  }
}

/// The result of a command on the main thread. For those but the first two, the client waits for another thread.
enum MPDOutcome {
  case reply(MPDReply)
  case close
  /// Waits for what a command of the palette reports.
  case report(Outcome.Awaited)
  /// Writes an answer, which takes as long as it is long.
  case format(@Sendable () -> MPDReply)
  /// Reads the index or files.
  case read(@Sendable (MPDLibrary) throws(MPDError) -> MPDReply)
  /// Reads music, and inserts it into the queue at a position, as the client wrote it. The reply has the number of the track
  /// if it is wanted.
  case insert(
    at: String?, repliesID: Bool = false, @Sendable (MPDLibrary) throws(MPDError) -> [QueueAddition])
  /// Changes the index, which is there; on the thread that writes it.
  case change(@Sendable (LibraryStore, MPDLibrary) throws(MPDError) -> LibraryReport?)

  static let done = MPDOutcome.reply(MPDReply())

  /// The result of work on another thread.
  enum Result: Sendable {
    case reply(MPDReply)
    /// The main thread inserts the music.
    case music([QueueAddition], at: String?, repliesID: Bool)
  }
}

struct MPDSession: Sendable {
  var client = RemoteClientID(value: 0)
  /// Whether the client may name files of this machine.
  let isLocal: Bool
  var needsPassword: Bool
  /// Whether the password was given by the request that is performed.
  var isNewlyAuthorised = false
  /// The tags of songs in answers.
  var tags = MPDTag.usual
  /// Whether `lsinfo` lists no playlists.
  var hidesPlaylists = false
  /// The most bytes of a part of a picture.
  var binaryLimit = 8_192

  static let binaryLimits = 64...(1 << 20)
}
