import AudioBase
import MusicFiles
import MusicQuery
import SystemBase

/// An artist or a genre with its number of tracks.
package struct LibraryEntry: Hashable, Sendable, Identifiable {
  /// The id of the artist, the album and the genre of the tracks that have none.
  package static let unknown: Int64 = -1
  package static let unknownName = "Unknown"

  package var id: Int64
  package var name: String
  package var trackCount: Int
}

/// An album with its number of tracks.
package struct LibraryAlbum: Hashable, Sendable, Identifiable {
  /// The artist that is shown for an album of several artists.
  package static let variousArtists = "Various"

  package var id: Int64
  package var title: String
  /// The artist; nil for an album of several artists without an album artist, and for one without artists.
  package var artist: String?
  package var hasSeveralArtists = false
  /// The earliest date of its tracks, as in their tags.
  package var date: String?
  package var trackCount: Int
}

/// Queries for browsing: artists, albums, genres, folders. All lists are in natural order.
extension LibraryStore {
  /// Returns the artists of albums, and those of tracks whose album has no artist or that have no album; last, the
  /// unknown one.
  ///
  /// - Parameter places: genres, artists and albums that all counted tracks have.
  package func artists(within places: [LibraryPlace] = []) throws(LibraryError) -> [LibraryEntry] {
    let limit = LibraryStore.condition(of: places)
    return try entries(
      """
      FROM (
        SELECT coalesce(nullif(al.owner, 0), t.owner) AS artist
        FROM tracks t LEFT JOIN albums al ON al.id = t.album_id WHERE \(limit)
        UNION ALL
        SELECT l.artist FROM track_artists l JOIN tracks t ON t.id = l.track LEFT JOIN albums al ON al.id = t.album_id
        WHERE t.owner = 0 AND coalesce(al.owner, 0) = 0 AND \(limit)
      ) o JOIN artists n ON n.id = o.artist GROUP BY n.id ORDER BY n.sort, n.id
      """, without: "\(LibraryStore.hasNoArtist) AND \(limit)")
  }

  private static let hasNoArtist: SQL = """
    (t.owner IS NULL OR t.owner = 0 AND t.artist IS NULL AND t.artists IS NULL)
    """
  private static let hasNoAlbum: SQL = "t.album_id IS NULL"
  private static let hasNoGenre: SQL = "NOT EXISTS (SELECT 1 FROM track_genres WHERE track = t.id)"

  /// Returns the genres; last, the unknown one.
  ///
  /// - Parameter places: genres, artists and albums that all counted tracks have.
  package func genres(within places: [LibraryPlace] = []) throws(LibraryError) -> [LibraryEntry] {
    let limit = LibraryStore.condition(of: places)
    let tracks: SQL = if places.isEmpty { "" } else { "JOIN tracks t ON t.id = l.track WHERE \(limit)" }
    return try entries(
      """
      FROM track_genres l JOIN genres n ON n.id = l.genre \(tracks)
      GROUP BY n.id ORDER BY natural_key(n.name), n.id
      """, without: "\(LibraryStore.hasNoGenre) AND \(limit)")
  }

