import Application
import AudioBase
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
  /// The number of the scan that a client has asked for last.
  var scans = 0
  private let start = HostTime.now

  var model: PlayerModel { application.model }
  var queue: PlayQueue { application.model.queue }

  init(_ application: Application, _ tools: RemoteTools) {
    (self.application, self.tools) = (application, tools)
  }

  /// Performs a request of the application, independent of the layers that are open on the screen.
  func request(_ command: Command) {
    tools.respond(application.perform(command, from: .remote))
  }

  /// Performs the command of a line.
  func perform(_ line: MPDLine, _ session: inout MPDSession) throws(MPDError) -> MPDOutcome {
    let command = try MPDCommand.command(of: line)
    if isRefused(command, session) {
      throw MPDError(.permission, "you don't have permission for \"\(line.name)\"")
    }
    let arguments = MPDArguments(line.arguments)
    if let outcome = try performOnConnection(command, arguments, &session) { return outcome }
    if let outcome = try performOnServer(command, arguments, &session) { return outcome }
    if let outcome = try performOnPlayer(command, arguments) { return outcome }
    if let outcome = try performOnQueue(command, arguments, session) { return outcome }
    if let outcome = try performOnPlaylists(command, arguments, session) { return outcome }
    if let outcome = try performOnLibrary(command, arguments, session) { return outcome }
    if let outcome = try performOnPads(command, arguments) { return outcome }
    throw MPDError(.unknownCommand, "unknown command \"\(line.name)\"")
  }

  // MARK: The connection

  private func performOnConnection(
    _ command: MPDCommand, _ arguments: MPDArguments, _ session: inout MPDSession
  ) throws(MPDError) -> MPDOutcome? {
    switch command {
    case .ping: return .done
    case .close: return .close
    case .password:
      guard let password = tools.password, arguments[0] == password else {
        throw MPDError(.password, "incorrect password")
      }
      (session.needsPassword, session.isNewlyAuthorised) = (false, true)
      return .done
    case .idle, .noidle, .commandListBegin, .commandListOKBegin, .commandListEnd:
      throw MPDError(.notList, "\"\(command.rawValue)\" is not possible here")
    case .binarylimit:
      session.binaryLimit = try arguments.integer(0, in: MPDSession.binaryLimits)
      return .done
    case .tagtypes: return try tagTypes(arguments.values, &session)
    case .commands: return .reply(commands { !isRefused($0, session) })
    case .notcommands: return .reply(commands { isRefused($0, session) })
    case .urlhandlers:
      var reply = MPDReply()
      for handler in (session.isLocal ? ["file://"] : []) + ["http://", "https://"] {
        reply.add("handler", handler)
      }
      return .reply(reply)
    case .decoders: return .reply(MPDPerformer.decoders)
    default: return nil
    }
  }

  private func isRefused(_ command: MPDCommand, _ session: MPDSession) -> Bool {
    command.isRefused(isLocal: session.isLocal) || (session.needsPassword && !command.needsNoPassword)
  }

  private func commands(where isListed: (MPDCommand) -> Bool) -> MPDReply {
    var reply = MPDReply()
    for name in MPDCommand.allCases.filter(isListed).map(\.rawValue).sorted() { reply.add("command", name) }
    return reply
  }

  private func tagTypes(_ arguments: [String], _ session: inout MPDSession) throws(MPDError) -> MPDOutcome {
    func named() throws(MPDError) -> Set<MPDTag> {
      var tags: Set<MPDTag> = []
      guard arguments.count > 1 else { throw MPDError(.argument, "Not enough arguments") }
      for name in arguments.dropFirst() {
        guard let tag = MPDTag(name: name) else { throw MPDError(.argument, "Unknown tag type: \(name)") }
        tags.insert(tag)
      }
      return tags
    }
    switch arguments.first?.lowercased() {
    case nil:
      var reply = MPDReply()
      for tag in MPDTag.allCases where session.tags.contains(tag) { reply.add("tagtype", tag.rawValue) }
      return .reply(reply)
    case "all": session.tags = Set(MPDTag.allCases.filter(\.isKnown))
    case "reset":
      guard arguments.count > 1 else { throw MPDError(.argument, "Not enough arguments") }
      session.tags = try named()
    case "available":
      var reply = MPDReply()
      for tag in MPDTag.allCases where tag.isKnown { reply.add("tagtype", tag.rawValue) }
      return .reply(reply)
    case "clear": session.tags = []
    case "enable": session.tags.formUnion(try named())
    case "disable": session.tags.subtract(try named())
    default: throw MPDError(.argument, "Unknown sub command")
    }
    return .done
  }

  private static let decoders: MPDReply = {
    let list: [(name: String, suffixes: [String], types: [String])] = [
      (
        "sndfile", ["wav", "flac", "aiff", "aif", "oga", "opus"],
        ["audio/wav", "audio/flac", "audio/aiff", "audio/opus"]
      ),
      ("vorbis", ["ogg"], ["audio/ogg", "audio/vorbis"]), ("mpg123", ["mp3"], ["audio/mpeg"]),
      ("ffmpeg", ["m4a", "aac", "mp4", "wma", "ape", "wv"], ["audio/mp4", "audio/aac"]),
    ]
    var reply = MPDReply()
    for (name, suffixes, types) in list {
      reply.add("plugin", name)
      for suffix in suffixes { reply.add("suffix", suffix) }
      for type in types { reply.add("mime_type", type) }
    }
    return reply
  }()

  /// Seconds since the start.
  var uptime: Double { HostTime.now.seconds(since: start) }
}
