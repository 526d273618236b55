import Application
import AudioBase
import MusicLibrary
import Player
import SystemBase

extension MPDPerformer {
  func perform(
    _ command: MPDCommand.Library, _ arguments: [String], _ session: MPDSession
  ) throws(MPDError) -> MPDOutcome {
    switch command {
    case .find, .search:
      let selection = try MPDSelection(arguments, folded: command == .search)
      return .read { library throws(MPDError) in try library.find(selection) }
    case .findadd, .searchadd: return findAndAdd(try MPDSelection(arguments, folded: command == .searchadd))
    case .list: return try list(arguments)
    case .count, .searchcount: return try count(arguments, folded: command == .searchcount)
    case .lsinfo, .listall, .listallinfo:
      return browse(arguments, isDeep: command != .lsinfo, withTags: command != .listall, session)
    case .listfiles:
      let uri = arguments.optional(0) ?? ""
      return .read { library throws(MPDError) in try library.files(in: uri) }
    case .readcomments: return comments(arguments[0], session)
    case .stats: return statistics
    case .update, .rescan: return try scan()
    case .albumart, .readpicture:
      return try picture(arguments, session, isEmbedded: command == .readpicture)
    }
  }

  private func findAndAdd(_ selection: MPDSelection) -> MPDOutcome {
    .insert(at: selection.position) { library throws(MPDError) in
      let found = try library.select(selection).map(\.track).filter { !$0.isAway }
      try MPDLibrary.limited(found.count)
      return found.map { QueueAddition($0.track) }
    }
  }

  private func count(_ values: [String], folded: Bool) throws(MPDError) -> MPDOutcome {
    var rest = values
    let groups = try MPDLibrary.groups(&rest)
    let filter = try MPDFilterParser.filter(rest, folded: folded)
    return .read { library throws(MPDError) in try library.list(groups, filter, counts: true) }
  }

  private func list(_ values: [String]) throws(MPDError) -> MPDOutcome {
    var rest = values
    let groups = try MPDLibrary.groups(&rest)
    guard let name = rest.first else { throw MPDError(.argument, "Unknown tag type: group") }
    rest.removeFirst()
    if ["file", "filename"].contains(name.lowercased()) {
      return listFiles(try MPDFilterParser.filter(rest, folded: false))
    }
    let tag = try MPDTag.named(name)
    // The form of old clients: the albums of an artist.
    if rest.count == 1, tag == .album, !rest[0].hasPrefix("(") { rest.insert(MPDTag.artist.rawValue, at: 0) }
    let filter = try MPDFilterParser.filter(rest, folded: false)
    return .read { library throws(MPDError) in try library.list(groups + [tag], filter, counts: false) }
  }

  private func listFiles(_ filter: MPDFilter) -> MPDOutcome {
    .read { library throws(MPDError) in
      var reply = MPDReply()
      try library.forEach(filter, timed: false) { _, song throws(MPDError) in
        try library.add(MPDReply("file", song.uri), to: &reply)
      }
      return reply
    }
  }

  private func browse(
    _ arguments: [String], isDeep: Bool, withTags: Bool, _ session: MPDSession
  ) -> MPDOutcome {
    let uri = arguments.optional(0).map { $0 == "/" ? "" : $0 } ?? ""
    let listsPlaylists = uri.isEmpty && !isDeep && !session.hidesPlaylists
    return .read { library throws(MPDError) in
      guard var reply = try library.list(uri, isDeep: isDeep, withTags: withTags) else {
        throw MPDError(.notFound, "No such directory")
      }
      if listsPlaylists { reply.add(MPDReply("playlist", each: try library.playlists().map(\.name))) }
      return reply
    }
  }

  /// Returns the tags of a track, by the names of Vorbis comments. Local clients may name files outside of the library.
  private func comments(_ uri: String, _ session: MPDSession) -> MPDOutcome {
    let isLocal = session.isLocal
    return .read { library throws(MPDError) in
      let track: TrackInfo
      if let known = try library.track(uri) {
        track = known.track
      } else {
        guard isLocal, uri.hasPrefix("/"), let file = try library.music(uri, isLocal: true).first else {
          throw MPDError(.notFound, "No such song")
        }
        track = file.tags ?? file.listed
      }
      let song = MPDSong(uri: uri, track: track)
      var reply = MPDReply()
      for tag in MPDTag.allCases { reply.add(MPDReply(tag.vorbisName, each: song.values(of: tag))) }
      return reply
    }
  }

  private var statistics: MPDOutcome {
    let (uptime, playtime) = (uptime, playtime)
    return .read { library throws(MPDError) in try library.statistics(uptime: uptime, playtime: playtime) }
  }

  private func scan() throws(MPDError) -> MPDOutcome {
    guard let library = application.library, library.stage == .ready else {
      throw MPDError(.system, "the library has no folders: drumdub scan FOLDER")
    }
    if !library.scans.isRunning {
      scans += 1
      request(.library(.scan))
    }
    return .reply(MPDReply("updating_db", max(scans, 1)))
  }

  // MARK: Pictures

  private func picture(
    _ arguments: [String], _ session: MPDSession, isEmbedded: Bool
  ) throws(MPDError) -> MPDOutcome {
    let (uri, offset) = (arguments[0], try arguments.integer(1, in: 0...Int(Int32.max)))
    let (limit, pictures, isLocal) = (session.binaryLimit, tools.pictures, session.isLocal)
    // The picture in the tags of a file of a server was stored when they were read.
    let track = queue.items.first { $0.location.address?.text == uri }
    return .read { library throws(MPDError) in
      var picture = track?.cover.flatMap(pictures.picture(file:))
      if picture == nil {
        picture = pictures.picture(of: try library.file(uri, isLocal: isLocal), isEmbedded: isEmbedded)
      }
      guard let picture else {
        if isEmbedded { return MPDReply() }
        throw MPDError(.notFound, "No file exists")
      }
      guard offset <= picture.bytes.count else { throw MPDError(.argument, "Bad file offset") }
      var reply = MPDReply("size", picture.bytes.count)
      if isEmbedded { reply.add("type", optional: picture.picture.mimeType) }
      reply.add(binary: picture.bytes[offset...].prefix(limit))
      return reply
    }
  }
}

extension MPDLibrary {
  fileprivate func file(_ uri: String, isLocal: Bool) throws(MPDError) -> FilePath {
    if let track = try track(uri) { return track.track.path }
    let file = FileURL.path(uri) ?? FilePath(uri)
    guard isLocal, file.isAbsolute, file.exists else { throw MPDError(.notFound, "No such song") }
    return file
  }
}
