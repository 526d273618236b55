import AudioBase
import SystemBase

/// The mixing engine: owns the memory that both sides share, and hands out a handle for each kind of use.
///
/// `control` is for any thread. `events` is for the thread that has the engine. The engine must outlive its devices'
/// threads: a device is stopped before the engine is released.
package final class AudioEngine {
  /// Who strikes pads. Each has a ring of its own, which one thread writes.
  package enum Producer: Int, CaseIterable, Sendable { case keys, control }

  package let control: EngineControl
  package let events: EngineEvents
  private let memory: EngineMemory

  /// - Parameters:
  ///   - program: the pads to begin with.
  ///   - hasEcho: whether a second thread listens; it must then read what `echo` holds.
  package init(
    sampleRate: SampleRate, program: PadProgram = PadProgram(pads: []), timing: HitTiming = .even,
    hasEcho: Bool = false
  ) {
    memory = EngineMemory(sampleRate: sampleRate, program: program, timing: timing, hasEcho: hasEcho)
    control = EngineControl(memory)
    events = EngineEvents(memory)
  }

  /// What a device calls.
  package var source: RenderSource { RenderSource(memory.context) }
  /// The events once more, for a second listener; nil if there is none.
  package var echo: EngineEcho? { memory.echo }
  package var sampleRate: SampleRate { memory.sampleRate }
}

// MARK: What the handles offer, for the thread that has the engine

extension AudioEngine {
  package var stream: StreamBuffer {
    _read { yield memory.stream }
  }
  package var news: WakeSignal {
    _read { yield memory.news }
  }
  package var stretchSignal: WakeSignal {
    _read { yield memory.stretchSignal }
  }

  package func nextEvent() -> EngineEvent? { events.next() }
  package var clock: ClockReport { events.clock }
  package var timeline: Timeline { events.timeline }
  package var meters: MeterReading { events.meters }

  @discardableResult
  package func send(_ command: EngineCommand) -> Bool { control.send(command) }
  package func set(_ level: EngineCommand.Level, to gain: Decibels) { control.set(level, to: gain) }
  package func evenLoudness(by choice: GainChoice) { control.evenLoudness(by: choice) }
  package func setGain(_ gain: ReplayGain?, of stream: StreamID, isFinal: Bool = true) {
    control.setGain(gain, of: stream, isFinal: isFinal)
  }
  package func silencePads() { control.silencePads() }
  package func setPads(_ program: PadProgram) { control.setPads(program) }
  package func setPlans(_ list: [(stream: StreamID, plan: HitPlan)], awaited: [StreamID] = []) {
    control.setPlans(list, awaited: awaited)
  }
  @discardableResult
  package func startFree(
    _ plan: HitPlan, musicAfter: FrameCount? = nil, isOpen: Bool = false, onHit: Bool = false
  ) -> Int {
    control.startFree(plan, musicAfter: musicAfter, isOpen: isOpen, onHit: onHit)
  }
  package func port(for producer: Producer) -> HitPort { control.port(for: producer) }

  package var lookAhead: FrameCount { control.lookAhead }
  package func hitLatency(period: FrameCount) -> Double { control.hitLatency(period: period) }
  package var standardChains: RenderPlan.Chains { control.standardChains }
  package func setRenderPlan(_ plan: RenderPlan) { control.setRenderPlan(plan) }
  package func followMix(_ isOn: Bool) { control.followMix(isOn) }
  package func latestMix(_ count: Int) -> [Float] { control.latestMix(count) }

  package var objectsInUse: Int { control.objectsInUse }
  package var soundingPads: UInt64 { control.soundingPads }
  package var underruns: Int { control.underruns }
  package var lateHits: Int { control.lateHits }
  package var lostEvents: Int { control.lostEvents }
  package var lostHits: Int { control.lostHits }
  package var lostPlanned: Int { control.lostPlanned }
  package var lostCommands: Int { control.lostCommands }
}
