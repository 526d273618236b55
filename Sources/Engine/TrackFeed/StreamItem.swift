import AudioBase
import MixEngine

/// One opening of a track that is to be played.
package struct StreamItem: Hashable, Sendable {
  package var id: StreamID
  package var location: TrackLocation
  /// The gain as far as it is known; `EngineControl.setGain` and `FeederCommand.setGain` apply a later one.
  package var gain: ReplayGain?
  /// Whether its beginning may wait for its gain, at most `MusicLoudness.timeout`.
  package var awaitsGain: Bool

  package init(
    id: StreamID, location: TrackLocation, gain: ReplayGain? = nil, awaitsGain: Bool = false
  ) {
    (self.id, self.location, self.gain, self.awaitsGain) = (id, location, gain, awaitsGain)
  }
}

/// A range of a track that is repeated.
package struct StreamLoop: Hashable, Sendable {
  package var stream: StreamID
  /// The frames of the track, at its own rate; not empty.
  package var frames: Range<Int>

  package init(stream: StreamID, frames: Range<Int>) {
    precondition(!frames.isEmpty)
    (self.stream, self.frames) = (stream, frames)
  }
}
