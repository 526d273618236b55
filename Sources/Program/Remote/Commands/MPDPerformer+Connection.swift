/// The connection itself, and what a client sets for it.
extension MPDPerformer {
  func perform(
    _ command: MPDCommand.Connection, _ arguments: MPDArguments, _ session: inout MPDSession
  ) throws(MPDError) -> MPDOutcome {
    switch command {
    case .ping: return .done
    case .close: return .close
    case .password: try authorise(arguments[0], &session)
    case .idle, .noidle, .commandListBegin, .commandListOKBegin, .commandListEnd:
      throw MPDError(.notList, "\"\(command.rawValue)\" is not possible here")
    case .binarylimit: session.binaryLimit = try arguments.integer(0, in: MPDSession.binaryLimits)
    case .tagtypes: return try tagTypes(arguments.values, &session)
    case .protocol: return try features(arguments.values, &session)
    case .commands, .notcommands:
      let isListed = command == .commands
      let listed = MPDCommand.allCases.filter { isRefused($0, session) != isListed }
      return .reply(MPDReply("command", each: listed.map(\.name).sorted()))
    }
    return .done
  }

  private func authorise(_ password: String, _ session: inout MPDSession) throws(MPDError) {
    guard let expected = tools.password, password == expected else {
      throw MPDError(.password, "incorrect password")
    }
    (session.needsPassword, session.isNewlyAuthorised) = (false, true)
  }

  private func tagTypes(_ arguments: [String], _ session: inout MPDSession) throws(MPDError) -> MPDOutcome {
    func named() throws(MPDError) -> Set<MPDTag> {
      guard arguments.count > 1 else { throw MPDError(.argument, "Not enough arguments") }
      return Set(try arguments.dropFirst().map { name throws(MPDError) in try MPDTag.named(name) })
    }
    switch arguments.first?.lowercased() {
    case nil:
      let tags = MPDTag.allCases.filter(session.tags.contains)
      return .reply(MPDReply("tagtype", each: tags.map(\.rawValue)))
    case "all": session.tags = Set(MPDTag.known)
    case "reset": session.tags = try named()
    case "available": return .reply(MPDReply("tagtype", each: MPDTag.known.map(\.rawValue)))
    case "clear": session.tags = []
    case "enable": session.tags.formUnion(try named())
    case "disable": session.tags.subtract(try named())
    default: throw MPDError(.argument, "Unknown sub command")
    }
    return .done
  }

  /// Lists or changes the features of the protocol that the client wants.
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
