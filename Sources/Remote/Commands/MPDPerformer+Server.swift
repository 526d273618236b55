import Application
import MusicLibrary

/// The parts of a server of MPD of which this program has one: partition, output, folder of music.
extension MPDPerformer {
  func performOnServer(
    _ command: MPDCommand, _ arguments: MPDArguments, _ session: inout MPDSession
  ) throws(MPDError) -> MPDOutcome? {
    switch command {
    case .listpartitions: return .reply(MPDReply("partition", MPDPerformer.partition))
    case .partition:
      guard arguments[0] == MPDPerformer.partition else { throw MPDError(.notFound, "No such partition") }
    case .outputs:
      var reply = MPDReply("outputid", 0)
      reply.add("outputname", model.output?.name ?? "null")
      reply.add("plugin", "drumdub")
      reply.add("outputenabled", 1)
      return .reply(reply)
    case .enableoutput: try checkOutput(arguments)
    case .disableoutput, .toggleoutput:
      try checkOutput(arguments)
      throw MPDError(
        .argument,
        "the only output cannot be switched off: pause, or choose another one with :output in the player")
    case .config:
      var reply = MPDReply()
      if roots.roots.count == 1 { reply.add("music_directory", MusicRoots.text(roots.roots[0].path)) }
      reply.add("pcre", RegularExpression.isAvailable ? 1 : 0)
      return .reply(reply)
    case .listmounts:
      var reply = MPDReply()
      for root in roots.roots {
        reply.add("mount", root.name)
        reply.add("storage", MusicRoots.text(root.path))
      }
      return .reply(reply)
    case .listneighbors: return .reply(MPDReply())
    case .protocol: return try features(arguments.values, &session)
    default: return nil
    }
    return .done
  }

  static let partition = "default"

  private func checkOutput(_ arguments: MPDArguments) throws(MPDError) {
    if try arguments.integer(0) != 0 { throw MPDError(.notFound, "No such audio output") }
  }

  /// Lists or changes the features of the protocol that the client uses.
  private func features(_ arguments: [String], _ session: inout MPDSession) throws(MPDError) -> MPDOutcome {
    let feature = "hide_playlists_in_root"
    let names = arguments.dropFirst()
    if let unknown = names.first(where: { $0 != feature }) {
      throw MPDError(.argument, "Unknown protocol feature: \(unknown)")
    }
    switch arguments.first?.lowercased() {
    case nil: return .reply(session.hidesPlaylists ? MPDReply("feature", feature) : MPDReply())
    case "available": return .reply(MPDReply("feature", feature))
    case "all": session.hidesPlaylists = true
    case "clear": session.hidesPlaylists = false
    case "enable" where !names.isEmpty: session.hidesPlaylists = true
    case "disable" where !names.isEmpty: session.hidesPlaylists = false
    case "enable", "disable": throw MPDError(.argument, "Not enough arguments")
    default: throw MPDError(.argument, "Unknown sub command")
    }
    return .done
  }
}
