import AudioBase
import MixEngine
import SystemBase

/// A place in a track of the queue, as it was or is heard.
package struct HeardPlace: Hashable, Sendable {
  package var item: QueueItem.ID
  package var path: FilePath
  /// In the track's own frames.
  package var trackFrame: FrameCount
  /// Of the track.
  package var sampleRate: SampleRate
  /// Seconds of the track for each second; 0 while it stands still, as in a pause or a gap.
  package var speed: Double
  /// Counts seeks and jumps: places of the same track and count follow one another.
  package var generation: Int
}

extension LocalTransport {
  /// What is heard at a time, or was: for a hit, ask by its `keyTime` as soon as it is told.
  ///
  /// Main thread, after the engine's events have been taken. Right to a millisecond on paced outputs and JACK, to five
  /// over a sound server.
  ///
  /// - Returns: nil where there is no track, or its opening has not been reported yet.
  package func heard(at time: HostTime) -> HeardPlace? {
    engine.timeline.position(heardAt: time).flatMap(name)
  }

  /// What stands at an output frame: for a hit, what sounds with it.
  package func heard(atOutputFrame frame: Int) -> HeardPlace? {
    engine.timeline.position(atOutputFrame: frame).flatMap(name)
  }

  private func name(_ position: Timeline.Position) -> HeardPlace? {
    guard let name = names[position.stream], let format = name.format else { return nil }
    return HeardPlace(
      item: name.entry.item, path: name.entry.path, trackFrame: FrameCount(position.trackFrame),
      sampleRate: format.sampleRate, speed: position.speed, generation: position.generation)
  }
}
