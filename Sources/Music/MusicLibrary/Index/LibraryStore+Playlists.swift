import AudioBase
import SystemBase

/// A playlist that is stored in the index.
package struct SavedPlaylist: Hashable, Sendable, Identifiable {
  package var id: Int64
  package var name: String
  package var entryCount: Int
  /// The query whose results are the playlist; nil for a playlist with entries.
  package var query: String?
}

/// The content of a saved playlist.
package enum PlaylistContent: Hashable, Sendable {
  case entries([PlaylistEntry])
  /// The results of a query.
  case query(String)
}

private enum PlaylistColumn: Int32, SQLColumns {
  case id, name, entryCount, query

  var sql: String {
    self == .entryCount ? "(SELECT count(*) FROM playlist_entries WHERE playlist = id)" : name
  }
}

private enum PlaylistParameter: Int32, SQLParameters { case id, name, now, query }

/// Saved playlists. An entry is a path or a URL, in the index or not; if a file of the index moves, its
/// entries are updated.
extension LibraryStore {
  /// Returns the saved playlists in the natural order of their names.
  package func playlists() throws(LibraryError) -> [SavedPlaylist] {
    try read { connection throws(LibraryError) in
      let statement = try connection.prepare(
        "SELECT \(PlaylistColumn.list) FROM playlists ORDER BY natural_key(name), id")
      return try statement.all { row in
        SavedPlaylist(
          id: row.integer(PlaylistColumn.id), name: row.text(PlaylistColumn.name) ?? "",
          entryCount: Int(row.integer(PlaylistColumn.entryCount)), query: row.text(PlaylistColumn.query))
      }
    }
  }

  /// Saves a playlist under a name, replacing one of the same name.
  ///
  /// - Returns: the id of the playlist.
  @discardableResult
  package func savePlaylist(
    _ name: String, _ entries: [PlaylistEntry], now: Int64 = Int64(Timestamp.now)
  ) throws(LibraryError) -> Int64 {
    try write { connection throws(LibraryError) in
      let id = try LibraryStore.putPlaylist(name, query: nil, now: now, connection)
      try LibraryStore.replaceEntries(of: id, by: entries, connection)
      return id
    }
  }

  /// Saves a query under a name as a playlist, replacing one of the same name. It is evaluated when it is opened.
  package func savePlaylist(
    _ name: String, query: String, now: Int64 = Int64(Timestamp.now)
  ) throws(LibraryError) {
    try write { connection throws(LibraryError) in
      let id = try LibraryStore.putPlaylist(name, query: query, now: now, connection)
      try LibraryStore.replaceEntries(of: id, by: [], connection)
    }
  }

  /// Returns the content of the playlist of a name; nil if there is none.
  package func content(ofPlaylist name: String) throws(LibraryError) -> PlaylistContent? {
    try read { connection throws(LibraryError) in
      try LibraryStore.playlist(name, connection).map(\.content)
    }
  }

  /// Replaces the playlist of a name, creates it or deletes it, if it is as the caller expects it.
  ///
  /// - Parameters:
  ///   - old: the content that is expected; nil for no playlist.
  ///   - new: the new content; nil for no playlist.
  /// - Returns: whether the playlist was as expected.
  package func exchangePlaylist(
    _ name: String, _ old: PlaylistContent?, by new: PlaylistContent?,
    now: Int64 = Int64(Timestamp.now)
  ) throws(LibraryError) -> Bool {
    try write { connection throws(LibraryError) in
      let present = try LibraryStore.playlist(name, connection)
      guard present?.content == old else { return false }
      switch new {
      case nil: if let present { try LibraryStore.deletePlaylist(present.id, connection) }
      case .entries(let entries):
        let id = try LibraryStore.putPlaylist(name, query: nil, now: now, connection)
        try LibraryStore.replaceEntries(of: id, by: entries, connection)
      case .query(let query):
        let id = try LibraryStore.putPlaylist(name, query: query, now: now, connection)
        try LibraryStore.replaceEntries(of: id, by: [], connection)
      }
      return true
    }
  }

  private static func playlist(
    _ name: String, _ connection: borrowing Connection
  ) throws(LibraryError) -> (id: Int64, content: PlaylistContent)? {
    let find = try connection.prepare(
      "SELECT \(PlaylistColumn.list) FROM playlists WHERE name = \(PlaylistParameter.name.parameter)")
    find.bind(PlaylistParameter.name, name)
    let found = try find.first { row in
      (row.integer(PlaylistColumn.id), row.text(PlaylistColumn.query))
    }
    guard let (id, query) = found else { return nil }
    if let query { return (id, .query(query)) }
    return (id, .entries(try entries(ofPlaylist: id, connection)))
  }

  /// Changes the entries of a playlist.
  ///
  /// - Parameter change: changes the entries that the playlist has at this time.
  /// - Returns: the result of `change`; nil if there is no such playlist, or if it is a query; nothing is changed then.
  package func editPlaylist<Result: Sendable>(
    _ id: Int64, _ change: @Sendable (inout [PlaylistEntry]) -> Result
  ) throws(LibraryError) -> Result? {
    try write { connection throws(LibraryError) in
      let find = try connection.prepare(
        "SELECT query IS NULL FROM playlists WHERE id = \(PlaylistParameter.id.parameter)")
      find.bind(PlaylistParameter.id, id)
      guard try find.firstInteger() == 1 else { return nil }
      let old = try LibraryStore.entries(ofPlaylist: id, connection)
      var entries = old
      let result = change(&entries)
      if entries != old { try LibraryStore.replaceEntries(of: id, by: entries, connection) }
      return result
    }
  }

