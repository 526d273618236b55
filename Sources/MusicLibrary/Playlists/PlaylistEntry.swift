import AudioBase

/// One line of a playlist, with what the list itself tells of it.
package struct PlaylistEntry: Hashable, Sendable {
  package enum Location: Hashable, Sendable {
    case file(FilePath)
    /// As it is written; for streams.
    case url(String)
  }

  package var location: Location
  package var title: String?
  package var artist: String?
  /// Seconds.
  package var duration: Double?
  /// Seconds into the file, where the entry is a part of it.
  package var start: Double?
  package var end: Double?
  /// There was no such file when the list was read.
  package var isMissing: Bool

  package init(_ location: Location, isMissing: Bool = false) {
    self.location = location
    self.isMissing = isMissing
  }
}