  /// Returns the albums of an artist; of all artists also the tracks without album, as the last one.
  ///
  /// - Parameters:
  ///   - artist: nil for the albums of all artists, compilations included.
  ///   - places: genres, artists and albums that all counted tracks have.
  ///   - sort: by title, artist or year; any other key, or none, is the default order.
  package func albums(
    of artist: Int64? = nil, within places: [LibraryPlace] = [], sortedBy sort: [SearchQuery.SortTerm] = []
  ) throws(LibraryError) -> [LibraryAlbum] {
    let limit = LibraryStore.condition(of: places)
    let owner: SQL = if let artist { "al.owner = \(artist)" } else { "1" }
    return try read { connection throws(LibraryError) in
      // The owner of the tracks of a compilation is 0.
      var albums = try connection.all(
        """
        SELECT al.id, al.title, a.name, a.id IS NULL AND (count(DISTINCT t.owner) > 1 OR min(t.owner) = 0), al.date,
          count(*)
        FROM albums al JOIN tracks t ON t.album_id = al.id LEFT JOIN artists a ON a.id = al.owner
        WHERE \(owner) AND \(limit) GROUP BY al.id ORDER BY \(sql: SQLOrder.albums(sort))
        """
      ) {
        LibraryAlbum(
          id: $0.value(), title: $0.value(), artist: $0.optional(), hasSeveralArtists: $0.value(),
          date: $0.optional(), trackCount: $0.value())
      }
      let count =
        artist == nil ? try LibraryStore.count("\(LibraryStore.hasNoAlbum) AND \(limit)", connection) : 0
      if count > 0 {
        albums.append(
          LibraryAlbum(id: LibraryEntry.unknown, title: LibraryEntry.unknownName, trackCount: count))
      }
      return albums
    }
  }

  /// Returns the tracks of an album in the default order.
  package func tracks(ofAlbum album: Int64) throws(LibraryError) -> TrackList {
    try list(where: LibraryStore.condition(album: album))
  }

  /// Returns the ids of the albums of tracks; nil for one without album, and for one that the index does not have.
  package func albums(of tracks: [TrackLocation]) throws(LibraryError) -> [Int64?] {
    try read { connection throws(LibraryError) in
      var albums: [Int64?] = []
      for track in tracks {
        albums.append(
          try connection.first(
            "SELECT album_id FROM files f JOIN tracks t ON t.id = f.track WHERE f.path = \(IndexName(track))"
          ) { $0.optional() as Int64? })
      }
      return albums
    }
  }

  /// Returns the tracks of an artist, as album artist or as artist of the track, in the default order.
  package func tracks(ofArtist artist: Int64) throws(LibraryError) -> TrackList {
    try list(where: LibraryStore.condition(artist: artist))
  }

  /// Returns the tracks of a genre in the default order.
  package func tracks(ofGenre genre: Int64) throws(LibraryError) -> TrackList {
    try list(where: LibraryStore.condition(genre: genre))
  }

  /// Returns the tracks that all of these genres, artists and albums have, in the default order.
  package func tracks(within places: [LibraryPlace]) throws(LibraryError) -> TrackList {
    try list(where: LibraryStore.condition(of: places))
  }

  private static func condition(album: Int64) -> SQL {
    if album == LibraryEntry.unknown { return hasNoAlbum }
    return "t.album_id = \(album)"
  }

  private static func condition(artist: Int64) -> SQL {
    if artist == LibraryEntry.unknown { return hasNoArtist }
    return """
      (t.owner = \(artist) OR t.album_id IN (SELECT id FROM albums WHERE owner = \(artist))
        OR t.id IN (SELECT track FROM track_artists WHERE artist = \(artist)))
      """
  }

  private static func condition(genre: Int64) -> SQL {
    if genre == LibraryEntry.unknown { return hasNoGenre }
    return "t.id IN (SELECT track FROM track_genres WHERE genre = \(genre))"
  }

  /// Returns the condition that all of these genres, artists and albums have the track `t`; other places have all tracks.
  private static func condition(of places: [LibraryPlace]) -> SQL {
    var all: SQL = "1"
    for place in places {
      switch place {
      case .album(let id, _): all = "\(all) AND \(condition(album: id))"
      case .artist(let id, _): all = "\(all) AND \(condition(artist: id))"
      case .genre(let id, _): all = "\(all) AND \(condition(genre: id))"
      case .root, .artists, .albums, .genres, .folders, .playlists, .recentlyAdded, .recentlyPlayed,
        .mostPlayed, .unrated, .allTracks, .artistTracks, .folder, .playlist, .playlistFile, .linked, .within:
        break
      }
    }
    return all
  }

