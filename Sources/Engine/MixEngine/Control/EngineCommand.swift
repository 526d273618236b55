import AudioBase
import SystemBase

/// A command of the control side, which the audio thread applies at the start of a block.
///
/// A `RetirementID` names the object whose memory the command carries; the audio thread returns the name when it no
/// longer uses that memory.
public enum EngineCommand: Sendable, BitwiseCopyable {
  /// The levels that can be moved.
  public enum Level: Int, Sendable, BitwiseCopyable { case music, pads, click, master }

  case play
  case pause
  /// Discards music of older generations.
  case flush(generation: Int)
  /// Moves a level to a linear gain within a number of output frames.
  case setGain(Level, factor: Float, frames: Int)
  /// Moves the music to the ReplayGain of this kind within a number of output frames.
  case evenLoudness(GainChoice, frames: Int)
  /// Sets the gains of a track that was opened before they were known. After final ones its beginning waits no
  /// longer.
  case setGains(TrackGains, of: StreamID, isFinal: Bool, frames: Int)
  /// Replaces the pads. The name is returned when no voice plays from the old ones any more.
  case setPads(PadTable, RetirementID)
  /// Moves the layers of the room of the pads to a linear gain, beside their own, within a number of output frames.
  case setRoom(factor: Float, frames: Int)
  /// Replaces the buses and their units.
  case setRenderPlan(RenderPlanPointer, RetirementID)
  /// Replaces the hits that are planned for tracks.
  case setSequences(HitSequenceSet, RetirementID)
  /// Replaces the courses of values that are planned for tracks.
  case setLanes(CourseSet, RetirementID)
  /// Replaces the targets that hands hold.
  case setOverridden(HeldTargets, RetirementID)
  /// Sets a target on the next frame on the grid of values, and reports the value and the number of its address.
  case setTarget(AutomationTarget, bits: UInt64, address: Int?, value: Double)
  /// Reports a change of a value that has no target, by the number of its address, and the frame of the track where it is known.
  case reportChange(address: Int, value: Double, trackFrame: Int?)
  /// Replaces the free sequence, which counts output frames from its beginning.
  ///
  /// It begins with the next block, or, with a time, with the next hit that a player strikes; at once if one was struck
  /// since then. `musicAfter` is the number of frames until the music begins. An open sequence keeps the device running
  /// until another one replaces it. Its name is reported when it begins.
  case startFree(
    HitSequenceTable, CourseSet, RetirementID, musicAfter: Int?, isOpen: Bool, hitsSince: HostTime?)
  /// Replaces the hits of the free sequence that plays, and moves its beginning by output frames.
  case replaceFree(HitSequenceTable, CourseSet, RetirementID, movedBy: Int)
  /// Replaces the beats of the metronome without music, which begin with the next block and repeat, or, with an origin, have
  /// their first beat at that output frame. Their name is reported when they begin.
  case startBeats(HitSequenceTable, RetirementID, origin: Int?)
  /// Sends the beats of the metronome to a device of its own; nil: they are mixed into the output again.
  case setClickOutput(ClickOutputPointer?, RetirementID)
  /// Fades out the voices of the pads within a number of frames, and ends the notes of the instrument. `dropsHits` discards
  /// and counts the hits and notes that wait.
  case silencePads(frames: Int, dropsHits: Bool = false)
}
