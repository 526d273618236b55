import AudioBase
import Librarian
import MusicLibrary
import MusicQuery
import Player

extension MPDPerformer {
  func perform(
    _ command: MPDCommand.Playlists, _ arguments: [String], _ session: MPDSession
  ) throws(MPDError) -> MPDOutcome {
    switch command {
    case .listplaylists:
      return .read { library throws(MPDError) in
        MPDReply("playlist", each: try library.playlists().map(\.name))
      }
    case .listplaylist, .listplaylistinfo:
      var selection = try MPDSelection([], folded: false)
      if arguments.count > 1 { selection.window = try arguments.range(1) }
      return listPlaylist(arguments[0], selection, withTags: command == .listplaylistinfo)
    case .searchplaylist:
      let selection = try MPDSelection(arguments.dropFirst(), folded: true)
      return listPlaylist(arguments[0], selection, withTags: true)
    case .playlistlength: return measurePlaylist(arguments[0])
    case .load: return try load(arguments)
    case .save: return try save(arguments)
    case .rename: return renamePlaylist(arguments[0], to: try MPDPerformer.name(arguments[1]))
    case .rm: return deletePlaylist(arguments[0])
    case .playlistadd: return try addToPlaylist(arguments, session)
    case .playlistclear:
      return edit(arguments[0]) { _, entries in .remove(MPDPerformer.entries(entries, 0..<entries.count)) }
    case .playlistdelete: return try deleteEntries(arguments)
    case .playlistmove: return try moveEntries(arguments)
    case .searchaddpl: return try searchAndAdd(arguments)
    }
  }

  /// Returns a name that playlists of the protocol can have.
  private static func name(_ text: String) throws(MPDError) -> String {
    guard !text.isEmpty, !text.contains("/"), text.unicodeScalars.allSatisfy({ $0.value >= 0x20 }) else {
      throw MPDError(
        .argument,
        "playlist name is invalid: playlist names may not contain slashes, newlines or carriage returns")
    }
    return text
  }

  private nonisolated static func entries(_ entries: [PlaylistEntry], _ range: Range<Int>) -> [PlaylistEdit
    .Entry]
  {
    range.map { PlaylistEdit.Entry(index: $0, location: entries[$0].location) }
  }

  // MARK: Lists

  private func listPlaylist(_ name: String, _ selection: MPDSelection, withTags: Bool) -> MPDOutcome {
    .read { library throws(MPDError) in try library.list(playlist: name, selection, withTags: withTags) }
  }

  private func measurePlaylist(_ name: String) -> MPDOutcome {
    .read { library throws(MPDError) in
      let music = try library.music(ofPlaylist: name)
      var reply = MPDReply("songs", music.count)
      reply.add(
        "playtime", wholeSeconds: music.reduce(0) { $0 + (($1.tags ?? $1.listed).duration ?? 0) })
      return reply
    }
  }

  // MARK: Playlists as a whole

  private func renamePlaylist(_ old: String, to new: String) -> MPDOutcome {
    .change { store, library throws(MPDError) in
      let list = try library.playlist(old)
      let isRenamed = try MPDLibrary.checked(store.renamePlaylist(list.id, to: new))
      if !isRenamed { throw MPDError(.exists, "Playlist already exists") }
      return .playlists(.playlist(.renamed(from: old, to: new)))
    }
  }

  private func deletePlaylist(_ name: String) -> MPDOutcome {
    let index = tools.library
    return .change { store, library throws(MPDError) in
      let list = try library.playlist(name)
      return try MPDLibrary.checked(index?.editor(store).delete(PlaylistName(id: list.id, name: name)))
    }
  }

  private func load(_ arguments: [String]) throws(MPDError) -> MPDOutcome {
    let (name, position) = (arguments[0], arguments.optional(2))
    let range = try arguments.count > 1 ? arguments.range(1) : MPDRange("0:")
    return .insert(at: position) { library throws(MPDError) in
      let music = try library.music(ofPlaylist: name)
      let part = Array(music[range.within(music.count)])
      try MPDLibrary.limited(part.count)
      return part
    }
  }

  /// Saves the queue as a playlist. `arguments`: the name, then `create`, `append` or `replace`.
  private func save(_ arguments: [String]) throws(MPDError) -> MPDOutcome {
    let (name, mode) = (try MPDPerformer.name(arguments[0]), arguments.optional(1) ?? "create")
    guard ["create", "append", "replace"].contains(mode) else {
      throw MPDError(.argument, "Unrecognized save mode, expected one of 'create', 'append', 'replace'")
    }
    let (items, folder) = (queue.items, tools.folder)
    return .change { store, library throws(MPDError) in
      let entries = items.map { item in
        var entry = PlaylistEntry(item.location.inside(folder))
        (entry.title, entry.artist, entry.duration) = (item.title, item.artist, item.duration)
        return entry
      }
      let old = try library.playlists().first { $0.name == name }
      if mode == "create", old != nil { throw MPDError(.exists, "Playlist already exists") }
      if mode != "create", old == nil { throw MPDError(.notFound, "No such playlist") }
      if mode == "append", old?.query != nil { throw MPDPerformer.isQuery(name) }
      var all: [PlaylistEntry] = []
      if mode == "append", let old { all = try MPDLibrary.checked(store.entries(ofPlaylist: old.id)) }
      try MPDLibrary.checked(store.savePlaylist(name, all + entries))
      return .playlists(.playlist(.saved(name)))
    }
  }

