import AudioBase

/// A track as the index knows it: what its file says, and what the user has done with it.
package struct LibraryTrack: Hashable, Sendable, Identifiable {
  static let ratings = 1...5
  /// How often a track may have been played.
  static let playCounts = 0...Int(Int32.max)
  /// Seconds since 1970, up to the year 9999.
  static let times = 0...253_402_300_799

  package var id: Int32
  package var track: TrackInfo
  package var kind: TrackKind
  /// 1…5; nil where none was given.
  package var rating: Int?
  package var playCount: Int
  /// Seconds since 1970.
  package var lastPlayed: Int64?
  /// Seconds since 1970.
  package var addedAt: Int64
  /// Its drive is not mounted.
  package var isAway: Bool
  package var key: TrackKey?
}

/// The answer to a query: the ids of the tracks, in their order. Rows are fetched page by page.
package struct TrackList: Hashable, Sendable {
  package var ids: [Int32]

  package init(ids: [Int32] = []) { self.ids = ids }

  package var count: Int { ids.count }
}
