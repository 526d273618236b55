import AudioBase
import MixEngine
import SystemBase

/// The track, the start and the first layer of a recording.
package struct RecordingTarget: Hashable, Sendable {
  package struct Start: Hashable, Sendable {
    /// The serial number of the free sequence of the count-in.
    package var serial: Int
    /// Output frames from its beginning to the music, or to frame 0 of a free take.
    package var after: Int
    /// The frame of the track at which the music starts.
    package var trackFrame: Int
    /// Track frames for each output frame.
    package var ratio: Double
    package var origin: Origin

    package enum Origin: Hashable, Sendable {
      /// The start of the sequence.
      case sequence
      /// The first hit, which starts the sequence.
      case hit
      /// The first key, because nothing else sounds.
      case key
      /// The command to record, because nothing else sounds.
      case command(HostTime)

      /// Whether the recording begins where the engine reports the sequence.
      var isReported: Bool { self == .sequence || self == .hit }
    }

    package init(
      serial: Int, after: Int, trackFrame: Int = 0, ratio: Double = 1, origin: Origin = .sequence
    ) {
      (self.origin, self.serial, self.after) = (origin, serial, after)
      (self.trackFrame, self.ratio) = (trackFrame, ratio)
    }
  }

  /// The streams of the track; empty for a free take.
  package var streams: Set<StreamID>
  /// The start; nil if the track is already playing.
  package var start: Start?
  /// Keys before are not recorded.
  package var since: HostTime
  /// Keys after are not recorded; nil until `TakeRecorder.end` says it.
  package var until: HostTime?
  /// Hits elsewhere are not stored: in frames of the track.
  package var punch: Range<Int>?
  /// The frames of a free take that repeat while it is recorded, from the first on; nil if it does not repeat.
  package var loop: Range<Int>?
  package var nextLayer: Int
  package var rate: SampleRate

  package init(
    streams: Set<StreamID>, start: Start? = nil, since: HostTime, until: HostTime? = nil,
    punch: Range<Int>? = nil, loop: Range<Int>? = nil, nextLayer: Int, rate: SampleRate
  ) {
    (self.streams, self.start, self.since, self.until) = (streams, start, since, until)
    (self.punch, self.loop, self.nextLayer, self.rate) = (punch, loop, nextLayer, rate)
  }

  package var isFree: Bool { streams.isEmpty }
}
