import SystemBase

/// An album that the user has made by joining or splitting others. It takes precedence over the rule for albums.
package enum AlbumChoice {
  /// Returns the text that is stored with each track of a new album: its title, U+001F, and a number that no other album
  /// has, so that albums of the same title stay apart.
  package static func new(_ title: String) -> String {
    "\(title.filter { $0 != separator })\u{1F}\(UInt64.random(in: 0...UInt64.max))"
  }

  /// Returns the title of a choice.
  package static func name(_ choice: String) -> String {
    String(choice.prefix { $0 != separator })
  }

  private static let separator: Character = "\u{1F}"
}

/// What decides about the album of a track.
package struct AlbumTrack: Hashable, Sendable {
  package var id: Int32
  /// The album with its title; nil for a track without album.
  package var album: Int64?
  package var title: String?
  package var folder: FilePath
  /// The album artist, else the first artist; 0 for a compilation without album artist; nil without artists.
  package var artist: Int64?
  /// What the user has chosen; nil for an album by the rule.
  package var choice: String?
}

/// A change of the choice of a track. A track whose choice is another one than the former is left alone.
package struct AlbumAssignment: Hashable, Sendable {
  package var track: Int32
  package var former: String?
  package var choice: String?

  package init(_ track: AlbumTrack, _ choice: String?) {
    (self.track, former, self.choice) = (track.id, track.choice, choice)
  }

  /// The change that undoes it.
  package var inverse: AlbumAssignment {
    var inverse = self
    (inverse.former, inverse.choice) = (choice, former)
    return inverse
  }
}

/// The albums that the user joins and splits. A choice is kept with its track, by path and key: see `HistoryRows.swift`.
extension LibraryStore {
  /// Returns what decides about the albums of tracks, without those that no longer exist.
  package func albumTracks(_ ids: some Sequence<Int32>) throws(LibraryError) -> [AlbumTrack] {
    try read { connection throws(LibraryError) in
      var tracks: [AlbumTrack] = []
      for id in ids {
        let found = try connection.first(
          """
          SELECT t.path, t.album_id, al.title, t.owner, t.album_choice
          FROM tracks t LEFT JOIN albums al ON al.id = t.album_id WHERE t.id = \(id)
          """
        ) { row -> AlbumTrack? in
          let name: IndexName = row.value()
          return AlbumTrack(
            id: id, album: row.optional(), title: row.optional(), folder: name.file.directory,
            artist: row.optional(), choice: row.optional())
        }
        if let found { tracks.append(found) }
      }
      return tracks
    }
  }

  /// Changes the choices of tracks in one transaction. Returns the changes that were made.
  package func assign(_ assignments: [AlbumAssignment]) throws(LibraryError) -> [AlbumAssignment] {
    try write { connection throws(LibraryError) in
      // Another program may have written, and this transaction may fail.
      connection.known.forget()
      defer { connection.known.forget() }
      var (done, groups): ([AlbumAssignment], Set<Int64>) = ([], [])
      for assignment in assignments {
        let group = try connection.integer(
          """
          SELECT album_group FROM tracks
          WHERE id = \(assignment.track) AND album_choice IS \(assignment.former.sqlValue)
          """)
        guard let group else { continue }
        try connection.run(
          "UPDATE tracks SET album_choice = \(assignment.choice.sqlValue) WHERE id = \(assignment.track)")
        groups.insert(group)
        done.append(assignment)
      }
      try connection.finishAlbums([], groups: groups)
      try connection.run("UPDATE counters SET value = value + 1 WHERE name = \(Counter.order.rawValue)")
      return done
    }
  }
}