  /// Saves a query as a playlist. If a playlist has the name, its query is replaced.
  ///
  /// - Returns: the id of the playlist.
  private static func putPlaylist(
    _ name: String, query: String?, now: Int64, _ connection: borrowing Connection
  ) throws(LibraryError) -> Int64 {
    let put = try connection.prepare(
      """
      INSERT INTO playlists(name, changed, query) VALUES (
        \(PlaylistParameter.name.parameter), \(PlaylistParameter.now.parameter),
        \(PlaylistParameter.query.parameter))
      ON CONFLICT(name) DO UPDATE SET changed = excluded.changed, query = excluded.query RETURNING id
      """)
    put.bind(PlaylistParameter.name, name)
    put.bind(PlaylistParameter.now, now)
    put.bind(PlaylistParameter.query, query)
    guard let id = try put.firstInteger() else {
      throw LibraryError(.damaged, connection.subject, detail: "a playlist's row has no id")
    }
    return id
  }

  private static func replaceEntries(
    of id: Int64, by entries: [PlaylistEntry], _ connection: borrowing Connection
  ) throws(LibraryError) {
    let clear = try connection.prepare(
      "DELETE FROM playlist_entries WHERE playlist = \(PlaylistParameter.id.parameter)")
    clear.bind(PlaylistParameter.id, id)
    try clear.run()
    try add(entries, to: id, connection)
  }

  private static func add(
    _ entries: [PlaylistEntry], to playlist: Int64, _ connection: borrowing Connection
  ) throws(LibraryError) {
    let statement = try connection.prepare(
      "INSERT INTO playlist_entries(\(EntryColumn.list)) VALUES (\(EntryColumn.parameters))")
    statement.bind(EntryColumn.playlist, playlist)
    for (position, entry) in entries.enumerated() {
      statement.bind(EntryColumn.position, position)
      switch entry.location {
      case .file(let path):
        statement.bind(EntryColumn.path, path)
        statement.bind(EntryColumn.url, nil as String?)
      case .url(let address):
        statement.bind(EntryColumn.path, nil as [UInt8]?)
        statement.bind(EntryColumn.url, address)
      }
      statement.bind(EntryColumn.title, entry.title)
      statement.bind(EntryColumn.artist, entry.artist)
      statement.bind(EntryColumn.duration, entry.duration)
      statement.bind(EntryColumn.start, entry.section?.start.seconds)
      statement.bind(EntryColumn.stop, entry.section?.end?.seconds)
      try statement.run()
    }
  }

  /// Returns the entries of a playlist. `isMissing` is not set: the caller checks which files exist.
  package func entries(ofPlaylist id: Int64) throws(LibraryError) -> [PlaylistEntry] {
    try read { connection throws(LibraryError) in try LibraryStore.entries(ofPlaylist: id, connection) }
  }

  private static func entries(
    ofPlaylist id: Int64, _ connection: borrowing Connection
  ) throws(LibraryError) -> [PlaylistEntry] {
    let statement = try connection.prepare(
      """
      SELECT \(EntryColumn.list) FROM playlist_entries
      WHERE playlist = \(EntryColumn.playlist.parameter) ORDER BY position
      """)
    statement.bind(EntryColumn.playlist, id)
    return try statement.all { PlaylistRows.entry($0) }
  }

  /// Returns the query of a playlist; nil for a playlist with entries.
  package func query(ofPlaylist id: Int64) throws(LibraryError) -> String? {
    try read { connection throws(LibraryError) in
      let statement = try connection.prepare(
        "SELECT query FROM playlists WHERE id = \(PlaylistParameter.id.parameter)")
      statement.bind(PlaylistParameter.id, id)
      return try statement.first { $0.text(OnlyColumn.value) } ?? nil
    }
  }

  /// Renames a playlist.
  ///
  /// - Returns: false if another playlist has that name or there is no such playlist; nothing is changed
  ///   then.
  @discardableResult
  package func renamePlaylist(_ id: Int64, to name: String) throws(LibraryError) -> Bool {
    try write { connection throws(LibraryError) in
      let statement = try connection.prepare(
        """
        UPDATE OR IGNORE playlists SET name = \(PlaylistParameter.name.parameter)
        WHERE id = \(PlaylistParameter.id.parameter) RETURNING id
        """)
      statement.bind(PlaylistParameter.id, id)
      statement.bind(PlaylistParameter.name, name)
      return try statement.firstInteger() != nil
    }
  }

  /// Deletes a saved playlist with its entries.
  package func deletePlaylist(_ id: Int64) throws(LibraryError) {
    try write { connection throws(LibraryError) in try LibraryStore.deletePlaylist(id, connection) }
  }

  private static func deletePlaylist(
    _ id: Int64, _ connection: borrowing Connection
  ) throws(LibraryError) {
    for table in ["playlist_entries WHERE playlist", "playlists WHERE id"] {
      let statement = try connection.prepare("DELETE FROM \(table) = \(PlaylistParameter.id.parameter)")
      statement.bind(PlaylistParameter.id, id)
      try statement.run()
    }
  }
}
