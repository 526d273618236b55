import AudioBase
import MixEngine
import SystemBase

/// What is recorded: to which track, from when, into which layers.
package struct RecordingTarget: Hashable, Sendable {
  /// When the music is to begin, for what is played to a count-in.
  package struct Start: Hashable, Sendable {
    /// The free plan that counts in.
    package var serial: Int
    /// Output frames from its beginning to the music, or to frame 0 of a free take.
    package var after: Int
    /// Where the track begins.
    package var trackFrame: Int
    /// Track frames for each output frame.
    package var ratio: Double
    package var origin: Origin

    package enum Origin: Hashable, Sendable {
      /// The plan begins by itself.
      case plan
      /// The plan begins with the first hit, and is what is played to.
      case hit
      /// Nothing sounds besides: frames count from the first key.
      case key
    }

    package init(
      serial: Int, after: Int, trackFrame: Int = 0, ratio: Double = 1, origin: Origin = .plan
    ) {
      self.origin = origin
      self.serial = serial
      self.after = after
      self.trackFrame = trackFrame
      self.ratio = ratio
    }
  }

  /// The openings of the track; none for a free take.
  package var streams: Set<StreamID>
  /// Nil where the track plays already.
  package var start: Start?
  /// Keys before are not recorded.
  package var since: HostTime
  /// Keys after are not recorded; nil until `TakeRecorder.end` says it.
  package var until: HostTime?
  /// Hits elsewhere are not stored: in frames of the track.
  package var punch: Range<Int>?
  /// What the next layer is called by.
  package var nextLayer: Int
  package var rate: SampleRate

  package init(
    streams: Set<StreamID>, start: Start? = nil, since: HostTime, until: HostTime? = nil,
    punch: Range<Int>? = nil, nextLayer: Int, rate: SampleRate
  ) {
    self.streams = streams
    self.start = start
    self.since = since
    self.until = until
    self.punch = punch
    self.nextLayer = nextLayer
    self.rate = rate
  }

  package var isFree: Bool { streams.isEmpty }
}
