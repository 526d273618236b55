import AudioBase
import MixEngine

/// A position in a track of the queue that is or was heard.
package struct HeardPosition: Hashable, Sendable {
  package var item: QueueItem.ID
  package var location: TrackLocation
  /// The frame of the track, at its own sample rate.
  package var trackFrame: FrameCount
  package var sampleRate: SampleRate
  /// Seconds of the track per second; 0 during a pause or a gap.
  package var speed: Double
  /// The number of seeks and jumps: positions of the same track and number are continuous.
  package var generation: Int
}

/// The tracks of the last opened streams: a track may still be heard after the next one was requested.
package struct StreamNames {
  package struct Name {
    let stream: StreamID
    let item: QueueItem.ID
    let location: TrackLocation
    package var format: StreamFormat?
  }

  private static let kept = 64
  private var names: [Name] = []

  package subscript(stream: StreamID) -> Name? { names.last { $0.stream == stream } }

  /// Returns the format of a track by its latest opening that has one; nil before it is known.
  package func format(of track: TrackLocation) -> StreamFormat? {
    names.last { $0.location == track && $0.format != nil }?.format
  }

  /// Returns the item of the latest opening of a track.
  package func item(of track: TrackLocation) -> QueueItem.ID? { names.last { $0.location == track }?.item }

  mutating func add(_ stream: StreamID, _ item: QueueItem) {
    names.append(Name(stream: stream, item: item.id, location: item.location))
    if names.count > StreamNames.kept { names.removeFirst() }
  }

  mutating func set(_ format: StreamFormat, of stream: StreamID) {
    if let index = names.lastIndex(where: { $0.stream == stream }) { names[index].format = format }
  }
}
