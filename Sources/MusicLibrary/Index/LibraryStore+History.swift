import AudioBase
import SystemBase

/// What the user does with tracks.
extension LibraryStore {
  /// - Parameter rating: 1…5; nil takes it away.
  /// - Returns: the rating that was there, to undo this.
  @discardableResult
  package func setRating(_ rating: Int?, of id: Int32) throws(LibraryError) -> Int? {
    precondition(rating.map(LibraryTrack.ratings.contains) ?? true, "a rating is 1 to 5")
    return try write { connection throws(LibraryError) in
      let old = try connection.prepare("SELECT rating FROM tracks WHERE id = ?1")
      old.bind(1, Int64(id))
      let before = try old.first { $0.integer(0, in: LibraryTrack.ratings) } ?? nil
      let statement = try connection.prepare("UPDATE tracks SET rating = ?2 WHERE id = ?1")
      statement.bind(1, Int64(id))
      statement.bind(2, rating)
      try statement.run()
      return before
    }
  }

  /// Counts a play; for a file that is not in the index, nothing is counted.
  ///
  /// - Parameter time: seconds since 1970.
  package func countPlay(
    _ path: FilePath, _ section: TrackSection? = nil, at time: Int64 = LibraryStore.currentTime
  ) throws(LibraryError) {
    try write { connection throws(LibraryError) in
      let statement = try connection.prepare(
        """
        UPDATE tracks SET plays = plays + 1, last_played = max(coalesce(last_played, 0), ?2)
        WHERE id = (SELECT track FROM files WHERE path = ?1)
        """)
      statement.bind(1, IndexName(path, section))
      statement.bind(2, time)
      try statement.run()
    }
  }
}
