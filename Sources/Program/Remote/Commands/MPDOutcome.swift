import Application
import MusicLibrary
import Player

/// The result of a command on the main thread.
enum MPDOutcome {
  case reply(MPDReply)
  /// The rest of the work belongs to another thread; the client waits for it.
  case work(Work)
  /// The connection is closed.
  case close

  static let done = MPDOutcome.reply(MPDReply())

  enum Work {
    /// Waits for what a command of the palette reports.
    case report(Outcome.Awaited)
    /// Writes an answer, which takes as long as it is long.
    case format(@Sendable () throws(MPDError) -> MPDReply)
    /// Reads the index or files.
    case read(@Sendable (MPDLibrary) throws(MPDError) -> Result)
    /// Changes the index, which is there; on the thread that writes it.
    case change(@Sendable (LibraryStore, MPDLibrary) throws(MPDError) -> (MPDReply, LibraryReport?))
  }

  /// The result of work on another thread.
  enum Result: Sendable {
    case reply(MPDReply)
    /// The main thread finishes the command.
    case then(@MainActor @Sendable (MPDPerformer) throws(MPDError) -> MPDReply)
  }
}

/// The settings of a client for its connection.
struct MPDSession {
  var client = RemoteClientID(value: 0)
  /// Whether the client may name files of this machine.
  let isLocal: Bool
  var needsPassword: Bool
  /// Whether the password was given by the request that is performed.
  var isNewlyAuthorised = false
  /// The tags of songs in answers.
  var tags = Set(MPDTag.allCases.filter(\.isKnown))
  /// Whether `lsinfo` lists no playlists.
  var hidesPlaylists = false
  /// The most bytes of a part of a picture.
  var binaryLimit = 8_192

  static let binaryLimits = 64...(1 << 20)
}

extension PlayerEvent {
  /// Whether it is a change of the queue or the position.
  var isChange: Bool {
    switch self {
    case .item, .queue, .seeked: true
    case .state, .volume, .balance, .shuffle, .repeatMode, .consume, .speed, .output, .notice: false
    }
  }
}
