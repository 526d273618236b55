import Application
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
    subscription = application.model.events.subscribe { [weak self] event in
      if case .state(let state) = event { self?.stateChanged(to: state) }
    }
    stateChanged(to: model.playbackState)
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

  /// Performs the command of a line.
  func perform(_ line: MPDLine, _ session: inout MPDSession) throws(MPDError) -> MPDOutcome {
    let command = try MPDCommand.command(of: line)
    if isRefused(command, session) { throw MPDPerformer.refused(line.name) }
    let arguments = MPDArguments(line.arguments)
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

  /// Seconds since the start.
  var uptime: Double { HostTime.now.seconds(since: start) }

  /// Returns the error of a command that a client may not use.
  static func refused(_ name: String) -> MPDError {
    MPDError(.permission, "you don't have permission for \"\(name)\"")
  }
}
