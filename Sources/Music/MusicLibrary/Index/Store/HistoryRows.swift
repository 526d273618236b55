import AudioBase

/// The table of the history of tracks whose files no longer exist, by path and by key.
struct HistoryRows: ~Copyable {
  private let store: Statement
  private let put: Statement
  private let merge: Statement
  private let find: Statement
  private let drop: Statement
  private let count: Statement

  /// The columns that the table shares with the table of tracks.
  enum Column: Int32, SQLColumns { case path, key, added, rating, plays, lastPlayed, fileRating }

  private enum Parameter: Int32, SQLParameters { case track, name, key, now }

  init(_ connection: borrowing Connection) {
    store = connection.prepareReusable(
      """
      INSERT OR REPLACE INTO former(\(Column.list), gone)
      SELECT \(Column.list), \(Parameter.now.parameter) FROM tracks WHERE id = \(Parameter.track.parameter)
      """)
    put = connection.prepareReusable(
      "INSERT OR REPLACE INTO former(\(Column.list), gone) VALUES (\(Column.parameters), 0)")
    // Adds the former play count to the current one. The former rating is restored unless the current track was rated
    // in the player or its file has another rating than before.
    merge = connection.prepareReusable(
      """
      UPDATE tracks SET added = min(tracks.added, former.added),
        rating = CASE
          WHEN tracks.rating IS NOT nullif(tracks.file_rating, 0) THEN tracks.rating
          WHEN former.file_rating IS NULL THEN coalesce(former.rating, tracks.rating)
          WHEN former.file_rating = tracks.file_rating THEN former.rating
          ELSE tracks.rating END,
        plays = tracks.plays + former.plays,
        last_played = nullif(max(coalesce(tracks.last_played, 0), coalesce(former.last_played, 0)), 0)
      FROM former WHERE tracks.id = \(Parameter.track.parameter) AND former.path = \(Parameter.name.parameter)
      """)
    // The latest of several: all have the same sound.
    find = connection.prepareReusable(
      "SELECT path FROM former WHERE key = \(Parameter.key.parameter) ORDER BY gone DESC LIMIT 1")
    drop = connection.prepareReusable("DELETE FROM former WHERE path = \(Parameter.name.parameter)")
    count = connection.prepareReusable("SELECT EXISTS (SELECT 1 FROM former)")
  }

  /// Returns whether the table has rows; usually it has none, which saves further queries.
  func isKept() throws(LibraryError) -> Bool { try count.firstInteger() == 1 }

  /// Stores the history of a track; called before its row is deleted.
  func store(_ track: Int64, now: Int64) throws(LibraryError) {
    store.bind(Parameter.track, track)
    store.bind(Parameter.now, now)
    try store.run()
  }

  /// Stores a history that was read from another index.
  func store(_ history: TrackHistory) throws(LibraryError) {
    put.bind(Column.path, history.name)
    put.bind(Column.key, history.key?.bytes)
    put.bind(Column.added, history.added)
    put.bind(Column.rating, history.rating?.stars)
    put.bind(Column.fileRating, history.fileRating)
    put.bind(Column.plays, history.playCount)
    put.bind(Column.lastPlayed, history.lastPlayed)
    try put.run()
  }

  /// Moves the stored history of a name into a track that has come back.
  func restore(_ track: Int64, at name: IndexName) throws(LibraryError) {
    merge.bind(Parameter.track, track)
    merge.bind(Parameter.name, name)
    try merge.run()
    drop.bind(Parameter.name, name)
    try drop.run()
  }

  /// Restores the history of a track by its key.
  ///
  /// - Returns: the former name of the track; nil if there is no history with this key.
  func restore(_ track: Int64, _ key: TrackKey) throws(LibraryError) -> IndexName? {
    find.bind(Parameter.key, key.bytes)
    guard let name = try find.first({ $0.name(OnlyColumn.value) }) else { return nil }
    try restore(track, at: name)
    return name
  }
}

/// The ratings and plays of a track, and the key that identifies it in another index.
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
}

/// Reads the columns of a track's history; nil or 0 for values that only a damaged index has.
extension Statement {
  func rating(_ column: some SQLColumns) -> TrackRating? {
    integer(column, in: TrackRating.range).flatMap { TrackRating(stars: $0) }
  }

  func playCount(_ column: some SQLColumns) -> Int { integer(column, in: LibraryTrack.playCounts) ?? 0 }

  /// Returns a time in seconds since 1970.
  func time(_ column: some SQLColumns) -> Int64? { integer(column, in: LibraryTrack.times).map(Int64.init) }

  func trackKey(_ column: some SQLColumns) -> TrackKey? { bytes(column).flatMap { TrackKey(bytes: $0) } }
}
