import AudioBase
import SystemBase

/// What was measured of the tracks of an album.
package struct AlbumLoudness: Hashable, Sendable {
  /// Those that could be decoded. The album's level is that of all of them together.
  package var tracks: [Track] = []
  package var failures: [Failure] = []

  package struct Track: Hashable, Sendable {
    package var path: FilePath
    package var section: TrackSection?
    /// Without levels for silence.
    package var gain: ReplayGain
  }

  package struct Failure: Hashable, Sendable {
    package var path: FilePath
    package var error: FileError
  }
}
