import AudioBase
import Glibc
import MusicFiles
import MusicLibrary
import MusicQuery
import Player
import SystemBase

/// Answers the commands on the library from the index. Blocks on the index; not for the main thread.
struct MPDLibrary: Sendable {
  /// The index; nil without one.
  let store: LibraryStore?
  let roots: MusicRoots
  let tags: Set<MPDTag>

  /// The number of tracks that are read at a time.
  private static let portion = 1_000
  /// The longest answer in bytes.
  static let longestAnswer = 60 << 20

  /// Calls the index, with the errors of the protocol.
  @discardableResult
  static func checked<Result>(
    _ body: @autoclosure () throws(LibraryError) -> Result
  ) throws(MPDError) -> Result {
    do throws(LibraryError) {
      return try body()
    } catch {
      throw MPDError(.system, "the library cannot be used: \(error.detail ?? "\(error.code)")")
    }
  }

  // MARK: Songs

  func song(_ track: LibraryTrack) throws(MPDError) -> MPDSong { try songs([track])[0] }

  /// Returns the songs of tracks, with the times of their files.
  func songs(_ tracks: [LibraryTrack]) throws(MPDError) -> [MPDSong] {
    let times = try MPDLibrary.checked(store?.modificationTimes(of: tracks.map(\.track.path)) ?? [])
    return tracks.enumerated().map { index, track in
      var song = untimedSong(track)
      song.modifiedAt = times.indices.contains(index) ? times[index] : nil
      return song
    }
  }

  private func untimedSong(_ track: LibraryTrack) -> MPDSong {
    MPDSong(uri: roots.uri(track.track.location), track: track.track, addedAt: track.addedAt)
  }

  /// Returns songs of the queue or of a playlist with the times that the index has of them.
  func timed(_ songs: [MPDSong]) throws(MPDError) -> [MPDSong] {
    guard let store else { return songs }
    let times = try MPDLibrary.checked(store.modificationTimes(of: songs.map(\.track.path)))
    var timed = songs
    for (index, song) in songs.enumerated() {
      timed[index].modifiedAt = times[index]
      timed[index].addedAt = try MPDLibrary.checked(store.track(at: song.track.location)?.addedAt)
    }
    return timed
  }

  /// Returns the track of an address; nil if the index does not have it.
  func track(_ uri: String) throws(MPDError) -> LibraryTrack? {
    guard let store else { return nil }
    for location in roots.locations(uri) {
      if let track = try MPDLibrary.checked(store.track(at: location)) {
        return track
      }
    }
    return nil
  }

  /// Calls `body` with all tracks that a filter accepts, in the order of the library. `timed`: whether the songs have
  /// the times of their files, which takes longer.
  func forEach(
    _ filter: MPDFilter, timed: Bool, _ body: (LibraryTrack, MPDSong) throws(MPDError) -> Void
  ) throws(MPDError) {
    guard let store else { return }
    var list: TrackList
    if let uri = filter.onlyURI {
      list = TrackList(ids: try track(uri).map { [$0.id] } ?? [])
    } else if let folder = filter.folder {
      list = try tracks(below: folder) ?? TrackList()
    } else {
      list = try candidates(filter, in: store)
      if let (tag, text) = filter.requiredTag {
        let tagged = try MPDLibrary.checked(store.tracks(with: tag, and: text))
        list.ids.removeAll { !tagged.contains($0) }
      }
    }
    for start in stride(from: 0, to: list.count, by: MPDLibrary.portion) {
      let tracks = try MPDLibrary.checked(store.tracks(of: list, from: start, limit: MPDLibrary.portion))
      let songs = try timed || filter.needsTimes ? songs(tracks) : tracks.map(untimedSong)
      for (track, song) in zip(tracks, songs) {
        if filter.accepts(song) { try body(track, song) }
      }
    }
  }

