import AudioBase

/// The mixing engine: owns the memory that the control side and the audio thread share, and offers a handle for each
/// kind of use.
///
/// `control` is for any thread, `events` for the one thread that follows the engine. The handles and hit ports
/// keep the shared memory alive; a device does not. `AudioSession` stops the device before it releases the engine.
package final class AudioEngine {
  package let control: EngineControl
  package let events: EngineEvents
  private let memory: EngineMemory

  /// Creates an engine that plays nothing.
  ///
  /// - Parameters:
  ///   - program: the pads to begin with.
  ///   - isAligned: whether music begins up to 31 output frames later, so that values that are changed while it plays act
  ///     on the same frames when it is played again; false: only music for which `setLanes` has courses does.
  ///   - hasEcho: whether a second thread follows the events; it must read `echo` regularly.
  ///   - messages: receives what pads and instrument play; nil for nothing.
  package init(
    sampleRate: SampleRate, program: PadProgram = PadProgram(pads: []), timing: HitTiming = .even,
    isAligned: Bool = false, hasEcho: Bool = false, limiter: LimiterSettings = .standard,
    messages: MessageOutput? = nil
  ) {
    memory = EngineMemory(
      sampleRate: sampleRate, program: program, timing: timing, isAligned: isAligned, hasEcho: hasEcho,
      limiter: limiter,
      messages: messages)
    control = EngineControl(memory)
    events = EngineEvents(memory)
  }

  /// The functions that a device calls. Valid while the engine or one of its handles exists.
  package var source: RenderSource { RenderSource(memory.context) }
  /// The second copy of the events; nil if the engine was made without one.
  package var echo: EngineEcho? { memory.echo }
  package var sampleRate: SampleRate { memory.sampleRate }
}
