import SystemBase

/// One track of a playlist, with the metadata that the list contains.
package struct PlaylistEntry: Hashable, Sendable {
  /// The location of the track: a file, or a stream.
  package enum Location: Hashable, Sendable {
    case file(FilePath)
    /// The URL as it is written.
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
  /// The part of the file; nil is all of it.
  package var section: TrackSection?
  /// Whether the file did not exist when the list was read.
  package var isMissing: Bool

  /// Whether the list tells where the track is. Some formats describe tracks without a location, as `.url("")`.
  package var hasLocation: Bool { location != .url("") }

  /// The track that is played; nil for an address that is not `http:` or `https:`.
  package var track: TrackLocation? {
    switch location {
    case .file(let path): TrackLocation(path: path, section: section)
    case .url(let text): StreamAddress(text).map { TrackLocation($0) }
    }
  }

  package init(_ track: TrackLocation) {
    self.init(track.address.map { .url($0.text) } ?? .file(track.path))
    section = track.section
  }

  package init(_ location: Location, isMissing: Bool = false) {
    (self.location, self.isMissing) = (location, isMissing)
  }
}
