import AudioBase
import Synchronization
import SystemBase

/// What wakes the threads around the engine.
struct EngineSignals: ~Copyable {
  let events = WakeSignal()
  /// Wakes a device that rests.
  let idle = IdleSignal()
  let stretcher = WakeSignal()
  let feeder = WakeSignal()
}

/// The memory that the control side and the audio thread share.
///
/// Handles, hit ports, the feeder and the stretcher hold references to it. A device's thread has plain pointers: its
/// owner (`AudioSession`) stops the device before it releases the engine.
final class EngineMemory: @unchecked Sendable {
  let sampleRate: SampleRate
  let stream: StreamBuffer
  let signals = EngineSignals()
  let echo: EngineEcho?
  /// Has room for a full ring of commands and the programs of all voices together.
  let retirement = RetirementQueue(capacity: 2048)
  let units: StandardUnits
  /// What is mixed. Held while a plan of it is sent.
  let mixContent: Mutex<MixContent>
  /// The latency of the plan that was sent last, in frames.
  let latency: Atomic<Int>
  let commands = RingBuffer<EngineCommand>(capacity: 1024)
  /// The lock that is held while a command is written: the ring has one writer at a time.
  let sending = Mutex(())
  let events = RingBuffer<EngineEvent>(capacity: 1024)
  let clockReports: LatestValue<ClockReport>
  let meterReadings = LatestValue(MeterReading())
  /// The rings of the producers.
  let hitRings = InlineArray<3, RingBuffer<Hit>> { _ in RingBuffer(capacity: 256) }
  let noteRings = InlineArray<3, RingBuffer<NoteEvent>> { _ in RingBuffer(capacity: 256) }
  let status = PinnedValue(EngineStatus())
  let context: UnsafeMutablePointer<RenderContext>
  /// The notes of the pads for other programs.
  let padNotes = PinnedValue(PadNoteTable())
  private let sender: UnsafeMutablePointer<NoteSender>?
  /// What is kept for the audio thread.
  private let kept: (messages: MessageOutput?, clicks: PadProgram)

  init(
    sampleRate: SampleRate, program: PadProgram, timing: HitTiming, isAligned: Bool, hasEcho: Bool,
    limiter: LimiterSettings,
    messages: MessageOutput?
  ) {
    self.sampleRate = sampleRate
    kept = (messages, ClickSound.program(at: sampleRate))
    sender = messages.map { [notes = padNotes.pointer] messages in
      let sender = UnsafeMutablePointer<NoteSender>.allocate(capacity: 1)
      sender.initialize(to: NoteSender(messages, notes: notes, rate: sampleRate))
      return sender
    }
    echo = hasEcho ? EngineEcho(sampleRate) : nil
    stream = StreamBuffer(rate: sampleRate)
    clockReports = LatestValue(ClockReport(sampleRate))
    units = StandardUnits(rate: sampleRate, limiter: limiter)
    let content = MixContent(chains: units.chains)
    let plan = RenderPlan(content.allChains, delays: content.delays)
    mixContent = Mutex(content)
    latency = Atomic(plan.latency.value)
    context = .allocate(capacity: 1)
    context.initialize(to: makeContext(makeRenderer(program, plan, timing, isAligned)))
  }

  deinit {
    context.deinitialize(count: 1)
    context.deallocate()
    sender?.deinitialize(count: 1)
    sender?.deallocate()
  }

  private func makeRenderer(
    _ program: PadProgram, _ plan: RenderPlan, _ timing: HitTiming, _ isAligned: Bool
  ) -> Renderer {
    let writer = EventWriter(
      status: status.pointer, ring: events.writer, echo: echo?.eventWriter, retirement: retirement.writer,
      sender: sender)
    return Renderer(
      commands: commands.reader, events: writer, meterReadings: meterReadings.writer,
      clock: BlockClock(reports: clockReports.writer, echo: echo?.clockWriter, rate: sampleRate),
      hits: EventScheduler(
        ports: hitRings.indices.map { hitRings[$0].reader }, rate: sampleRate, timing: timing),
      notes: EventScheduler(
        ports: noteRings.indices.map { noteRings[$0].reader }, rate: sampleRate, timing: timing),
      music: MusicBus(stream: stream, events: writer, rate: sampleRate, isAligned: isAligned),
      pads: PadBus(program: program, retirement.keep(program) ?? .none, events: writer, rate: sampleRate),
      clicks: ClickBus(program: kept.clicks), levels: units.pointers,
      mixer: PlanMixer(plan.pointer, retirement.keep(plan) ?? .none), rate: sampleRate)
  }

  private func makeContext(_ renderer: consuming Renderer) -> RenderContext {
    RenderContext(
      renderer: renderer, status: status.pointer, stretch: stream.stretch.state,
      refill: stream.refill.pointer, music: stream.frames.reader, sleeper: signals.idle.sleeper,
      descriptors: RenderContext.Descriptors(
        events: signals.events.descriptor, echo: echo?.signal.descriptor ?? -1,
        stretcher: signals.stretcher.descriptor, feeder: signals.feeder.descriptor))
  }
}