  /// Returns at least the tracks that a filter accepts. The search of the index does not look for texts in the tags that the
  /// player does not use.
  private func candidates(_ filter: MPDFilter, in store: LibraryStore) throws(MPDError) -> TrackList {
    let texts = filter.anyTexts
    var tagged: [Set<Int32>] = []
    for text in texts { tagged.append(try MPDLibrary.checked(store.tracks(withOtherTagsThatContain: text))) }
    if tagged.allSatisfy(\.isEmpty) {
      return try MPDLibrary.checked(store.search(SearchQuery(filter.condition)))
    }
    var list = try MPDLibrary.checked(store.search(SearchQuery(filter.withoutAnyTexts.condition)))
    for (text, others) in zip(texts, tagged) {
      let words = try MPDLibrary.checked(store.search(SearchQuery(.word(text))))
      let found = others.union(words.ids)
      list.ids.removeAll { !found.contains($0) }
    }
    return list
  }

  /// Returns the tracks that are found, in the order and the window of the selection.
  func select(_ selection: MPDSelection) throws(MPDError) -> [(track: LibraryTrack, song: MPDSong)] {
    var found: [(track: LibraryTrack, song: MPDSong)] = []
    // Without another order, tracks after the window are not needed.
    let most = selection.sort == nil ? selection.window?.end ?? .max : .max
    try forEach(selection.filter, timed: true) { track, song throws(MPDError) in
      if found.count < most { found.append((track, song)) }
    }
    return selection.ordered(found) { $0.song }
  }

  func find(_ selection: MPDSelection) throws(MPDError) -> MPDReply {
    var reply = MPDReply()
    for (_, song) in try select(selection) { try add(song.lines(tags), to: &reply) }
    return reply
  }

  func add(_ lines: MPDReply, to reply: inout MPDReply) throws(MPDError) {
    reply.add(lines)
    if reply.bytes.count > MPDLibrary.longestAnswer {
      throw MPDError(.system, "the answer is too long; use window")
    }
  }

  // MARK: Lists of tags

  /// Removes `group TAG` from the end of arguments.
  static func groups(_ arguments: inout [String]) throws(MPDError) -> [MPDTag] {
    var groups: [MPDTag] = []
    while arguments.count >= 2, arguments[arguments.count - 2].lowercased() == "group" {
      groups.insert(try MPDTag.named(arguments[arguments.count - 1]), at: 0)
      arguments.removeLast(2)
    }
    return groups
  }

  /// The values of tags, with the songs that have them.
  private struct Group {
    var values: [String: Group] = [:]
    var songs = 0
    var seconds = 0.0

    mutating func add(_ path: ArraySlice<[String]>, seconds: Double) {
      guard let first = path.first else {
        songs += 1
        self.seconds += seconds
        return
      }
      for value in first.isEmpty ? [""] : first {
        values[value, default: Group()].add(path.dropFirst(), seconds: seconds)
      }
    }

    func write(_ tags: ArraySlice<MPDTag>, counts: Bool, to reply: inout MPDReply) {
      guard let tag = tags.first else {
        guard counts else { return }
        reply.add("songs", songs)
        reply.add("playtime", wholeSeconds: seconds)
        return
      }
      for value in values.keys.map({ (NaturalOrder($0), $0) }).sorted(by: { $0.0 < $1.0 }).map(\.1) {
        reply.add(tag.rawValue, value)
        values[value]?.write(tags.dropFirst(), counts: counts, to: &reply)
      }
    }
  }

  /// Lists the values of tags, the outermost group first; for `list`, the listed tag last. `counts`: whether the songs are
  /// counted.
  func list(_ tags: [MPDTag], _ filter: MPDFilter, counts: Bool) throws(MPDError) -> MPDReply {
    var group = Group()
    if let store, filter == .all([]), !counts, let fields = MPDLibrary.fields(tags) {
      // The distinct values are read at once, without reading each track.
      let rows = try MPDLibrary.checked(store.tagValues(fields))
      for row in rows { group.add(MPDLibrary.values(row, tags)[...], seconds: 0) }
    } else {
      try forEach(filter, timed: false) { _, song throws(MPDError) in
        group.add(tags.map(song.effectiveValues)[...], seconds: song.track.duration ?? 0)
      }
    }
    var reply = MPDReply()
    group.write(tags[...], counts: counts, to: &reply)
    return reply
  }

