import AudioBase
import MusicQuery

/// A track of the index: the information of its file, and its history.
package struct LibraryTrack: Hashable, Sendable, Identifiable {
  static let playCounts = 0...Int(Int32.max)
  /// The valid times, in seconds since 1970, up to the year 9999.
  static let times = 0...253_402_300_799

  package var id: Int32
  package var track: TrackInfo
  package var kind: TrackKind
  /// The rating of the track; nil if it is not rated. Search, lists and other programs show this one.
  ///
  /// A rating that the user sets in the player stays through scans. If a scan finds that the rating in the file has
  /// changed since the file was last read, the file's rating replaces it; if it was removed from the file, the track is
  /// not rated any more. `track.rating` is what the file stated when it was last read.
  package var rating: TrackRating?
  package var playCount: Int
  /// Seconds since 1970.
  package var lastPlayed: Int64?
  /// Seconds since 1970.
  package var addedAt: Int64
  /// Whether its drive is not mounted.
  package var isAway: Bool
  package var key: TrackKey?
  /// The damage of the sound in words, such as a missing end; nil if no damage is known.
  package var damage: String?
  /// Whether the tempo is not that of the tags but was found by the sound.
  package var hasFoundTempo = false
}

extension LibraryTrack {
  /// Returns the rating that the next scan leaves if the file has this one now.
  package func rating(ifFileStates stated: TrackRating?) -> TrackRating? {
    stated == track.rating ? rating : stated
  }
}

/// The result of a query: the ids of the tracks in order. Rows are read page by page.
package struct TrackList: Hashable, Sendable {
  package var ids: [Int32]

  package init(ids: [Int32] = []) { self.ids = ids }

  package var count: Int { ids.count }
}
