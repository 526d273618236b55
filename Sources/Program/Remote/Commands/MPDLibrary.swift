import AudioBase
import MusicFiles
import MusicLibrary
import MusicQuery

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
    let list: TrackList
    if let uri = filter.onlyURI {
      list = TrackList(ids: try track(uri).map { [$0.id] } ?? [])
    } else if let folder = filter.folder {
      list = try tracks(below: folder) ?? TrackList()
    } else {
      list = try MPDLibrary.checked(store.search(SearchQuery(filter.condition)))
    }
    for start in stride(from: 0, to: list.count, by: MPDLibrary.portion) {
      let tracks = try MPDLibrary.checked(store.tracks(of: list, from: start, limit: MPDLibrary.portion))
      let songs = try timed || filter.needsTimes ? songs(tracks) : tracks.map(untimedSong)
      for (track, song) in zip(tracks, songs) {
        if filter.accepts(song) { try body(track, song) }
      }
    }
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

  private static let columns: [MPDTag: [LibraryStore.TagField]] = [
    .artist: [.artist], .albumArtist: [.albumArtist, .artist], .album: [.album], .genre: [.genre],
    .date: [.date], .disc: [.disc],
  ]

  /// Returns the columns of the index that have the values of tags; nil if one is not a column.
  private static func fields(_ tags: [MPDTag]) -> [LibraryStore.TagField]? {
    let fields = tags.compactMap { columns[$0] }
    return fields.count == tags.count ? fields.flatMap(\.self) : nil
  }

  private static func values(_ row: [[String]], _ tags: [MPDTag]) -> [[String]] {
    var rest = row[...]
    return tags.map { tag in
      let values = rest.popFirst() ?? []
      guard tag == .albumArtist, let artists = rest.popFirst() else { return values }
      return values.isEmpty ? artists : values
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
}
