import AudioBase

/// What the control side asks of the audio thread; taken at the start of a block.
public enum EngineCommand: Sendable, BitwiseCopyable {
  public enum Level: Sendable, BitwiseCopyable { case music, pads, master }

  case play
  case pause
  /// Music older than this generation is not to be heard any more.
  case flush(generation: Int)
  /// Moves a gain to `factor` in so many frames.
  case setGain(Level, factor: Float, frames: Int)
  /// Moves the music's gain to what the tracks say of this loudness.
  case evenLoudness(GainChoice, frames: Int)
  /// What has become known of an opened track's loudness. Final: nothing more is to come, its beginning waits no longer.
  case setGains(TrackGains, of: StreamID, isFinal: Bool, frames: Int)
  /// Replaces the pads. The name is returned when no voice plays of them any more.
  case setPads(PadTable, RetirementID)
  /// Replaces the buses and their units. The name is returned when another plan takes its place.
  case setRenderPlan(RenderPlanPointer, RetirementID)
  /// Replaces what is to sound with the tracks. The name is returned when other plans take their place.
  case setPlans(PlanSet, RetirementID)
  /// What is to sound from the next block on, by the output's frames; nothing ends it. Music begins after so many.
  /// While it is open somebody plays to it. On a hit it begins with the next one that is struck, on its very frame.
  /// The name is returned when another such plan takes its place, and names it in the event of its beginning.
  case startFree(PlanTable, RetirementID, musicAfter: Int?, isOpen: Bool, onHit: Bool)
  /// Ends all voices of the pads within so many frames; hits that wait are dropped and counted where that is asked for.
  case silencePads(frames: Int, dropsHits: Bool = false)
}
