import Application
import AudioBase
import MusicLibrary
import MusicQuery
import Player
import SystemBase

/// Searching and browsing the library, pictures and ratings.
extension MPDPerformer {
  func performOnLibrary(
    _ command: MPDCommand, _ arguments: MPDArguments, _ session: MPDSession
  ) throws(MPDError) -> MPDOutcome? {
    let values = arguments.values
    switch command {
    case .find, .search:
      let selection = try MPDSelection(values, folded: command == .search)
      return .work(.read { library throws(MPDError) in .reply(try library.find(selection)) })
    case .findadd, .searchadd:
      return findAndAdd(try MPDSelection(values, folded: command == .searchadd))
    case .list: return try list(values)
    case .count, .searchcount:
      var rest = values
      let groups = try MPDLibrary.groups(&rest)
      let filter = try MPDFilterParser.filter(rest, folded: command == .searchcount)
      let grouping = MPDLibrary.Grouping(tags: groups, filter: filter)
      return .work(.read { library throws(MPDError) in .reply(try library.list(grouping, counts: true)) })
    case .lsinfo: return browse(arguments, .content, session)
    case .listall: return browse(arguments, .all(withTags: false), session)
    case .listallinfo: return browse(arguments, .all(withTags: true), session)
    case .listfiles:
      let uri = arguments.optional(0) ?? ""
      return .work(.read { library throws(MPDError) in .reply(try library.files(in: uri)) })
    case .readcomments: return comments(arguments[0], session)
    case .stats:
      let uptime = uptime
      return .work(.read { library throws(MPDError) in .reply(try library.statistics(uptime: uptime)) })
    case .update, .rescan: return try scan()
    case .albumart: return try picture(arguments, session, isEmbedded: false)
    case .readpicture: return try picture(arguments, session, isEmbedded: true)
    case .sticker: return try sticker(arguments)
    case .stickernames: return .reply(MPDReply("name", "rating"))
    case .stickertypes: return .reply(MPDReply("stickertype", "song"))
    case .stickernamestypes:
      guard arguments.optional(0) ?? "song" == "song" else {
        throw MPDError(.argument, "unknown sticker domain \"\(arguments[0])\"")
      }
      var reply = MPDReply("name", "rating")
      reply.add("type", "song")
      return .reply(reply)
    default: return nil
    }
  }

  private func findAndAdd(_ selection: MPDSelection) -> MPDOutcome {
    .work(
      .read { library throws(MPDError) in
        let found = try library.select(selection).map(\.track).filter { !$0.isAway }
        try MPDLibrary.limited(found.count)
        let music = found.map { QueueAddition($0.track) }
        return .then { performer throws(MPDError) in
          _ = try performer.insert(music, at: selection.position)
          return MPDReply()
        }
      })
  }

  private func list(_ values: [String]) throws(MPDError) -> MPDOutcome {
    var rest = values
    let groups = try MPDLibrary.groups(&rest)
    guard let name = rest.first else { throw MPDError(.argument, "Unknown tag type: group") }
    rest.removeFirst()
    if ["file", "filename"].contains(name.lowercased()) {
      let filter = try MPDFilterParser.filter(rest, folded: false)
      return .work(
        .read { library throws(MPDError) in
          var reply = MPDReply()
          try library.forEach(filter, timed: false) { _, song throws(MPDError) in
            try library.add(MPDReply("file", song.uri), to: &reply)
          }
          return .reply(reply)
        })
    }
    guard let tag = MPDTag(name: name) else { throw MPDError(.argument, "Unknown tag type: \(name)") }
    // The form of old clients: the albums of an artist.
    if rest.count == 1, tag == .album, !rest[0].hasPrefix("(") { rest.insert(MPDTag.artist.rawValue, at: 0) }
    let filter = try MPDFilterParser.filter(rest, folded: false)
    let grouping = MPDLibrary.Grouping(tags: groups + [tag], filter: filter)
    return .work(.read { library throws(MPDError) in .reply(try library.list(grouping, counts: false)) })
  }

  private func browse(
    _ arguments: MPDArguments, _ listing: MPDLibrary.Listing, _ session: MPDSession
  ) -> MPDOutcome {
    let uri = arguments.optional(0).map { $0 == "/" ? "" : $0 } ?? ""
    let isShort = if case .content = listing { !session.hidesPlaylists } else { false }
    return .work(
      .read { library throws(MPDError) in
        guard var reply = try library.list(uri, listing) else {
          throw MPDError(.notFound, "No such directory")
        }
        if uri.isEmpty, isShort {
          for list in try library.playlists() { reply.add("playlist", list.name) }
        }
        return .reply(reply)
      })
  }

  /// The tags of a track, by the names of Vorbis comments. Local clients may name files outside of the library.
  private func comments(_ uri: String, _ session: MPDSession) -> MPDOutcome {
    let isLocal = session.isLocal
    return .work(
      .read { library throws(MPDError) in
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
        for tag in MPDTag.allCases {
          for value in song.values(of: tag) { reply.add(tag.vorbisName, value) }
        }
        return .reply(reply)
      })
  }

  private func scan() throws(MPDError) -> MPDOutcome {
    guard let library = application.library, library.stage == .ready else {
      throw MPDError(.system, "the library has no folders: drumdub scan FOLDER")
    }
    if !library.isScanning {
      scans += 1
      request(.library(.scan))
    }
    return .reply(MPDReply("updating_db", max(scans, 1)))
  }

