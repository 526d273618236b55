import AudioBase

/// The table of the history of tracks whose files no longer exist, by path and by key.
extension Connection {
  /// The columns that the table shares with the table of tracks.
  static var historyColumns: String {
    "path, key, added, rating, plays, last_played, file_rating, album_choice"
  }

  /// Returns whether the table has rows; usually it has none, which saves further queries.
  func hasHistory() throws(LibraryError) -> Bool { try integer("SELECT EXISTS (SELECT 1 FROM former)") == 1 }

  /// Stores the history of a track; called before its row is deleted.
  func storeHistory(of track: Int64, now: Int64) throws(LibraryError) {
    try run(
      """
      INSERT OR REPLACE INTO former(\(sql: Connection.historyColumns), gone)
      SELECT \(sql: Connection.historyColumns), \(now) FROM tracks WHERE id = \(track)
      """)
  }

  /// Stores a history that was read from another index.
  func storeHistory(_ history: TrackHistory) throws(LibraryError) {
    try run(
      """
      INSERT OR REPLACE INTO former\(row: [
        "path": history.name, "key": history.key, "added": history.added, "rating": history.rating,
        "plays": history.playCount, "last_played": history.lastPlayed, "gone": 0, "file_rating": history.fileRating,
        "album_choice": history.albumChoice,
      ])
      """)
  }

  /// Moves the stored history of a name into a track that has come back.
  func restoreHistory(of track: Int64, at name: IndexName) throws(LibraryError) {
    // Adds the former play count to the current one. The former rating is restored unless the current track was rated
    // in the player or its file has another rating than before.
    try run(
      """
      UPDATE tracks SET added = min(tracks.added, former.added),
        rating = CASE
          WHEN tracks.rating IS NOT nullif(tracks.file_rating, 0) THEN tracks.rating
          WHEN former.file_rating IS NULL THEN coalesce(former.rating, tracks.rating)
          WHEN former.file_rating = tracks.file_rating THEN former.rating
          ELSE tracks.rating END,
        plays = tracks.plays + former.plays,
        last_played = nullif(max(coalesce(tracks.last_played, 0), coalesce(former.last_played, 0)), 0),
        album_choice = coalesce(tracks.album_choice, former.album_choice)
      FROM former WHERE tracks.id = \(track) AND former.path = \(name)
      """)
    try run("UPDATE listens SET path = (SELECT path FROM tracks WHERE id = \(track)) WHERE path = \(name)")
    try run("DELETE FROM former WHERE path = \(name)")
  }

  /// Restores the history of a track by its key.
  ///
  /// - Returns: the former name of the track; nil if there is no history with this key.
  func restoreHistory(of track: Int64, _ key: TrackKey) throws(LibraryError) -> IndexName? {
    // The latest of several: all have the same sound.
    let name = try first("SELECT path FROM former WHERE key = \(key) ORDER BY gone DESC LIMIT 1") {
      $0.value() as IndexName
    }
    if let name { try restoreHistory(of: track, at: name) }
    return name
  }
}

/// The ratings and plays of a track, its album if the user has chosen it, and the key that identifies it in another index.
struct TrackHistory: Sendable {
  var name: IndexName
  var key: TrackKey?
  /// Seconds since 1970.
  var added: Int64
  var rating: TrackRating?
  /// The rating of the file, as in the column `file_rating`.
  var fileRating: Int?
  var playCount: Int
  /// Seconds since 1970.
  var lastPlayed: Int64?
  /// See `AlbumChoice`.
  var albumChoice: String?
}

/// Reads the columns of a track's history; nil or 0 for values that only a damaged index has.
extension Row {
  mutating func rating() -> TrackRating? {
    integer(in: TrackRating.range).flatMap { TrackRating(stars: $0) }
  }

  mutating func playCount() -> Int { integer(in: LibraryTrack.playCounts) ?? 0 }

  /// Returns a time in seconds since 1970.
  mutating func time() -> Int64? { integer(in: LibraryTrack.times).map(Int64.init) }

  mutating func trackKey() -> TrackKey? { optional().flatMap { TrackKey(bytes: $0) } }
}
