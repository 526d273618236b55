import Application
import AudioBase
import MusicLibrary
import MusicQuery

/// Stickers of songs of the library: `rating`, as `TrackRating.sticker`, and those of clients, as `MPDStickers`.
extension MPDPerformer {
  func perform(_ command: MPDCommand.Stickers, _ arguments: [String]) throws(MPDError) -> MPDOutcome {
    switch command {
    case .sticker: return try sticker(arguments)
    case .stickernames: return stickerNames(typed: false)
    case .stickertypes: return .reply(MPDReply("stickertype", "song"))
    case .stickernamestypes:
      guard arguments.optional(0) ?? "song" == "song" else {
        throw MPDError(.argument, "unknown sticker domain \"\(arguments[0])\"")
      }
      return stickerNames(typed: true)
    }
  }

  nonisolated private static let rating = "rating"

  private func stickerNames(typed: Bool) -> MPDOutcome {
    .read { [stickers = tools.stickers] _ throws(MPDError) in
      var reply = MPDReply()
      for name in try stickers.names().union([MPDPerformer.rating]).sorted() {
        reply.add("name", name)
        if typed { reply.add("type", "song") }
      }
      return reply
    }
  }

  private func sticker(_ arguments: [String]) throws(MPDError) -> MPDOutcome {
    let verb = arguments[0].lowercased()
    guard arguments[1] == "song" else { throw MPDError(.argument, "unknown sticker domain") }
    let (uri, name) = (arguments[2], arguments.optional(3))
    switch (verb, arguments.count) {
    case ("get", 4): return get(uri, arguments[3])
    case ("list", 3): return list(uri)
    case ("delete", 3): return deleteAll(uri)
    case ("find", 4...):
      return try find(below: uri, arguments[3], MPDStickerSelection(Array(arguments.dropFirst(4))))
    case ("set", 5), ("inc", 5), ("dec", 5), ("delete", 4):
      return name == MPDPerformer.rating ? try rate(verb, uri, arguments) : try change(verb, uri, arguments)
    default: throw MPDError(.argument, "bad request")
    }
  }

  // MARK: Reading

  private func get(_ uri: String, _ name: String) -> MPDOutcome {
    .read { [stickers = tools.stickers] library throws(MPDError) in
      guard let value = try library.stickers(of: uri, stickers)[name] else {
        throw MPDError(.notFound, "no such sticker")
      }
      return MPDReply("sticker", "\(name)=\(value)")
    }
  }

  private func list(_ uri: String) -> MPDOutcome {
    .read { [stickers = tools.stickers] library throws(MPDError) in
      let sorted = try library.stickers(of: uri, stickers).sorted { $0.key < $1.key }
      return MPDReply("sticker", each: sorted.map { "\($0.key)=\($0.value)" })
    }
  }

  private func find(below folder: String, _ name: String, _ selection: MPDStickerSelection) -> MPDOutcome {
    .read { [stickers = tools.stickers] library throws(MPDError) in
      let found =
        name == MPDPerformer.rating
        ? try library.rated(below: folder) : try library.songs(with: name, below: folder, stickers)
      var reply = MPDReply()
      for (uri, value) in selection.select(found) {
        reply.add("file", uri)
        reply.add("sticker", "\(name)=\(value)")
      }
      return reply
    }
  }

  // MARK: Changes

  private func rate(_ verb: String, _ uri: String, _ arguments: [String]) throws(MPDError) -> MPDOutcome {
    let value = try verb == "delete" ? 0 : arguments.integer(4, in: 0...10)
    return .change { store, library throws(MPDError) in
      try library.rate(uri, in: store) { old in
        switch verb {
        case "set": TrackRating(sticker: value)
        // A change by one, half a star, is a whole star.
        case "inc": TrackRating(sticker: (old?.sticker ?? 0) + value, roundsUp: true)
        case "dec": TrackRating(sticker: (old?.sticker ?? 0) - value, roundsUp: false)
        default: nil
        }
      }
    }
  }

  private func change(_ verb: String, _ uri: String, _ arguments: [String]) throws(MPDError) -> MPDOutcome {
    let (stickers, name, text) = (tools.stickers, arguments[3], arguments.optional(4) ?? "")
    let step = try ["inc", "dec"].contains(verb) ? arguments.integer(4) : 0
    return .read { library throws(MPDError) in
      let song = try library.required(uri).track.location.stickerSong
      try stickers.set(name, of: song) { old throws(MPDError) in
        switch verb {
        case "set": return text
        case "delete":
          if old == nil { throw MPDError(.notFound, "no such sticker") }
          return nil
        default:
          guard let number = old == nil ? 0 : old.flatMap({ Int32($0) }).map(Int.init) else {
            throw MPDError(.argument, "the sticker is no number")
          }
          return "\(verb == "inc" ? number + step : number - step)"
        }
      }
      return MPDReply()
    }
  }

  /// Removes all stickers of a song, its rating too.
  private func deleteAll(_ uri: String) -> MPDOutcome {
    .change { [stickers = tools.stickers] store, library throws(MPDError) in
      try stickers.removeAll(of: try library.required(uri).track.location.stickerSong)
      return try library.rate(uri, in: store) { _ in nil }
    }
  }
}

extension MPDLibrary {
  fileprivate func required(_ uri: String) throws(MPDError) -> LibraryTrack {
    guard let track = try track(uri) else { throw MPDError(.notFound, "No such song") }
    return track
  }

  fileprivate func stickers(of uri: String, _ stickers: MPDStickers) throws(MPDError) -> [String: String] {
    let track = try required(uri)
    var all = try stickers.all(of: track.track.location.stickerSong)
    all["rating"] = track.rating.map { "\($0.sticker)" }
    return all
  }

  fileprivate func rate(
    _ uri: String, in store: LibraryStore, _ change: (TrackRating?) -> TrackRating?
  ) throws(MPDError) -> LibraryReport? {
    let track = try required(uri)
    try MPDLibrary.checked(store.setRating(change(track.rating), of: track.id))
    let rated = try MPDLibrary.checked(store.tracks([track.id])).first
    return .rated(rated, former: track.rating)
  }

  /// Returns the songs with a rating in a folder and below it.
  fileprivate func rated(below folder: String) throws(MPDError) -> [(uri: String, value: String)] {
    guard let store else { return [] }
    let query = SearchQuery(.number(.rating, NumberRange(1, nil)))
    let tracks = try MPDLibrary.checked(store.tracks(store.search(query).ids))
    let filter = MPDLibrary.filter(below: folder)
    return zip(tracks, try songs(tracks)).compactMap { track, song in
      track.rating.flatMap { filter.accepts(song) ? (song.uri, "\($0.sticker)") : nil }
    }
  }

  /// Returns the songs in a folder and below it that have a sticker of clients.
  fileprivate func songs(
    with name: String, below folder: String, _ stickers: MPDStickers
  ) throws(MPDError) -> [(uri: String, value: String)] {
    let filter = MPDLibrary.filter(below: folder)
    return try stickers.find(name).map { (uri: roots.uri($0.song), song: $0.song, value: $0.value) }
      .filter { filter.accepts(MPDSong(uri: $0.uri, track: TrackInfo($0.song))) }
      .map { (uri: $0.uri, value: $0.value) }.sorted { $0.uri < $1.uri }
  }

  private static func filter(below folder: String) -> MPDFilter {
    MPDFilter.base(folder == "/" ? "" : folder)
  }
}
