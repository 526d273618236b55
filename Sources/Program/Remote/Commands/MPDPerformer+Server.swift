/// The parts of a server of MPD of which this program has one: partition, output, folder of music.
extension MPDPerformer {
  func perform(
    _ command: MPDCommand.Server, _ arguments: MPDArguments, _ session: MPDSession
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
    case .listmounts: return .reply(mounts)
    case .listneighbors: return .reply(MPDReply())
    case .urlhandlers: return .reply(addressKinds(session))
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

  private func checkOutput(_ arguments: MPDArguments) throws(MPDError) {
    if try arguments.integer(0) != 0 { throw MPDError(.notFound, "No such audio output") }
  }

  private var configuration: MPDReply {
    var reply = MPDReply()
    if roots.roots.count == 1 { reply.add("music_directory", MusicRoots.text(roots.roots[0].path)) }
    reply.add("pcre", RegularExpression.isAvailable ? 1 : 0)
    return reply
  }

  private var mounts: MPDReply {
    var reply = MPDReply()
    for root in roots.roots {
      reply.add("mount", root.name)
      reply.add("storage", MusicRoots.text(root.path))
    }
    return reply
  }

  private func addressKinds(_ session: MPDSession) -> MPDReply {
    MPDReply("handler", each: (session.isLocal ? ["file://"] : []) + ["http://", "https://"])
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
}
