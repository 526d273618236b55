/// The parts of a server of MPD of which this program has one: partition, output, folder of music.
extension MPDPerformer {
  func perform(
    _ command: MPDCommand.Server, _ arguments: [String], _ session: MPDSession
  ) throws(MPDError) -> MPDOutcome {
    switch command {
    case .listpartitions: return .reply(MPDReply("partition", MPDPerformer.partition))
    case .partition:
      guard arguments[0] == MPDPerformer.partition else { throw MPDError(.notFound, "No such partition") }
    case .newpartition, .delpartition, .moveoutput:
      throw MPDError(
        .system, "there is one partition, \"\(MPDPerformer.partition)\", and no other can be made")
    case .mount, .unmount:
      throw MPDError(.system, "folders are added to the library by drumdub scan FOLDER")
    case .outputs: return .reply(outputs)
    case .outputset:
      try checkOutput(arguments)
      throw MPDError(.argument, "the output has no attribute \(arguments[1])")
    case .outputvolume:
      try checkOutput(arguments)
      try setVolume(arguments.integer(1, in: 0...100))
    case .enableoutput: try checkOutput(arguments)
    case .disableoutput, .toggleoutput:
      try checkOutput(arguments)
      throw MPDError(.argument, "the only output cannot be switched off; use pause, or drumdub --output")
    case .config: return .reply(configuration)
    case .kill: throw MPDPerformer.refused(command.rawValue)
    case .listmounts:
      var reply = MPDReply()
      for root in roots.roots {
        reply.add("mount", root.name)
        reply.add("storage", MusicRoots.text(root.path))
      }
      return .reply(reply)
    case .listneighbors: return .reply(MPDReply())
    case .urlhandlers:
      let files = session.isLocal ? ["file://"] : []
      return .reply(MPDReply("handler", each: files + ["http://", "https://"]))
    case .decoders: return .reply(MPDPerformer.decoders)
    }
    return .done
  }

  static let partition = "default"

  private var outputs: MPDReply {
    var reply = MPDReply("outputid", 0)
    reply.add("outputname", model.output?.name ?? "null")
    reply.add("plugin", "drumdub")
    reply.add("outputenabled", 1)
    return reply
  }

  private func checkOutput(_ arguments: [String]) throws(MPDError) {
    if try arguments.integer(0) != 0 { throw MPDError(.notFound, "No such audio output") }
  }

  private var configuration: MPDReply {
    var reply = MPDReply()
    if roots.roots.count == 1 { reply.add("music_directory", MusicRoots.text(roots.roots[0].path)) }
    reply.add("pcre", RegularExpression.isAvailable ? 1 : 0)
    return reply
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
      reply.add(MPDReply("suffix", each: suffixes))
      reply.add(MPDReply("mime_type", each: types))
    }
    return reply
  }()

  // MARK: The connection itself, and what a client sets for it

  func perform(
    _ command: MPDCommand.Connection, _ arguments: [String], _ session: inout MPDSession
  ) throws(MPDError) -> MPDOutcome {
    switch command {
    case .ping: return .done
    case .close: return .close
    case .password: try authorise(arguments[0], &session)
    case .idle, .noidle, .commandListBegin, .commandListOKBegin, .commandListEnd:
      throw MPDError(.notList, "\"\(command.rawValue)\" is not possible here")
    case .binarylimit: session.binaryLimit = try arguments.integer(0, in: MPDSession.binaryLimits)
    case .tagtypes: return try tagTypes(arguments, &session)
    case .protocol: return try features(arguments, &session)
    case .commands, .notcommands:
      let isListed = command == .commands
      let listed = MPDCommand.byName.filter { isRefused($0.value, session) != isListed }
      return .reply(MPDReply("command", each: listed.keys.sorted()))
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
    case "all": session.tags = Set(MPDTag.allCases)
    case "reset": session.tags = try named()
    case "available": return .reply(MPDReply("tagtype", each: MPDTag.allCases.map(\.rawValue)))
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
    case "enable" where names.isEmpty, "disable" where names.isEmpty:
      throw MPDError(.argument, "Not enough arguments")
    case "all", "enable": session.hidesPlaylists = true
    case "clear", "disable": session.hidesPlaylists = false
    default: throw MPDError(.argument, "Unknown sub command")
    }
    return .done
  }
}
