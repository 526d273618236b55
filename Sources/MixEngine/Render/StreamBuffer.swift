import AudioBase

/// Names one opening of one track: the same track queued twice has two.
public struct StreamID: Hashable, Sendable, BitwiseCopyable {
  public let value: UInt64

  @inlinable public init(_ value: UInt64) { self.value = value }
}

/// Says what begins at a position of the music ring.
public struct StreamMarker: Sendable, BitwiseCopyable {
  public enum Kind: Sendable, BitwiseCopyable {
    /// A track's frames follow, from `trackFrame` on.
    case start
    /// The last track has ended; nothing follows of this generation unless another start stands here too.
    case end
  }

  public var kind: Kind
  /// Counted in frames ever written to the ring.
  public var position: Int
  /// Which seek or jump the frames belong to; older ones are thrown away unheard.
  public var generation: Int
  public var stream: StreamID
  /// In the track's own frames.
  public var trackFrame: Int
  /// Track frames for each frame of the ring.
  public var ratio: Double
  public var gains: TrackGains
  /// The gains are still to come: its beginning may wait for them.
  public var awaitsGain: Bool

  package init(
    kind: Kind, position: Int, generation: Int, stream: StreamID, trackFrame: Int, ratio: Double,
    gains: TrackGains = .unity, awaitsGain: Bool = false
  ) {
    self.kind = kind
    self.position = position
    self.generation = generation
    self.stream = stream
    self.trackFrame = trackFrame
    self.ratio = ratio
    self.gains = gains
    self.awaitsGain = awaitsGain
  }
}

/// About two seconds of music between the feeder's thread and the audio thread.
package struct StreamBuffer: ~Copyable {
  package let frames: RingBuffer<Frame>
  package let markers: RingBuffer<StreamMarker>
  package let stretch: StretchBuffer
  package let roomCall: UnsafeMutablePointer<RefillRequest>

  /// Whether the feeder has done what it can and waits for the audio thread; for those who render in step with it.
  package var feederWaits: Bool { roomCall.pointee.isAsked }

  package init(rate: SampleRate) {
    frames = RingBuffer(capacity: rate.hertz * 2)
    markers = RingBuffer(capacity: 256)
    stretch = StretchBuffer(rate: rate)
    roomCall = .allocate(capacity: 1)
    roomCall.initialize(to: RefillRequest())
  }

  deinit {
    roomCall.deinitialize(count: 1)
    roomCall.deallocate()
  }
}
