import AudioBase
import SystemBase

/// A change of the rating of a track. A track whose rating is another one than the former is left alone.
package struct RatingAssignment: Hashable, Sendable {
  package var track: Int32
  package var former, rating: TrackRating?

  package init(_ track: Int32, former: TrackRating?, rating: TrackRating?) {
    (self.track, self.former, self.rating) = (track, former, rating)
  }
}

/// Ratings and play counts.
extension LibraryStore {
  /// Changes the ratings of tracks in one transaction. Returns the changes that were made.
  package func assign(_ assignments: [RatingAssignment]) throws(LibraryError) -> [RatingAssignment] {
    if assignments.isEmpty { return [] }
    return try write { connection throws(LibraryError) in
      var done: [RatingAssignment] = []
      for assignment in assignments {
        let id = try connection.integer(
          """
          SELECT id FROM tracks
          WHERE id = \(assignment.track) AND rating IS \(assignment.former.sqlValue)
          """)
        if id == nil { continue }
        try connection.run(
          "UPDATE tracks SET rating = \(assignment.rating.sqlValue) WHERE id = \(assignment.track)")
        done.append(assignment)
      }
      return done
    }
  }

  /// Sets the rating of a track.
  ///
  /// - Parameter rating: nil removes the rating.
  /// - Returns: the previous rating, for undo.
  @discardableResult
  package func setRating(_ rating: TrackRating?, of id: Int32) throws(LibraryError) -> TrackRating? {
    try write { connection throws(LibraryError) in
      let before = try connection.first("SELECT rating FROM tracks WHERE id = \(id)") { $0.rating() }
      try connection.run("UPDATE tracks SET rating = \(rating.sqlValue) WHERE id = \(id)")
      return before
    }
  }

  /// The handling of the rating of a track when the tags of its file were edited.
  package enum EditedRating: Hashable, Sendable {
    /// The rating follows the file, as after a scan.
    case ofFile
    case set(TrackRating?)
    /// The rating stays, because the file was given the rating of the track. The value is the former rating of the
    /// track.
    case written(former: TrackRating?)
  }

  /// Stores the edited tags of a file; does nothing if the index does not have the file as one track.
  ///
  /// - Parameter damage: what is wrong with its sound; nil if nothing is.
  /// - Returns: what becomes of the rating if the edit is undone.
  @discardableResult
  package func storeEdited(
    _ track: TrackInfo, damage: String?, rating: EditedRating
  ) throws(LibraryError) -> EditedRating {
    guard let entry = try self.track(at: track.location), let stamp = FileStamp(track.path) else {
      return .ofFile
    }
    try apply([.read(track, stamp, damage: damage, isUnchanged: true)])
    switch rating {
    case .ofFile: return .ofFile
    case .set(let rating):
      try setRating(rating, of: entry.id)
      return .set(entry.rating)
    case .written(let former):
      try setRating(entry.rating, of: entry.id)
      return .set(former)
    }
  }

  /// Adds a play. The index counts it if it has the track.
  ///
  /// - Parameters:
  ///   - time: when the play began, in seconds since 1970.
  ///   - heard: the tags of the track; nil if they are not known.
  package func countPlay(
    _ location: TrackLocation, at time: Int64 = Int64(Timestamp.now), as heard: TrackInfo? = nil
  ) throws(LibraryError) {
    try write { connection throws(LibraryError) in
      let name = IndexName(location)
      try connection.run(
        """
        UPDATE tracks SET plays = plays + 1, last_played = max(coalesce(last_played, 0), \(time))
        WHERE id = (SELECT track FROM files WHERE path = \(name))
        """)
      try connection.store(Listen(heard ?? TrackInfo(location), at: time), name)
    }
  }
}
