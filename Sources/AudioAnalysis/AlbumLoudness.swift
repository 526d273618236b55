import AudioBase
import SystemBase

/// The measured loudness of an album and its tracks.
package struct AlbumLoudness: Hashable, Sendable {
  /// The tracks that could be decoded; the level of the album is that of all of them together.
  package var tracks: [Track] = []
  /// The tracks that could not be decoded, with the reasons.
  package var failures: [Failure] = []

  package struct Track: Hashable, Sendable {
    package var path: FilePath
    package var section: TrackSection?
    /// Has no levels if the track is silent.
    package var gain: ReplayGain
  }

  package struct Failure: Hashable, Sendable {
    package var path: FilePath
    package var error: FileError
  }
}
