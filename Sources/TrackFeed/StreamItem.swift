import AudioBase
import MixEngine
import SystemBase

/// A track to be played, under the name of this one opening.
package struct StreamItem: Hashable, Sendable {
  package var id: StreamID
  package var path: FilePath
  /// The part of the file; nil is all of it.
  package var section: TrackSection?
  /// What a playlist says of its loudness.
  package var gain: ReplayGain?

  package init(id: StreamID, path: FilePath, section: TrackSection? = nil, gain: ReplayGain? = nil) {
    self.id = id
    self.path = path
    self.section = section
    self.gain = gain
  }
}
