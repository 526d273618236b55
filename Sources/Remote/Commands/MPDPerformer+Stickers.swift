import Application
import AudioBase
import MusicLibrary
import MusicQuery

/// Stickers of tracks, of which the library has one: `rating`, as `TrackRating.sticker`.
extension MPDPerformer {
  func perform(_ command: MPDCommand.Stickers, _ arguments: MPDArguments) throws(MPDError) -> MPDOutcome {
    switch command {
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
    }
  }

  private func sticker(_ arguments: MPDArguments) throws(MPDError) -> MPDOutcome {
    let verb = arguments[0].lowercased()
    guard arguments[1] == "song" else { throw MPDError(.argument, "unknown sticker domain") }
    let uri = arguments[2]
    let name = arguments.optional(3)
    if let name, name != "rating", verb != "get" {
      throw MPDError(.argument, "only the sticker \"rating\" is supported, not \"\(name)\"")
    }
    switch (verb, arguments.count) {
    case ("get", 4): return readRating(uri, name)
    case ("list", 3): return listRating(uri)
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

  private func readRating(_ uri: String, _ name: String?) -> MPDOutcome {
    .work(
      .read { library throws(MPDError) in
        guard name == "rating", let rating = try library.required(uri).rating else {
          throw MPDError(.notFound, "no such sticker")
        }
        return .reply(MPDReply("sticker", "rating=\(rating.sticker)"))
      })
  }

  private func listRating(_ uri: String) -> MPDOutcome {
    .work(
      .read { library throws(MPDError) in
        let rating = try library.required(uri).rating
        return .reply(rating.map { MPDReply("sticker", "rating=\($0.sticker)") } ?? MPDReply())
      })
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
