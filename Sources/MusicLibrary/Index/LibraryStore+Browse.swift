import SystemBase

/// A name in a list to choose from, and how many tracks stand behind it.
package struct LibraryEntry: Hashable, Sendable, Identifiable {
  package var id: Int64
  package var name: String
  package var trackCount: Int
}

/// An album in a list to choose from.
package struct LibraryAlbum: Hashable, Sendable, Identifiable {
  package var id: Int64
  package var title: String
  /// Nil for a compilation without an artist of its own.
  package var artist: String?
  /// The earliest date of its tracks, as they write it.
  package var date: String?
  package var trackCount: Int
}

private enum AlbumColumn: Int32, SQLColumns {
  case id, title, artist, date, trackCount

  var sql: String {
    switch self {
    case .id, .title, .date: "al.\(name)"
    case .artist: "a.name"
    case .trackCount: "count(*)"
    }
  }
}

/// Artists → albums → tracks, and other ways through the music. All lists are in natural order.
extension LibraryStore {
  /// Artists that albums are listed under, and those of single tracks.
  package func artists() throws(LibraryError) -> [LibraryEntry] {
    try entries(
      """
      SELECT a.id, a.name, count(*) FROM tracks t JOIN artists a ON a.id = t.owner
      GROUP BY a.id ORDER BY a.sort, a.id
      """)
  }

  package func genres() throws(LibraryError) -> [LibraryEntry] {
    try entries(
      """
      SELECT g.id, g.name, count(*) FROM track_genres l JOIN genres g ON g.id = l.genre
      GROUP BY g.id ORDER BY natural_key(g.name), g.id
      """)
  }

  /// - Parameter artist: nil: of all artists, compilations included.
  package func albums(of artist: Int64? = nil) throws(LibraryError) -> [LibraryAlbum] {
    try read { connection throws(LibraryError) in
      let statement = try connection.prepare(
        """
        SELECT \(AlbumColumn.list)
        FROM albums al JOIN tracks t ON t.album_id = al.id LEFT JOIN artists a ON a.id = al.owner
        \(artist == nil ? "" : "WHERE al.owner = ?1")
        GROUP BY al.id ORDER BY a.sort IS NULL, a.sort, al.date, al.sort, al.id
        """)
      if let artist { statement.bind(1, artist) }
      var albums: [LibraryAlbum] = []
      while try statement.step() {
        albums.append(
          LibraryAlbum(
            id: statement.integer(AlbumColumn.id), title: statement.text(AlbumColumn.title) ?? "",
            artist: statement.text(AlbumColumn.artist), date: statement.text(AlbumColumn.date),
            trackCount: Int(statement.integer(AlbumColumn.trackCount))))
      }
      return albums
    }
  }

  /// An album's tracks, or an artist's, or a genre's, in the default order.
  package func tracks(ofAlbum album: Int64) throws(LibraryError) -> TrackList {
    try list("FROM tracks t\(SQLOrder.joins) WHERE t.album_id = ?1 ORDER BY \(SQLOrder.standard)", album)
  }

  /// All that an artist owns or plays on.
  package func tracks(ofArtist artist: Int64) throws(LibraryError) -> TrackList {
    try list(
      """
      FROM tracks t\(SQLOrder.joins) WHERE t.owner = ?1
        OR t.id IN (SELECT track FROM track_artists WHERE artist = ?1) ORDER BY \(SQLOrder.standard)
      """, artist)
  }

  package func tracks(ofGenre genre: Int64) throws(LibraryError) -> TrackList {
    try list(
      """
      FROM tracks t\(SQLOrder.joins) WHERE t.id IN (SELECT track FROM track_genres WHERE genre = ?1)
      ORDER BY \(SQLOrder.standard)
      """, genre)
  }

  /// The newest first.
  package func recentlyAdded(limit: Int) throws(LibraryError) -> TrackList {
    try list("FROM tracks t ORDER BY t.added DESC, t.id LIMIT ?1", Int64(limit))
  }

  /// What has been played, the most often played first.
  package func mostPlayed(limit: Int) throws(LibraryError) -> TrackList {
    try list(
      "FROM tracks t WHERE t.plays > 0 ORDER BY t.plays DESC, t.last_played DESC LIMIT ?1", Int64(limit))
  }

  /// What lies in a folder: its folders by name, and its own tracks in natural order.
  package func content(
    of folder: FilePath
  ) throws(LibraryError) -> (folders: [FilePath], tracks: TrackList) {
    let range = PathRange(below: folder)
    return try read { connection throws(LibraryError) in
      let statement = try connection.prepare(
        "SELECT path, track FROM files WHERE path >= ?1 AND path < ?2 AND track IS NOT NULL ORDER BY path LIMIT 1"
      )
      var (folders, tracks): ([FilePath], [(IndexName, Int32)]) = ([], [])
      var from = range.from
      // From one folder to behind it: what it holds is not read.
      while true {
        statement.bind(1, from)
        statement.bind(2, range.to)
        let found = try statement.first { ($0.name(0), $0.trackID(1)) }
        guard let (name, id) = found else { break }
        // Rows of a damaged index may be out of order: they would be met again and again.
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

  private func entries(_ sql: String) throws(LibraryError) -> [LibraryEntry] {
    try read { connection throws(LibraryError) in
      let statement = try connection.prepare(sql)
      var entries: [LibraryEntry] = []
      while try statement.step() {
        entries.append(
          LibraryEntry(
            id: statement.integer(0), name: statement.text(1) ?? "", trackCount: Int(statement.integer(2))))
      }
      return entries
    }
  }

  private func list(_ source: String, _ value: Int64) throws(LibraryError) -> TrackList {
    try read { connection throws(LibraryError) in
      let statement = try connection.prepare("SELECT t.id \(source)")
      statement.bind(1, value)
      return TrackList(ids: try statement.trackIDs())
    }
  }
}
