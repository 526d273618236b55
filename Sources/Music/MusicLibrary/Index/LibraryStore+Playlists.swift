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

package enum PlaylistContent: Hashable, Sendable {
  case entries([PlaylistEntry])
  /// The results of a query.
  case query(String)
}

/// Saved playlists. An entry is a path or a URL, in the index or not; if a file of the index moves, its
/// entries are updated.
extension LibraryStore {
  /// Returns the saved playlists in the natural order of their names.
  package func playlists() throws(LibraryError) -> [SavedPlaylist] {
    try all(
      """
      SELECT id, name, (SELECT count(*) FROM playlist_entries WHERE playlist = id), query FROM playlists
      ORDER BY natural_key(name), id
      """
    ) { SavedPlaylist(id: $0.value(), name: $0.value(), entryCount: $0.value(), query: $0.optional()) }
  }

  /// Saves a playlist under a name, replacing one of the same name. Returns the id of the playlist.
  ///
  /// - Parameter query: the query whose results are the playlist, in place of entries. It is evaluated when it is opened.
  @discardableResult
  package func savePlaylist(
    _ name: String, _ entries: [PlaylistEntry] = [], query: String? = nil, now: Int64 = Int64(Timestamp.now)
  ) throws(LibraryError) -> Int64 {
    try write { connection throws(LibraryError) in
      try connection.savePlaylist(name, query.map { .query($0) } ?? .entries(entries), now: now)
    }
  }

  /// Returns the content of the playlist of a name; nil if there is none.
  package func content(ofPlaylist name: String) throws(LibraryError) -> PlaylistContent? {
    try read { connection throws(LibraryError) in try connection.playlist(name)?.content }
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
      let present = try connection.playlist(name)
      guard present?.content == old else { return false }
      if let new {
        _ = try connection.savePlaylist(name, new, now: now)
      } else if let present {
        try connection.deletePlaylist(present.id)
      }
      return true
    }
  }

  /// Changes the entries of a playlist.
  ///
  /// - Parameter change: changes the entries that the playlist has at this time.
  /// - Returns: the result of `change`; nil if there is no such playlist, or if it is a query; nothing is changed then.
  package func editPlaylist<Result: Sendable>(
    _ id: Int64, _ change: @Sendable (inout [PlaylistEntry]) -> Result
  ) throws(LibraryError) -> Result? {
    try write { connection throws(LibraryError) in
      guard try connection.integer("SELECT query IS NULL FROM playlists WHERE id = \(id)") == 1 else {
        return nil
      }
      let old = try connection.entries(ofPlaylist: id)
      var entries = old
      let result = change(&entries)
      if entries != old { try connection.replaceEntries(of: id, by: entries) }
      return result
    }
  }

  /// Returns the entries of a playlist. `isMissing` is not set: the caller checks which files exist.
  package func entries(ofPlaylist id: Int64) throws(LibraryError) -> [PlaylistEntry] {
    try read { connection throws(LibraryError) in try connection.entries(ofPlaylist: id) }
  }

  /// Returns the query of a playlist; nil for a playlist with entries.
  package func query(ofPlaylist id: Int64) throws(LibraryError) -> String? {
    try first("SELECT query FROM playlists WHERE id = \(id)") { $0.optional() }
  }

  /// Renames a playlist.
  ///
  /// - Returns: false if another playlist has that name or there is no such playlist; nothing is changed
  ///   then.
  @discardableResult
  package func renamePlaylist(_ id: Int64, to name: String) throws(LibraryError) -> Bool {
    try write { connection throws(LibraryError) in
      try connection.integer("UPDATE OR IGNORE playlists SET name = \(name) WHERE id = \(id) RETURNING id")
        != nil
    }
  }

  package func deletePlaylist(_ id: Int64) throws(LibraryError) {
    try write { connection throws(LibraryError) in try connection.deletePlaylist(id) }
  }
}

extension Connection {
  fileprivate func playlist(_ name: String) throws(LibraryError) -> (id: Int64, content: PlaylistContent)? {
    let found = try first("SELECT id, query FROM playlists WHERE name = \(name)") {
      row -> (Int64, String?)? in (row.value(), row.optional())
    }
    guard let (id, query) = found else { return nil }
    if let query { return (id, .query(query)) }
    return (id, .entries(try entries(ofPlaylist: id)))
  }

  /// Saves a playlist. If a playlist has the name, its content is replaced. Returns the id of the playlist.
  fileprivate func savePlaylist(
    _ name: String, _ content: PlaylistContent, now: Int64
  ) throws(LibraryError) -> Int64 {
    let (entries, query): ([PlaylistEntry], String?) =
      switch content {
      case .entries(let entries): (entries, nil)
      case .query(let query): ([], query)
      }
    let id = try integer(
      """
      INSERT INTO playlists\(row: ["name": name, "changed": now, "query": query])
      ON CONFLICT(name) DO UPDATE SET changed = excluded.changed, query = excluded.query RETURNING id
      """)
    guard let id else { throw LibraryError(.damaged, subject, detail: "a playlist's row has no id") }
    try replaceEntries(of: id, by: entries)
    return id
  }

  fileprivate func replaceEntries(of id: Int64, by entries: [PlaylistEntry]) throws(LibraryError) {
    try run("DELETE FROM playlist_entries WHERE playlist = \(id)")
    for (position, entry) in entries.enumerated() {
      let (path, url): (FilePath?, String?) =
        switch entry.location {
        case .file(let path): (path, nil)
        case .url(let address): (nil, address)
        }
      try run(
        """
        INSERT INTO playlist_entries\(row: [
          "playlist": id, "position": position, "path": path, "url": url, "title": entry.title,
          "artist": entry.artist, "duration": entry.duration, "start": entry.section?.start.seconds,
          "stop": entry.section?.end?.seconds,
        ])
        """)
    }
  }

  fileprivate func entries(ofPlaylist id: Int64) throws(LibraryError) -> [PlaylistEntry] {
    try all(
      "SELECT \(sql: Row.playlistColumns) FROM playlist_entries WHERE playlist = \(id) ORDER BY position"
    ) { $0.playlistEntry() }
  }

  fileprivate func deletePlaylist(_ id: Int64) throws(LibraryError) {
    try run("DELETE FROM playlist_entries WHERE playlist = \(id)")
    try run("DELETE FROM playlists WHERE id = \(id)")
  }
}
