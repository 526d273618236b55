import AudioBase
import SystemBase

private enum HistoryParameter: Int32, SQLParameters { case id, name, rating, time }

/// Ratings and play counts.
extension LibraryStore {
  /// Sets the rating of a track.
  ///
  /// - Parameter rating: 1…5; nil removes the rating.
  /// - Returns: the previous rating, for undo.
  @discardableResult
  package func setRating(_ rating: Int?, of id: Int32) throws(LibraryError) -> Int? {
    precondition(rating.map(LibraryTrack.ratings.contains) ?? true, "a rating is 1 to 5")
    return try write { connection throws(LibraryError) in
      let old = try connection.prepare(
        "SELECT rating FROM tracks WHERE id = \(HistoryParameter.id.parameter)")
      old.bind(HistoryParameter.id, Int64(id))
      let before = try old.first { $0.rating(OnlyColumn.value) } ?? nil
      let statement = try connection.prepare(
        """
        UPDATE tracks SET rating = \(HistoryParameter.rating.parameter)
        WHERE id = \(HistoryParameter.id.parameter)
        """)
      statement.bind(HistoryParameter.id, Int64(id))
      statement.bind(HistoryParameter.rating, rating)
      try statement.run()
      return before
    }
  }

  /// Counts a play of a track; does nothing if the track is not in the index.
  ///
  /// - Parameter time: seconds since 1970.
  package func countPlay(
    _ location: TrackLocation, at time: Int64 = LibraryStore.currentTime
  ) throws(LibraryError) {
    try write { connection throws(LibraryError) in
      let statement = try connection.prepare(
        """
        UPDATE tracks
        SET plays = plays + 1, last_played = max(coalesce(last_played, 0), \(HistoryParameter.time.parameter))
        WHERE id = (SELECT track FROM files WHERE path = \(HistoryParameter.name.parameter))
        """)
      statement.bind(HistoryParameter.name, IndexName(location))
      statement.bind(HistoryParameter.time, time)
      try statement.run()
    }
  }
}
