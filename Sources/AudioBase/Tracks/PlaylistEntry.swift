import SystemBase

/// One track of a playlist, with what the list itself tells of it.
package struct PlaylistEntry: Hashable, Sendable {
  package enum Location: Hashable, Sendable {
    case file(FilePath)
    /// As it is written; for streams.
    case url(String)
  }

  package var location: Location
  package var title: String?
  package var artist: String?
  package var album: String?
  package var albumArtist: String?
  package var trackNumber: Int?
  package var discNumber: Int?
  package var discTotal: Int?
  package var genre: String?
  package var date: String?
  package var replayGain: ReplayGain?
  /// Seconds.
  package var duration: Double?
  /// Where the track is a part of the file.
  package var section: TrackSection?
  /// There was no such file when the list was read.
  package var isMissing: Bool

  package init(_ location: Location, isMissing: Bool = false) {
    self.location = location
    self.isMissing = isMissing
  }
}
