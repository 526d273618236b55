import SystemBase

/// From `outputFrame` on, the output holds this track from `trackFrame` on.
public struct MusicSegment: Hashable, Sendable, BitwiseCopyable {
  public var outputFrame: Int
  public var stream: StreamID
  /// In the track's own frames.
  public var trackFrame: Int
  /// Track frames for each output frame; 0 while the track stands still.
  public var ratio: Double
  /// Seconds of the track for each second; 0 while it stands still.
  public var speed: Double
  public var generation: Int

  @_noLocks @_noAllocation
  package init(
    outputFrame: Int, stream: StreamID, trackFrame: Int, ratio: Double, speed: Double, generation: Int
  ) {
    self.outputFrame = outputFrame
    self.stream = stream
    self.trackFrame = trackFrame
    self.ratio = ratio
    self.speed = speed
    self.generation = generation
  }
}

/// A pad that began to sound.
public struct StartedHit: Hashable, Sendable, BitwiseCopyable {
  /// From 1.
  public var pad: Int
  public var velocity: Int
  /// Which of the pad's samples was chosen, from 0.
  public var sample: Int
  public var outputFrame: Int
  /// The block in which it was due had already been rendered.
  public var isLate: Bool
  /// When the key came; of no meaning where it was planned.
  public var keyTime: HostTime
  /// Played from a take or a plan, not struck by the user.
  public var isPlanned: Bool

  @_noLocks @_noAllocation
  package init(
    pad: Int, velocity: Int, sample: Int, outputFrame: Int, isLate: Bool, keyTime: HostTime,
    isPlanned: Bool = false
  ) {
    self.pad = pad
    self.velocity = velocity
    self.sample = sample
    self.outputFrame = outputFrame
    self.isLate = isLate
    self.keyTime = keyTime
    self.isPlanned = isPlanned
  }
}

/// A gate pad that was let go, or a pad that was struck again to end it.
public struct EndedHit: Hashable, Sendable, BitwiseCopyable {
  /// From 1.
  public var pad: Int
  public var outputFrame: Int
  /// When the key came up.
  public var keyTime: HostTime

  @_noLocks @_noAllocation
  package init(pad: Int, outputFrame: Int, keyTime: HostTime) {
    self.pad = pad
    self.outputFrame = outputFrame
    self.keyTime = keyTime
  }
}

/// What the audio thread reports.
public enum EngineEvent: Hashable, Sendable, BitwiseCopyable {
  case hit(StartedHit)
  /// A gate pad was released, or a pad that sounds until it is struck again was ended.
  case hitEnded(EndedHit)
  case music(MusicSegment)
  /// The stream has been played to its end, and nothing follows it.
  case ended(stream: StreamID, outputFrame: Int)
  /// A free plan begins at an output frame.
  case freeBegan(serial: Int, outputFrame: Int)
  /// From the report's frame on the device keeps another time: it was started, starved or suspended.
  case clock(ClockReport)
}