  nonisolated private static func isQuery(_ name: String) -> MPDError {
    MPDError(.system, "\(name) is a query: its tracks cannot be changed")
  }

  // MARK: Entries

  private func addToPlaylist(_ arguments: [String], _ session: MPDSession) throws(MPDError) -> MPDOutcome {
    let (name, uri, isLocal) = (try MPDPerformer.name(arguments[0]), arguments[1], session.isLocal)
    let index = try arguments.count > 2 ? arguments.integer(2, in: 0...Int(Int32.max)) : nil
    return edit(name, creates: true) { library, _ throws(MPDError) in
      let added = try library.music(uri, isLocal: isLocal).map { PlaylistEntry($0.tags ?? $0.listed) }
      guard let index else { return .append(added) }
      return .insert(added.enumerated().map { PlaylistEdit.Insertion(index: index + $0, entry: $1) })
    }
  }

  private func searchAndAdd(_ arguments: [String]) throws(MPDError) -> MPDOutcome {
    let name = try MPDPerformer.name(arguments[0])
    let selection = try MPDSelection(arguments.dropFirst(), folded: true)
    return edit(name, creates: true) { library, _ throws(MPDError) in
      .append(try library.select(selection).map { PlaylistEntry($0.track.track) })
    }
  }

  private func deleteEntries(_ arguments: [String]) throws(MPDError) -> MPDOutcome {
    let (range, isSingle) = (try arguments.range(1), !arguments[1].contains(":"))
    return edit(arguments[0]) { _, entries throws(MPDError) in
      if isSingle, range.start >= entries.count { throw MPDPerformer.badIndex }
      return .remove(MPDPerformer.entries(entries, range.within(entries.count)))
    }
  }

  private func moveEntries(_ arguments: [String]) throws(MPDError) -> MPDOutcome {
    let (range, place) = (try arguments.range(1), try arguments.integer(2))
    return edit(arguments[0]) { _, entries throws(MPDError) in
      let moved = range.within(entries.count)
      guard !moved.isEmpty, (0...(entries.count - moved.count)).contains(place) else {
        throw MPDPerformer.badIndex
      }
      return .move(MPDPerformer.entries(entries, moved), to: place)
    }
  }

  /// Edits a playlist; the user can undo it. `creates`: whether it is created if it does not exist.
  private func edit(
    _ name: String, creates: Bool = false,
    _ edit: @escaping @Sendable (MPDLibrary, [PlaylistEntry]) throws(MPDError) -> PlaylistEdit
  ) -> MPDOutcome {
    let index = tools.library
    return .change { store, library throws(MPDError) in
      let old = try creates ? library.playlists().first { $0.name == name } : library.playlist(name)
      if old?.query != nil { throw MPDPerformer.isQuery(name) }
      var entries: [PlaylistEntry] = []
      if let old { entries = try MPDLibrary.checked(store.entries(ofPlaylist: old.id)) }
      let change = try edit(library, entries)
      let id = if let old { old.id } else { try MPDLibrary.checked(store.savePlaylist(name, [])) }
      return try MPDLibrary.checked(index?.editor(store).apply(change, to: PlaylistName(id: id, name: name)))
    }
  }
}

extension MPDLibrary {
  /// Returns the playlists whose names the protocol can have.
  func playlists() throws(MPDError) -> [SavedPlaylist] {
    guard let store else { return [] }
    return try MPDLibrary.checked(store.playlists())
      .filter { !$0.name.contains("\n") }
  }

  func playlist(_ name: String) throws(MPDError) -> SavedPlaylist {
    guard let list = try playlists().first(where: { $0.name == name }) else {
      throw MPDError(.notFound, "No such playlist")
    }
    return list
  }

  func music(ofPlaylist name: String) throws(MPDError) -> [QueueAddition] {
    let list = try playlist(name)
    guard let store else { return [] }
    if let query = list.query {
      let found = try MPDLibrary.checked(store.search(SearchQuery(typed: query)))
      return try MPDLibrary.additions(found, store)
    }
    var music: [QueueAddition] = []
    for entry in try MPDLibrary.checked(store.entries(ofPlaylist: list.id)) {
      guard let location = entry.track else { continue }
      let known = try MPDLibrary.checked(store.track(at: location))
      music.append(QueueAddition(listed: TrackInfo(entry, at: location.path), tags: known?.track))
    }
    return music
  }

  func list(
    playlist name: String, _ selection: MPDSelection, withTags: Bool
  ) throws(MPDError) -> MPDReply {
    var reply = MPDReply()
    var songs = try music(ofPlaylist: name).map { music in
      MPDSong(uri: roots.uri(music.listed.location), track: music.tags ?? music.listed)
    }
    if selection.needsTimes { songs = try timed(songs) }
    for song in selection.ordered(songs.filter(selection.filter.accepts), { $0 }) {
      try add(withTags ? song.lines(tags) : MPDReply("file", song.uri), to: &reply)
    }
    return reply
  }
}
