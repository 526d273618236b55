import AudioBase
import MusicFiles
import MusicQuery
import Playlists
import SystemBase

/// Looks up the content of a place.
package struct LibraryLists: Sendable {
  let store: LibraryStore
  let place: LibraryPlace
  let filter: String
  /// The content of the place without the filter; nil if it is not known.
  let within: LibraryListing?
  /// The order of tracks and albums; none for the default order of each list.
  let sort: [SearchQuery.SortTerm]
  /// Whether tracks whose titles contain the typed words come first.
  let ranksTitles: Bool
  /// Whether the result is no longer needed.
  let isCancelled: @Sendable () -> Bool

  /// The number of tracks in lists such as `mostPlayed`.
  private static let few = 500

  package init(
    store: LibraryStore, place: LibraryPlace, filter: String, within: LibraryListing?,
    sort: [SearchQuery.SortTerm] = [], ranksTitles: Bool = false,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) {
    (self.store, self.place, self.filter, self.within) = (store, place, filter, within)
    (self.sort, self.ranksTitles, self.isCancelled) = (sort, ranksTitles, isCancelled)
  }

  /// Whether the first rows can be found before the complete list, as in searches of the whole library.
  package var hasFirst: Bool {
    switch place {
    case .allTracks: true
    case .root: !filter.isEmpty
    case .linked: false
    default: place.holdsNames && !filter.isEmpty && !isWords
    }
  }

  /// Reads the first rows of the list: of all tracks those that the whole list begins with, if its order is known. Returns
  /// nil if it was cancelled, here and below.
  package func first(_ count: Int) throws(LibraryError) -> LibraryListing? {
    guard let found = try firstTracks(count) else { return nil }
    var listing = LibraryListing(tracks: found)
    if isRanked {
      let titles = try store.firstFound(titleQuery(words), limit: count, unless: isCancelled)
      guard let titles = titles?.ids else { return nil }
      let set = Set(titles)
      listing.tracks = TrackList(ids: Array((titles + found.ids.filter { !set.contains($0) }).prefix(count)))
    }
    listing.isWhole = false
    return listing
  }

  private func firstTracks(_ count: Int) throws(LibraryError) -> TrackList? {
    if place == .allTracks, filter.isEmpty, sort.isEmpty, let first = store.firstInOrder(count) {
      return first
    }
    return try store.firstFound(query, limit: count, unless: isCancelled)
  }

  package func whole() throws(LibraryError) -> LibraryListing? {
    if hasFirst {
      let found = try store.search(sorted(query), unless: isCancelled)
      return try found.flatMap(ranked).map { LibraryListing(tracks: $0) }
    }
    guard !filter.isEmpty else { return try all() }
    let all = if let within { within } else { try all() }
    return place.holdsNames ? narrowed(names: all) : try narrowed(tracks: all)
  }

  // MARK: Filter

  private var query: SearchQuery { SearchQuery(typed: filter) }

  /// Returns the query in the order of the list, unless it has an order itself.
  private func sorted(_ query: SearchQuery) -> SearchQuery {
    var query = query
    if query.sort.isEmpty { query.sort = sort }
    return query
  }

  /// Whether the filter consists of plain words only.
  private var isWords: Bool {
    let query = SearchQuery(typed: filter)
    guard query.sort.isEmpty, query.limit == nil else { return false }
    switch query.condition {
    case .word, nil: return true
    case .all(let parts): return parts.allSatisfy { if case .word = $0 { true } else { false } }
    default: return false
    }
  }

  private var words: [String] { filter.split { $0.isWhitespace || $0 == "\"" }.map(String.init) }

  private var foldedWords: [[UInt8]] { words.map { FoldedText.bytes($0) } }

  private var isRanked: Bool { ranksTitles && sort.isEmpty && !filter.isEmpty && isWords }

  /// Returns the query that finds the tracks whose title has all of these words.
  private func titleQuery(_ words: [String]) -> SearchQuery {
    var query = query
    let titles = words.map { SearchQuery.Condition.text(.title, .contains($0)) }
    query.condition = .all([query.condition].compactMap(\.self) + titles)
    return query
  }

  /// Returns the tracks in the order of how many of the words their titles contain, else in the same order.
  ///
  /// - Returns: nil if it was cancelled.
  private func ranked(_ tracks: TrackList) throws(LibraryError) -> TrackList? {
    guard isRanked, tracks.count > 1 else { return tracks }
    return try store.ranked(tracks, byTitlesWith: foldedWords, unless: isCancelled)
  }

  private func narrowed(names all: LibraryListing) -> LibraryListing {
    let words = foldedWords
    return LibraryListing(
      rows: all.rows.filter { row in
        LibraryLists.has(words, [row.place.name, row.detail, row.date])
      })
  }

  private func narrowed(tracks all: LibraryListing) throws(LibraryError) -> LibraryListing? {
    let words = foldedWords
    let query = query
    var listing = LibraryListing(rows: all.rows.filter { LibraryLists.has(words, [$0.place.name]) })
    listing.entries = all.entries.filter { LibraryLists.has(words, [$0.title, $0.artist, $0.location.name]) }
    guard all.tracks.count > 0 else { return listing }
    guard let found = try store.search(query, unless: isCancelled) else { return nil }
    let kept = Set(all.tracks.ids)
    if query.sort.isEmpty {
      let set = Set(found.ids)
      listing.tracks = TrackList(ids: all.tracks.ids.filter { set.contains($0) })
    } else {
      listing.tracks = TrackList(ids: found.ids.filter { kept.contains($0) })
    }
    return listing
  }

  private static func has(_ words: [[UInt8]], _ texts: [String?]) -> Bool {
    let folded = texts.compactMap(\.self).map { FoldedText.bytes($0) }
    return words.allSatisfy { word in folded.contains { $0.contains(run: word) } }
  }

  // MARK: Places

  private func all() throws(LibraryError) -> LibraryListing {
    switch place {
    case .root: LibraryListing(rows: LibraryPlace.top.map { LibraryRow($0) })
    case .artists: names(try store.artists()) { .artist($0.id, name: $0.name) }
    case .genres: names(try store.genres()) { .genre($0.id, name: $0.name) }
    case .albums:
      LibraryListing(rows: try store.albums(sortedBy: sort).map { LibraryRow($0, hasArtist: true) })
    case .artist(let id, let name): try artist(id, name)
    case .playlists: try playlists()
    case .folders: LibraryListing(rows: try store.folders().map { LibraryRow(.folder($0.path)) })
    case .folder(let path): try folder(path)
    case .playlist(let id, _): try playlist(id)
    case .playlistFile(let path): LibraryLists.entries(of: path)
    case .linked(.genre, let places):
      names(try store.genres(within: places)) { .within(places + [.genre($0.id, name: $0.name)]) }
    case .linked(.artist, let places):
      names(try store.artists(within: places)) { .within(places + [.artist($0.id, name: $0.name)]) }
    case .linked(.album, let places):
      LibraryListing(
        rows: try store.albums(within: places, sortedBy: sort).map { album in
          var row = LibraryRow(album, hasArtist: !places.contains(where: \.isArtist))
          row.place = .within(places + [row.place])
          return row
        })
    default: LibraryListing(tracks: try inOrder(try tracks()))
    }
  }

  /// Returns the playlists of the index, then those in its folders.
  private func playlists() throws(LibraryError) -> LibraryListing {
    let saved = try store.playlists().map {
      LibraryRow(
        .playlist($0.id, name: $0.name), detail: $0.query, count: $0.query == nil ? $0.entryCount : nil)
    }
    let files = PlaylistFiles.below(try store.folders().map(\.path), unless: isCancelled)
    var folders: [FilePath: String] = [:]
    for same in Dictionary(grouping: files, by: \.lastComponent).values where same.count > 1 {
      LibraryLists.add(same, depth: 1, to: &folders)
    }
    let rows = files.map {
      LibraryRow(.playlistFile($0), folder: folders[$0], detail: "file in \($0.directory.shown)")
    }
    return LibraryListing(rows: saved + rows)
  }

  /// Adds, for each of several files of one name, the shortest end of the path of its folder that the others do not have.
  ///
  /// - Parameter depth: the number of names in the shortest end that may differ.
  private static func add(_ files: [FilePath], depth: Int, to folders: inout [FilePath: String]) {
    let ends = Dictionary(grouping: files) {
      $0.directory.bytes.split(separator: UInt8(ascii: "/")).suffix(depth)
    }
    for (end, files) in ends {
      guard files.count == 1 || end.count < depth else {
        add(files, depth: depth + 1, to: &folders)
        continue
      }
      for file in files { folders[file] = FilePath(bytes: end.joined(separator: [UInt8(ascii: "/")])).shown }
    }
  }

  /// Returns the entries of a playlist in a folder.
  private static func entries(of path: FilePath) -> LibraryListing {
    do throws(FileError) {
      return LibraryListing(entries: try PlaylistReader().read(path).entries.filter(\.hasLocation))
    } catch {
      var listing = LibraryListing()
      listing.failure = error
      return listing
    }
  }

  /// Returns the entries of a playlist, or the tracks that its query finds now.
  private func playlist(_ id: Int64) throws(LibraryError) -> LibraryListing {
    guard let query = try store.query(ofPlaylist: id) else {
      let entries = try store.entries(ofPlaylist: id).map { entry in
        var entry = entry
        if case .file(let path) = entry.location { entry.isMissing = !path.exists }
        return entry
      }
      return LibraryListing(entries: entries)
    }
    let found = try store.search(sorted(SearchQuery(typed: query)), unless: isCancelled)
    return LibraryListing(tracks: found ?? TrackList())
  }

  private func inOrder(_ tracks: TrackList) throws(LibraryError) -> TrackList {
    sort.isEmpty ? tracks : try store.sorted(tracks, by: sort, unless: isCancelled) ?? tracks
  }

  /// Returns the content of a place that contains only tracks.
  private func tracks() throws(LibraryError) -> TrackList {
    switch place {
    case .artistTracks(let id, _): try store.tracks(ofArtist: id)
    case .album(let id, _): try store.tracks(ofAlbum: id)
    case .genre(let id, _): try store.tracks(ofGenre: id)
    case .linked(_, let places), .within(let places): try store.tracks(within: places)
    case .recentlyAdded: try store.recentlyAdded(limit: LibraryLists.few)
    case .recentlyPlayed: try store.recentlyPlayed(limit: LibraryLists.few)
    case .mostPlayed: try store.mostPlayed(limit: LibraryLists.few)
    case .unrated: try store.search(sorted(SearchQuery(.number(.rating, NumberRange(0, 0)))))
    default: try store.search(sorted(query))
    }
  }

  private func names(
    _ entries: [LibraryEntry], _ place: (LibraryEntry) -> LibraryPlace
  ) -> LibraryListing {
    LibraryListing(rows: entries.map { LibraryRow(place($0), count: $0.trackCount) })
  }

  /// Returns the albums of an artist behind a row for all tracks; without albums, the tracks.
  private func artist(_ id: Int64, _ name: String) throws(LibraryError) -> LibraryListing {
    let albums = try store.albums(of: id, sortedBy: sort)
    let tracks = try inOrder(try store.tracks(ofArtist: id))
    if albums.isEmpty { return LibraryListing(tracks: tracks) }
    let all = LibraryRow(.artistTracks(id, name: name), count: tracks.count)
    return LibraryListing(rows: [all] + albums.map { LibraryRow($0, hasArtist: false) })
  }

  private func folder(_ path: FilePath) throws(LibraryError) -> LibraryListing {
    let content = try store.content(of: path)
    return LibraryListing(
      rows: content.folders.map { LibraryRow(.folder($0)) }, tracks: try inOrder(content.tracks))
  }
}

extension LibraryRow {
  fileprivate init(_ album: LibraryAlbum, hasArtist: Bool) {
    let artist = album.artist ?? (album.hasSeveralArtists ? LibraryAlbum.variousArtists : nil)
    self.init(
      .album(album.id, name: album.title), detail: hasArtist ? artist : nil,
      date: album.date.map { String($0.prefix(4)) }, count: album.trackCount)
  }
}

extension LibraryPlace {
  /// The name in the index; nil for places that always exist.
  package var name: String? {
    switch self {
    case .artist(_, let name), .artistTracks(_, let name), .album(_, let name), .genre(_, let name),
      .playlist(_, let name):
      name
    case .folder(let path), .playlistFile(let path): path.lastComponent.shown
    case .within(let places): places.last?.name
    case .linked, .root, .artists, .albums, .genres, .folders, .playlists, .recentlyAdded, .recentlyPlayed,
      .mostPlayed,
      .unrated, .allTracks:
      nil
    }
  }
}

extension PlaylistEntry.Location {
  package var name: String {
    switch self {
    case .file(let path): path.lastComponent.shown
    case .url(let address): address
    }
  }
}
