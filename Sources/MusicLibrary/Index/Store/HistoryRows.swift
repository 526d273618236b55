import AudioBase
import SystemBase

/// What the user has done with files that are gone, kept for when they come back: by path, or by the sound.
struct HistoryRows: ~Copyable {
  private let keep: Statement
  private let merge: Statement
  private let find: Statement
  private let drop: Statement
  private let count: Statement

  init(_ connection: borrowing Connection) {
    keep = connection.keep(
      """
      INSERT OR REPLACE INTO former(path, key, added, rating, plays, last_played, gone)
      SELECT path, key, added, rating, plays, last_played, ?2 FROM tracks WHERE id = ?1
      """)
    // What the earlier life adds to the new one.
    merge = connection.keep(
      """
      UPDATE tracks SET added = min(tracks.added, former.added), rating = coalesce(tracks.rating, former.rating),
        plays = tracks.plays + former.plays,
        last_played = nullif(max(coalesce(tracks.last_played, 0), coalesce(former.last_played, 0)), 0)
      FROM former WHERE tracks.id = ?1 AND former.path = ?2
      """)
    // Of several the latest: it is one sound all the same.
    find = connection.keep("SELECT path FROM former WHERE key = ?1 ORDER BY gone DESC LIMIT 1")
    drop = connection.keep("DELETE FROM former WHERE path = ?1")
    count = connection.keep("SELECT EXISTS (SELECT 1 FROM former)")
  }

  /// Whether anything is kept: mostly nothing is, and then nothing need be looked for.
  func isKept() throws(LibraryError) -> Bool { try count.first { $0.integer(0) != 0 } ?? false }

  /// Before the track's row goes.
  func keep(_ track: Int64, now: Int64) throws(LibraryError) {
    keep.bind(1, track)
    keep.bind(2, now)
    try keep.run()
  }

  func restore(_ track: Int64, at name: IndexName) throws(LibraryError) {
    merge.bind(1, track)
    merge.bind(2, name)
    try merge.run()
    drop.bind(1, name)
    try drop.run()
  }

  /// - Returns: where the sound was before; nil where nothing is kept of it.
  func restore(_ track: Int64, _ key: TrackKey) throws(LibraryError) -> IndexName? {
    find.bind(1, key.bytes)
    guard let name = try find.first({ $0.name(0) }) else { return nil }
    try restore(track, at: name)
    return name
  }
}