  // MARK: Pictures

  private func picture(
    _ arguments: MPDArguments, _ session: MPDSession, isEmbedded: Bool
  ) throws(MPDError) -> MPDOutcome {
    let (uri, offset) = (arguments[0], try arguments.integer(1, in: 0...Int(Int32.max)))
    let (limit, pictures, isLocal) = (session.binaryLimit, tools.pictures, session.isLocal)
    return .work(
      .read { library throws(MPDError) in
        let path = try library.file(uri, isLocal: isLocal)
        guard let picture = pictures.picture(of: path, isEmbedded: isEmbedded) else {
          if isEmbedded { return .reply(MPDReply()) }
          throw MPDError(.notFound, "No file exists")
        }
        guard offset <= picture.bytes.count else { throw MPDError(.argument, "Bad file offset") }
        var reply = MPDReply("size", picture.bytes.count)
        if isEmbedded { reply.add("type", optional: picture.mimeType) }
        reply.add(binary: picture.bytes[offset...].prefix(limit))
        return .reply(reply)
      })
  }

  // MARK: Ratings

  /// Stickers of tracks, of which the library has one: `rating`, as `TrackRating.sticker`.
  private func sticker(_ arguments: MPDArguments) throws(MPDError) -> MPDOutcome {
    let verb = arguments[0].lowercased()
    guard arguments[1] == "song" else { throw MPDError(.argument, "unknown sticker domain") }
    let uri = arguments[2]
    let name = arguments.optional(3)
    if let name, name != "rating", verb != "get" {
      throw MPDError(.argument, "only the sticker \"rating\" is supported, not \"\(name)\"")
    }
    switch (verb, arguments.count) {
    case ("get", 4):
      return .work(
        .read { library throws(MPDError) in
          guard name == "rating", let rating = try library.required(uri).rating else {
            throw MPDError(.notFound, "no such sticker")
          }
          return .reply(MPDReply("sticker", "rating=\(rating.sticker)"))
        })
    case ("list", 3):
      return .work(
        .read { library throws(MPDError) in
          let rating = try library.required(uri).rating
          return .reply(rating.map { MPDReply("sticker", "rating=\($0.sticker)") } ?? MPDReply())
        })
    case ("set", 5):
      let value = try arguments.integer(4, in: 0...10)
      return rate(uri) { _ in TrackRating(sticker: value) }
    case ("inc", 5), ("dec", 5):
      let step = try arguments.integer(4, in: 0...10) * (verb == "inc" ? 1 : -1)
      // A change by one, half a star, is a whole star.
      return rate(uri) { TrackRating(sticker: ($0?.sticker ?? 0) + step, roundsUp: step > 0) }
    case ("delete", 3), ("delete", 4): return rate(uri) { _ in nil }
    case ("find", 4...): return try findRatings(uri, arguments.values.dropFirst(4))
    default: throw MPDError(.argument, "bad request")
    }
  }

  /// Changes the rating of a track.
  ///
  /// - Parameter change: returns the new rating from the old one.
  private func rate(
    _ uri: String, _ change: @escaping @Sendable (TrackRating?) -> TrackRating?
  ) -> MPDOutcome {
    .work(
      .change { store, library throws(MPDError) in
        let track = try library.required(uri)
        let rated = try MPDLibrary.checked { () throws(LibraryError) in
          try store.setRating(change(track.rating), of: track.id)
          return try store.tracks([track.id]).first
        }
        return (MPDReply(), .rated(rated, former: track.rating))
      })
  }

  private func findRatings(
    _ folder: String, _ arguments: some Collection<String>
  ) throws(MPDError) -> MPDOutcome {
    let selection = try MPDRatingSelection(Array(arguments))
    return .work(
      .read { library throws(MPDError) in
        let found = try library.rated(below: folder).compactMap { track, song in
          track.rating.map { (uri: song.uri, rating: $0.sticker) }
        }
        var reply = MPDReply()
        for (uri, rating) in selection.select(found) {
          reply.add("file", uri)
          reply.add("sticker", "rating=\(rating)")
        }
        return .reply(reply)
      })
  }
}

extension MPDLibrary {
  fileprivate func required(_ uri: String) throws(MPDError) -> LibraryTrack {
    guard let track = try track(uri) else { throw MPDError(.notFound, "No such song") }
    return track
  }

  /// Returns the file of an address.
  fileprivate func file(_ uri: String, isLocal: Bool) throws(MPDError) -> FilePath {
    if let track = try track(uri) { return track.track.path }
    let file = FileURL.path(uri) ?? FilePath(uri)
    guard isLocal, file.isAbsolute, file.exists else { throw MPDError(.notFound, "No such song") }
    return file
  }

  /// Returns the tracks with a rating in a folder and below it.
  fileprivate func rated(below folder: String) throws(MPDError) -> [(track: LibraryTrack, song: MPDSong)] {
    guard let store else { return [] }
    let query = SearchQuery(.number(.rating, NumberRange(1, nil)))
    let tracks = try MPDLibrary.checked { () throws(LibraryError) in
      try store.tracks(try store.search(query).ids)
    }
    let filter = MPDFilter.base(folder == "/" ? "" : folder)
    return zip(tracks, try songs(tracks)).map { ($0, $1) }.filter { filter.accepts($0.1) }
  }
}
