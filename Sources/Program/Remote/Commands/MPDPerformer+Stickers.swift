import AudioBase
import Librarian
import MusicLibrary
import MusicQuery

/// Stickers: `rating` of songs, as `TrackRating.sticker`, and those of clients, as `MPDStickers`.
extension MPDPerformer {
  func perform(_ command: MPDCommand.Stickers, _ arguments: [String]) throws(MPDError) -> MPDOutcome {
    switch command {
    case .sticker: return try sticker(arguments)
    case .stickernames:
      return .read { [stickers = tools.stickers] _ throws(MPDError) in
        let names = try stickers.names().values.reduce(into: Set([MPDPerformer.rating])) { $0.formUnion($1) }
        return MPDReply("name", each: names.sorted())
      }
    case .stickertypes: return .reply(MPDReply("stickertype", each: MPDStickerType.all.map(\.name)))
    case .stickernamestypes:
      guard let name = arguments.optional(0) else { return namesAndTypes(of: nil) }
      return namesAndTypes(of: try stickerType(name))
    }
  }

  nonisolated private static let rating = "rating"

  private func stickerType(_ name: String) throws(MPDError) -> MPDStickerType {
    guard let type = MPDStickerType(name: name) else {
      throw MPDError(.argument, "unknown sticker domain \"\(name)\"")
    }
    return type
  }

  /// Lists the names of stickers, each with the types that have it. `wanted`: a type; nil for all.
  private func namesAndTypes(of wanted: MPDStickerType?) -> MPDOutcome {
    .read { [stickers = tools.stickers] _ throws(MPDError) in
      var names = try stickers.names()
      names[.song, default: []].insert(MPDPerformer.rating)
      let pairs = names.filter { $0.key == wanted ?? $0.key }.flatMap { type, names in
        names.map { ($0, type.name) }
      }
      var reply = MPDReply()
      for (name, type) in pairs.sorted(by: <) {
        reply.add("name", name)
        reply.add("type", type)
      }
      return reply
    }
  }

  private func sticker(_ arguments: [String]) throws(MPDError) -> MPDOutcome {
    let verb = arguments[0].lowercased()
    let type = try stickerType(arguments[1])
    let (uri, name) = (arguments[2], arguments.optional(3))
    let isRating = type == .song && name == MPDPerformer.rating
    switch (verb, arguments.count) {
    case ("get", 4): return get(type, uri, arguments[3])
    case ("list", 3): return list(type, uri)
    case ("delete", 3): return deleteAll(type, uri)
    case ("find", 4...):
      return try find(type, below: uri, arguments[3], MPDStickerSelection(Array(arguments.dropFirst(4))))
    case ("set", 5), ("inc", 5), ("dec", 5), ("delete", 4):
      return isRating ? try rate(verb, uri, arguments) : try change(verb, type, uri, arguments)
    default: throw MPDError(.argument, "bad request")
    }
  }

  // MARK: Reading

  private func get(_ type: MPDStickerType, _ uri: String, _ name: String) -> MPDOutcome {
    .read { [stickers = tools.stickers] library throws(MPDError) in
      guard let value = try library.stickers(of: type, uri, stickers)[name] else {
        throw MPDError(.notFound, "no such sticker")
      }
      return MPDReply("sticker", "\(name)=\(value)")
    }
  }

  private func list(_ type: MPDStickerType, _ uri: String) -> MPDOutcome {
    .read { [stickers = tools.stickers] library throws(MPDError) in
      let sorted = try library.stickers(of: type, uri, stickers).sorted { $0.key < $1.key }
      return MPDReply("sticker", each: sorted.map { "\($0.key)=\($0.value)" })
    }
  }

  private func find(
    _ type: MPDStickerType, below uri: String, _ name: String, _ selection: MPDStickerSelection
  ) -> MPDOutcome {
    .read { [stickers = tools.stickers] library throws(MPDError) in
      let found =
        type != .song
        ? try library.names(of: type, with: name, beginning: uri, stickers)
        : name == MPDPerformer.rating
          ? try library.rated(below: uri) : try library.songs(with: name, below: uri, stickers)
      var reply = MPDReply()
      for (uri, value) in selection.select(found) {
        reply.add(type == .song ? "file" : type.name, uri)
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

  private func change(
    _ verb: String, _ type: MPDStickerType, _ uri: String, _ arguments: [String]
  ) throws(MPDError) -> MPDOutcome {
    let (stickers, name, text) = (tools.stickers, arguments[3], arguments.optional(4) ?? "")
    let step = try ["inc", "dec"].contains(verb) ? arguments.integer(4) : 0
    return .read { library throws(MPDError) in
      let subject = try library.subject(type, uri, exists: verb != "delete")
      try stickers.set(name, of: subject) { old throws(MPDError) in
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

  /// Removes all stickers of a subject, the rating of a song too.
  private func deleteAll(_ type: MPDStickerType, _ uri: String) -> MPDOutcome {
    if type != .song {
      return .read { [stickers = tools.stickers] library throws(MPDError) in
        try stickers.removeAll(of: try library.subject(type, uri))
        return MPDReply()
      }
    }
    return .change { [stickers = tools.stickers] store, library throws(MPDError) in
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

  /// Returns what has stickers. `exists`: whether a playlist or a value of a tag has to be there; songs always have to.
  fileprivate func subject(
    _ type: MPDStickerType, _ name: String, exists: Bool = false
  ) throws(MPDError) -> MPDStickerSubject {
    switch type {
    case .song: return try required(name).track.location.stickerSong
    case .playlist where exists:
      if try !playlists().contains(where: { $0.name == name }) {
        throw MPDError(.notFound, "No such playlist")
      }
    case .filter: _ = try MPDFilterParser.expression(name, folded: false)
    case .tag(let tag) where exists:
      var isThere = false
      let filter = MPDFilter.tag(tag, MPDFilter.Comparison(.equals, folded: false), name)
      if !name.isEmpty { try forEach(filter, timed: false) { _, _ in isThere = true } }
      if !isThere { throw MPDError(.notFound, "no such \(tag.rawValue)") }
    case .playlist, .tag: break
    }
    return .named(type, name)
  }

  /// Returns the playlists, filters or values of a tag that begin with a text and have a sticker.
  fileprivate func names(
    of type: MPDStickerType, with name: String, beginning start: String, _ stickers: MPDStickers
  ) throws(MPDError) -> [(uri: String, value: String)] {
    try stickers.find(name, of: type).compactMap { subject, value -> (uri: String, value: String)? in
      guard case .named(_, let name) = subject, name.hasPrefix(start) else { return nil }
      return (name, value)
    }.sorted { $0.uri < $1.uri }
  }

  fileprivate func stickers(
    of type: MPDStickerType, _ uri: String, _ stickers: MPDStickers
  ) throws(MPDError) -> [String: String] {
    if type != .song { return try stickers.all(of: try subject(type, uri)) }
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
    return try stickers.find(name, of: .song).compactMap { subject, value -> (uri: String, value: String)? in
      guard case .song(let song) = subject, case let uri = roots.uri(song),
        filter.accepts(MPDSong(uri: uri, track: TrackInfo(song)))
      else { return nil }
      return (uri, value)
    }.sorted { $0.uri < $1.uri }
  }

  private static func filter(below folder: String) -> MPDFilter {
    MPDFilter.base(folder == "/" ? "" : folder)
  }
}
