import AudioBase
import Synchronization
import SystemBase

/// Names one opening of a track: a track that is queued twice has two.
public struct StreamID: Hashable, Sendable, BitwiseCopyable {
  public let value: UInt64

  @inlinable public init(_ value: UInt64) { self.value = value }
}

/// Marks where a track begins or ends in the music ring.
public struct StreamMarker: Sendable, BitwiseCopyable {
  /// Whether a track begins or ends.
  public enum Kind: Sendable, BitwiseCopyable {
    /// The frames of a track follow, from `trackFrame` on.
    case start
    /// A track has ended. Nothing of its generation follows unless a start stands at the same position.
    case end
  }

  public var kind: Kind
  /// The position, counted in all frames written to the ring.
  public var position: Int
  /// The seek or jump that the frames belong to; frames of older ones are discarded.
  public var generation: Int
  public var stream: StreamID
  /// The frame of the track, at its own rate.
  public var trackFrame: Int
  /// Track frames for each frame of the ring.
  public var ratio: Double
  public var gains: TrackGains
  /// Whether the gains are not known yet, so that the beginning may wait for them.
  public var awaitsGain: Bool

  package init(
    kind: Kind, position: Int, generation: Int, stream: StreamID, trackFrame: Int, ratio: Double,
    gains: TrackGains = .unity, awaitsGain: Bool = false
  ) {
    (self.kind, self.position, self.generation, self.stream) = (kind, position, generation, stream)
    (self.trackFrame, self.ratio, self.gains, self.awaitsGain) = (trackFrame, ratio, gains, awaitsGain)
  }
}

/// The rings between the feeder's thread, the stretcher's thread and the audio thread: two seconds of music and its
/// markers, and the stretched music.
package struct StreamBuffer: ~Copyable {
  /// The music ring: the feeder writes, the audio thread removes.
  package let frames: RingBuffer<Frame>
  package let markers: RingBuffer<StreamMarker>
  package let stretch: StretchBuffer
  /// The feeder's request for room.
  package let refill = PinnedValue(RefillRequest())

  /// Whether the feeder waits until frames have been played. For callers that render in step with it.
  package var feederWaits: Bool { refill.pointee.isPending }

  package init(rate: SampleRate) {
    frames = RingBuffer(capacity: rate.hertz * 2)
    markers = RingBuffer(capacity: 256)
    stretch = StretchBuffer(rate: rate)
  }
}

/// A request of the feeder to be woken when frames have been played, so that it sleeps while nothing plays.
package struct RefillRequest: ~Copyable {
  /// The position of the music ring that is to be played first; `.max` if nothing is requested.
  private let position = Atomic<Int>(.max)

  /// Requests to be woken at a position. The feeder's thread.
  ///
  /// - Returns: false if the position has been played already; nothing is requested then.
  package func request(at wanted: Int, played: () -> Int) -> Bool {
    position.store(wanted, ordering: .sequentiallyConsistent)
    if played() < wanted { return true }
    position.store(.max, ordering: .relaxed)
    return false
  }

  /// Whether the feeder waits to be woken. Any thread.
  package var isPending: Bool { position.load(ordering: .acquiring) != .max }

  /// Returns whether the feeder is to be woken now, and ends the request. The device's thread, after a block.
  func isDue(played: Int) -> Bool {
    if played < position.load(ordering: .relaxed) { return false }
    return position.exchange(.max, ordering: .relaxed) != .max
  }
}