  private static let columns: [MPDTag: LibraryStore.TagField] = [
    .artist: .artist, .albumArtist: .albumArtist, .album: .album, .title: .title, .genre: .genre,
    .date: .date, .disc: .disc,
  ]

  /// Returns the columns of the index that have the values of tags, each with those of its fallbacks; nil if one is not a
  /// column.
  private static func fields(_ tags: [MPDTag]) -> [LibraryStore.TagField]? {
    let all = tags.flatMap { [$0] + $0.fallbacks }
    let fields = all.compactMap { tag in columns[tag] ?? tag.other.map { LibraryStore.TagField.other($0) } }
    return fields.count == all.count ? fields : nil
  }

  private static func values(_ row: [[String]], _ tags: [MPDTag]) -> [[String]] {
    var rest = row[...]
    return tags.map { tag in
      let own = rest.prefix(1 + tag.fallbacks.count)
      rest = rest.dropFirst(own.count)
      return own.first { !$0.isEmpty } ?? []
    }
  }

  // MARK: Statistics

  /// Returns the numbers of artists, albums and songs. `uptime`: seconds since the start of the program. `playtime`:
  /// seconds that music has played since then.
  func statistics(uptime: Double, playtime: Double) throws(MPDError) -> MPDReply {
    var reply = MPDReply("uptime", Int(uptime))
    reply.add("playtime", wholeSeconds: playtime)
    guard let store else { return reply }
    let (artists, albums) = try (MPDLibrary.checked(store.artists()), MPDLibrary.checked(store.albums()))
    reply.add("artists", artists.count { $0.id != LibraryEntry.unknown })
    reply.add("albums", albums.count { $0.id != LibraryEntry.unknown })
    reply.add("songs", try MPDLibrary.checked(store.trackCount()))
    reply.add("db_playtime", wholeSeconds: try MPDLibrary.checked(store.totalDuration()))
    let folders = try MPDLibrary.checked(store.folders())
    reply.add("db_update", optional: folders.compactMap(\.lastScan).max())
    return reply
  }

  // MARK: Folders of the library, and the music that an address stands for

  /// Lists the content of a folder, or everything below it; nil if the index has no such folder.
  func list(_ uri: String, isDeep: Bool, withTags: Bool) throws(MPDError) -> MPDReply? {
    var reply = MPDReply()
    let uri = MPDFilterParser.folder(uri)
    if let track = try track(uri) {
      reply.add(try song(track).lines(tags))
      return reply
    }
    if uri.isEmpty, roots.roots.count != 1 {
      for root in roots.roots {
        reply.add("directory", root.name)
        if isDeep { try add(root.path, isDeep: true, withTags, to: &reply) }
      }
      return reply
    }
    guard let folder = try folder(uri) else { return uri.isEmpty ? reply : nil }
    try add(folder, isDeep: isDeep, withTags, to: &reply)
    return reply
  }

  /// Returns the folder of an address if the index has music in it, or if it is a folder of the index.
  private func folder(_ uri: String) throws(MPDError) -> FilePath? {
    for path in roots.paths(uri) {
      if roots.roots.contains(where: { $0.path == path }) { return path }
      let (folders, tracks) = try content(path)
      if !folders.isEmpty || tracks.count > 0 { return path }
    }
    return nil
  }

  private func content(_ folder: FilePath) throws(MPDError) -> (folders: [FilePath], tracks: TrackList) {
    guard let store else { return ([], TrackList()) }
    return try MPDLibrary.checked(store.content(of: folder))
  }

  private func add(
    _ folder: FilePath, isDeep: Bool, _ withTags: Bool, to reply: inout MPDReply
  ) throws(MPDError) {
    guard let store else { return }
    var waiting = [folder]
    while let next = waiting.popLast() {
      if next != folder { reply.add("directory", roots.uri(next)) }
      let (folders, list) = try content(next)
      let tracks = try MPDLibrary.checked(store.tracks(list.ids))
      if !isDeep { for folder in folders { reply.add("directory", roots.uri(folder)) } }
      for song in try songs(tracks) {
        try add(withTags ? song.lines(tags) : MPDReply("file", song.uri), to: &reply)
      }
      if isDeep { waiting += folders.reversed() }
    }
  }