  /// Returns the tracks that were added last, the newest first.
  package func recentlyAdded(limit: Int) throws(LibraryError) -> TrackList {
    try list("FROM tracks t ORDER BY t.added DESC, t.id LIMIT \(limit)")
  }

  /// Returns the tracks that were played most often, the most played first.
  package func mostPlayed(limit: Int) throws(LibraryError) -> TrackList {
    try list("FROM tracks t WHERE t.plays > 0 ORDER BY t.plays DESC, t.last_played DESC LIMIT \(limit)")
  }

  /// Returns the tracks that were played last, the latest first.
  package func recentlyPlayed(limit: Int) throws(LibraryError) -> TrackList {
    try list("FROM tracks t WHERE t.plays > 0 ORDER BY t.last_played DESC, t.id LIMIT \(limit)")
  }

  /// Returns the content of a folder: its subfolders and its own tracks, each in natural order.
  package func content(
    of folder: FilePath
  ) throws(LibraryError) -> (folders: [FilePath], tracks: TrackList) {
    let range = PathRange(below: folder)
    return try read { connection throws(LibraryError) in
      var (folders, tracks): ([FilePath], [(IndexName, Int32)]) = ([], [])
      var from = range.from
      // Continues after each subfolder, so that its content is not read.
      while true {
        let found = try connection.first(
          """
          SELECT path, track FROM files
          WHERE path >= \(from) AND path < \(range.to) AND track IS NOT NULL ORDER BY path LIMIT 1
          """
        ) { row -> (IndexName, Int32?)? in (row.value(), row.trackID()) }
        guard let (name, id) = found else { break }
        // In a damaged index, rows may be out of order; then the loop would not end.
        guard name.bytes.starts(with: range.from), !name.bytes.lexicographicallyPrecedes(from) else {
          throw LibraryError(.damaged, connection.subject, detail: "its files are out of order")
        }
        if let slash = name.bytes[range.from.count...].firstIndex(of: UInt8(ascii: "/")) {
          folders.append(FilePath(bytes: name.bytes[..<slash]))
          from = Array(name.bytes[..<slash]) + [UInt8(ascii: "0")]
        } else {
          if let id { tracks.append((name, id)) }
          from = name.bytes + [0]
        }
      }
      let sorted = tracks.map { (NaturalOrder(path: $0.0.bytes), $0.1) }.sorted { $0.0 < $1.0 }
      return (NaturalOrder.sorted(folders), TrackList(ids: sorted.map(\.1)))
    }
  }

  /// Returns the entries of a list of names.
  ///
  /// - Parameters:
  ///   - source: the SQL after the column list; it names the table of names `n`.
  ///   - condition: finds the tracks `t` without such a name.
  private func entries(
    _ source: SQL, without condition: SQL
  ) throws(LibraryError) -> [LibraryEntry] {
    try read { connection throws(LibraryError) in
      var entries = try connection.all("SELECT n.id, n.name, count(*) \(source)") {
        LibraryEntry(id: $0.value(), name: $0.value(), trackCount: $0.value())
      }
      let count = try LibraryStore.count(condition, connection)
      if count > 0 {
        entries.append(
          LibraryEntry(id: LibraryEntry.unknown, name: LibraryEntry.unknownName, trackCount: count))
      }
      return entries
    }
  }

  /// Returns the number of tracks `t` that meet a condition.
  private static func count(_ condition: SQL, _ connection: borrowing Connection) throws(LibraryError) -> Int
  {
    Int(try connection.integer("SELECT count(*) FROM tracks t WHERE \(condition)") ?? 0)
  }

  /// Returns the tracks `t` that meet a condition in the default order.
  private func list(where condition: SQL) throws(LibraryError) -> TrackList {
    try list("FROM tracks t\(sql: SQLOrder.joins) WHERE \(condition) ORDER BY \(sql: SQLOrder.standard)")
  }

  private func list(_ source: SQL) throws(LibraryError) -> TrackList {
    TrackList(ids: try all("SELECT t.id \(source)") { $0.trackID() })
  }
}
