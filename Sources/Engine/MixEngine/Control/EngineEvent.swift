import SystemBase

/// The track that the output holds from an output frame on.
public struct MusicSegment: Hashable, Sendable, BitwiseCopyable {
  public var outputFrame: Int
  public var stream: StreamID
  /// The track's frame at `outputFrame`, in the track's own rate.
  public var trackFrame: Int
  /// Track frames for each output frame; 0 while the track stands still.
  public var ratio: Double
  /// Seconds of the track for each second of the output; 0 while the track stands still.
  public var speed: Double
  /// The seek or jump that the segment belongs to.
  public var generation: Int
  /// Whether the track is heard at another speed or another pitch than its own.
  public var isStretched = false
}

/// A pad that began to sound, or that was struck before a kit was loaded.
public struct StartedHit: Hashable, Sendable, BitwiseCopyable {
  /// The number of the pad, from 1.
  public var pad: Int
  /// The velocity, 1–127.
  public var velocity: Int
  /// The index of the sample that was chosen, from 0; `unheard` if no kit was loaded.
  public var sample: Int
  public var outputFrame: Int
  /// Whether the block in which it was due had already been rendered.
  public var isLate: Bool
  /// The time at which the key was struck; without meaning if `isPlanned` is true.
  public var keyTime: HostTime
  /// Whether it came from a sequence, not from a player.
  public var isPlanned: Bool

  /// Stands for the sample of a hit that is not heard.
  package static var unheard: Int { -1 }

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

/// A gate pad that was released, a toggle pad that was struck again, or a pad that was choked.
public struct EndedHit: Hashable, Sendable, BitwiseCopyable {
  /// The number of the pad, from 1.
  public var pad: Int
  public var outputFrame: Int
  /// The time at which the key was released or struck again, or the pad was choked.
  public var keyTime: HostTime

  package init(pad: Int, outputFrame: Int, keyTime: HostTime) {
    self.pad = pad
    self.outputFrame = outputFrame
    self.keyTime = keyTime
  }
}

/// A note that the instrument has received.
public struct PlayedNote: Hashable, Sendable, BitwiseCopyable {
  public var note: NoteEvent
  public var outputFrame: Int
  /// Whether it came from a sequence, not from a player. The time of the note has no meaning then.
  public var isPlanned = false
}

/// A report of the audio thread.
public enum EngineEvent: Hashable, Sendable, BitwiseCopyable {
  case hit(StartedHit)
  case hitEnded(EndedHit)
  case note(PlayedNote)
  case music(MusicSegment)
  /// A track was played to its end, and nothing follows it.
  case ended(stream: StreamID, outputFrame: Int)
  /// A free sequence, or the beats of the metronome without music, begin at an output frame. `serial` is the number that
  /// `EngineControl.startFree` or `startBeats` returned.
  case freeBegan(serial: Int, outputFrame: Int)
  /// A value was changed by `EngineControl.set(_:to:address:value:)`, or reported by `report(_:ofAddress:atTrackFrame:)`.
  case automation(AutomationChange)
  /// The device keeps another time from the report's frame on: it was started, starved or suspended.
  case clock(ClockReport)
}
