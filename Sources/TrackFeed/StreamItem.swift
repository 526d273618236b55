import AudioBase
import MixEngine
import SystemBase

/// A track to be played, under the name of this one opening.
package struct StreamItem: Hashable, Sendable {
  package var id: StreamID
  package var path: FilePath
  /// The part of the file; nil is all of it.
  package var section: TrackSection?
  /// What is known of its loudness so far; what becomes known later is told by `AudioEngine.setGain`.
  package var gain: ReplayGain?
  /// Whether its beginning may wait a moment for its gain: see `LateGains.patience`.
  package var awaitsGain: Bool

  package init(
    id: StreamID, path: FilePath, section: TrackSection? = nil, gain: ReplayGain? = nil,
    awaitsGain: Bool = false
  ) {
    self.id = id
    self.path = path
    self.section = section
    self.gain = gain
    self.awaitsGain = awaitsGain
  }
}
