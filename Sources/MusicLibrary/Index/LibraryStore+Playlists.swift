import AudioBase
import SystemBase

/// A playlist that the index keeps.
package struct SavedPlaylist: Hashable, Sendable, Identifiable {
  package var id: Int64
  package var name: String
  package var entryCount: Int
}

private enum EntryColumn: Int32, SQLColumns {
  case playlist, position, path, url, title, artist, duration, start, stop
}

/// Saved playlists. An entry is a path or an address, whether it is in the index or not; where a file moves, its
/// entries follow.
extension LibraryStore {
  /// In natural order of their names.
  package func playlists() throws(LibraryError) -> [SavedPlaylist] {
    try read { connection throws(LibraryError) in
      let statement = try connection.prepare(
        """
        SELECT id, name, (SELECT count(*) FROM playlist_entries WHERE playlist = id) FROM playlists
        ORDER BY natural_key(name), id
        """)
      var playlists: [SavedPlaylist] = []
      while try statement.step() {
        playlists.append(
          SavedPlaylist(
            id: statement.integer(0), name: statement.text(1) ?? "", entryCount: Int(statement.integer(2))))
      }
      return playlists
    }
  }

  /// Keeps a playlist under a name; one of that name is replaced.
  @discardableResult
  package func savePlaylist(
    _ name: String, _ entries: [PlaylistEntry], now: Int64 = LibraryStore.currentTime
  ) throws(LibraryError) -> Int64 {
    try write { connection throws(LibraryError) in
      let put = try connection.prepare(
        """
        INSERT INTO playlists(name, changed) VALUES (?1, ?2) ON CONFLICT(name) DO UPDATE SET changed = ?2
        RETURNING id
        """)
      put.bind(1, name)
      put.bind(2, now)
      guard let id = try put.first({ $0.integer(0) }) else {
        throw LibraryError(.damaged, connection.subject, detail: "a playlist's row has no id")
      }
      let clear = try connection.prepare("DELETE FROM playlist_entries WHERE playlist = ?1")
      clear.bind(1, id)
      try clear.run()
      try LibraryStore.add(entries, to: id, connection)
      return id
    }
  }

  private static func add(
    _ entries: [PlaylistEntry], to playlist: Int64, _ connection: borrowing Connection
  ) throws(LibraryError) {
    let statement = try connection.prepare(
      "INSERT INTO playlist_entries(\(EntryColumn.list)) VALUES (\(EntryColumn.parameters))")
    statement.bind(EntryColumn.playlist.parameter, playlist)
    for (position, entry) in entries.enumerated() {
      statement.bind(EntryColumn.position.parameter, position)
      switch entry.location {
      case .file(let path):
        statement.bind(EntryColumn.path.parameter, path)
        statement.bind(EntryColumn.url.parameter, nil as String?)
      case .url(let address):
        statement.bind(EntryColumn.path.parameter, nil as [UInt8]?)
        statement.bind(EntryColumn.url.parameter, address)
      }
      statement.bind(EntryColumn.title.parameter, entry.title)
      statement.bind(EntryColumn.artist.parameter, entry.artist)
      statement.bind(EntryColumn.duration.parameter, entry.duration)
      statement.bind(EntryColumn.start.parameter, entry.section?.start.seconds)
      statement.bind(EntryColumn.stop.parameter, entry.section?.end?.seconds)
      try statement.run()
    }
  }

  /// The entries, none of them marked as missing: whoever shows them looks whether they are there.
  package func entries(ofPlaylist id: Int64) throws(LibraryError) -> [PlaylistEntry] {
    try read { connection throws(LibraryError) in
      let statement = try connection.prepare(
        "SELECT \(EntryColumn.list) FROM playlist_entries WHERE playlist = ?1 ORDER BY position"
      )
      statement.bind(1, id)
      var entries: [PlaylistEntry] = []
      while try statement.step() {
        var entry = PlaylistEntry(
          statement.isNull(EntryColumn.path)
            ? .url(statement.text(EntryColumn.url) ?? "") : .file(statement.path(EntryColumn.path)))
        entry.title = statement.text(EntryColumn.title)
        entry.artist = statement.text(EntryColumn.artist)
        entry.duration = PlausibleRange.length(statement.optionalDouble(EntryColumn.duration))
        entry.section = TrackSection(
          startSeconds: statement.optionalDouble(EntryColumn.start),
          endSeconds: statement.optionalDouble(EntryColumn.stop))
        entries.append(entry)
      }
      return entries
    }
  }

  /// - Returns: false where another one has that name, or there is no such playlist: nothing is changed then.
  @discardableResult
  package func renamePlaylist(_ id: Int64, to name: String) throws(LibraryError) -> Bool {
    try write { connection throws(LibraryError) in
      let statement = try connection.prepare(
        "UPDATE OR IGNORE playlists SET name = ?2 WHERE id = ?1 RETURNING id")
      statement.bind(1, id)
      statement.bind(2, name)
      return try statement.first { $0.integer(0) } != nil
    }
  }

  package func deletePlaylist(_ id: Int64) throws(LibraryError) {
    try write { connection throws(LibraryError) in
      for table in ["playlist_entries WHERE playlist", "playlists WHERE id"] {
        let statement = try connection.prepare("DELETE FROM \(table) = ?1")
        statement.bind(1, id)
        try statement.run()
      }
    }
  }
}