  /// Returns all tracks in a folder and below it; nil if the index has no such folder.
  func tracks(below uri: String) throws(MPDError) -> TrackList? {
    let uri = MPDFilterParser.folder(uri)
    var waiting: [FilePath] =
      uri.isEmpty ? roots.roots.map(\.path).reversed() : try folder(uri).map { [$0] } ?? []
    if waiting.isEmpty, !uri.isEmpty { return nil }
    var ids: [Int32] = []
    while let next = waiting.popLast() {
      let (folders, tracks) = try content(next)
      ids += tracks.ids
      waiting += folders.reversed()
    }
    return TrackList(ids: ids)
  }

  /// Lists the files and folders in a folder of the library, those without music as well.
  func files(in uri: String) throws(MPDError) -> MPDReply {
    let uri = MPDFilterParser.folder(uri)
    var reply = MPDReply()
    if uri.isEmpty, roots.roots.count != 1 {
      for root in roots.roots { reply.add("directory", root.name) }
      return reply
    }
    guard let folder = roots.paths(uri).first(where: { roots.contain($0) && $0.exists }) else {
      throw MPDError(.notFound, "No such directory")
    }
    do throws(FileError) {
      let reader = try FolderReader(folder)
      for name in try reader.names().sorted() {
        guard let status = (name.bytes + [0]).withUnsafeBufferPointer({ reader.status($0) }) else { continue }
        let isFolder = status.st_mode & S_IFMT == S_IFDIR
        reply.add(isFolder ? "directory" : "file", MusicRoots.text(name))
        if !isFolder { reply.add("size", status.st_size) }
        reply.add("Last-Modified", Timestamp.text(status.st_mtim.tv_sec))
      }
    } catch {
      throw MPDError(.system, "\(error.subject) cannot be read: \(error.detail ?? "\(error.code)")")
    }
    return reply
  }

  // MARK: Music for the queue

  /// Returns the music of an address: a track or a folder of the library, a stream, or a file of this machine.
  /// `isLocal`: whether the client may name files that the library does not have.
  func music(_ uri: String, isLocal: Bool) throws(MPDError) -> [QueueAddition] {
    if let address = StreamAddress(uri) { return [QueueAddition(listed: TrackInfo(TrackLocation(address)))] }
    if let file = FileURL.path(uri) { return try files(file, isLocal) }
    if let track = try track(uri) {
      if track.isAway { throw MPDError(.notFound, "the drive of \(uri) is not mounted") }
      return [QueueAddition(track.track)]
    }
    if uri.hasPrefix("/"), uri != "/" { return try files(FilePath(uri), isLocal) }
    guard let store, let list = try tracks(below: uri) else { throw MPDError(.notFound, "No such directory") }
    return try MPDLibrary.additions(list, store)
  }

  /// Returns the tracks of a list as additions to the queue.
  ///
  /// - Throws: if there are more tracks than a queue takes at a time.
  static func additions(_ list: TrackList, _ store: LibraryStore) throws(MPDError) -> [QueueAddition] {
    try limited(list.count)
    let tracks = try checked(store.tracks(list.ids))
    return tracks.filter { !$0.isAway }.map { QueueAddition($0.track) }
  }

  static func limited(_ count: Int) throws(MPDError) {
    guard count <= QueueAddition.most else {
      throw MPDError(
        .playlistTooLarge, "\(count) tracks are more than the \(QueueAddition.most) that are added at a time")
    }
  }

  private func files(_ path: FilePath, _ isLocal: Bool) throws(MPDError) -> [QueueAddition] {
    guard isLocal else {
      throw MPDError(.permission, "files outside of the library are only for clients of the local socket")
    }
    let path = roots.paths(MusicRoots.text(path)).first { $0.exists } ?? path
    guard path.exists else { throw MPDError(.notFound, "No such file: \(path.shown)") }
    let found = MusicFinder().find([path])
    guard !found.entries.isEmpty else { throw MPDError(.notFound, "No music in \(path.shown)") }
    try MPDLibrary.limited(found.entries.count)
    return found.entries.map(QueueAddition.init)
  }
}
