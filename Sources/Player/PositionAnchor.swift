import AudioBase
import SystemBase

/// A place in a track and the moment at which it is heard; from it the place at any other moment follows, so that
/// nothing has to tick.
package struct PositionAnchor: Hashable, Sendable {
  /// In the track, in its own frames.
  package var trackFrame: FrameCount
  package var sampleRate: SampleRate
  package var hostTime: HostTime
  /// Seconds of the track for each second; 0 while it stands still.
  package var rate: Double

  package init(trackFrame: FrameCount, sampleRate: SampleRate, hostTime: HostTime, rate: Double) {
    self.trackFrame = trackFrame
    self.sampleRate = sampleRate
    self.hostTime = hostTime
    self.rate = rate
  }

  /// Seconds from the start of the track. A moment before the anchor's gives the anchor's place.
  package func elapsed(at time: HostTime) -> Double {
    trackFrame.seconds(at: sampleRate) + max(0, time.seconds(since: hostTime)) * rate
  }
}
