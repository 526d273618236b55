import AudioBase
import Synchronization
import SystemBase

/// The memory that the control side and the audio thread share. Every handle keeps it alive; a device's thread does not:
/// the device is stopped before the last handle goes.
final class EngineMemory: @unchecked Sendable {
  let sampleRate: SampleRate
  let stream: StreamBuffer
  let news = WakeSignal()
  /// Wakes a device that rests.
  let idleSignal = IdleSignal()
  let stretchSignal = WakeSignal()
  let feederSignal = WakeSignal()
  let echo: EngineEcho?
  /// What the audio thread uses. More than a full ring of commands and the programs of all voices together.
  let retirement = RetirementQueue(capacity: 2048)
  let units: StandardUnits
  /// Of the plan that was sent last, in frames.
  let latency: Atomic<Int>
  let commands = RingBuffer<EngineCommand>(capacity: 1024)
  /// Held by whoever writes commands: the ring has one writer at a time.
  let sending = Mutex(())
  let events = RingBuffer<EngineEvent>(capacity: 1024)
  let clockReports: LatestValue<ClockReport>
  let meterReadings = LatestValue(MeterReading())
  let hitRings = AudioEngine.Producer.allCases.map { _ in HitRing() }
  let status: UnsafeMutablePointer<EngineStatus>
  let context: UnsafeMutablePointer<RenderContext>
  private let clicks: PadProgram
  /// What fades at a change of speed: 5 ms.
  private let tail: UnsafeMutableBufferPointer<Frame>

  init(sampleRate: SampleRate, program: PadProgram, timing: HitTiming, hasEcho: Bool) {
    self.sampleRate = sampleRate
    echo = hasEcho ? EngineEcho(sampleRate) : nil
    clicks = ClickSound.program(at: sampleRate)
    stream = StreamBuffer(rate: sampleRate)
    clockReports = LatestValue(ClockReport(sampleRate))
    status = .allocate(capacity: 1)
    status.initialize(to: EngineStatus())
    tail = .allocate(capacity: sampleRate.hertz / 200)
    tail.initialize(repeating: .zero)
    units = StandardUnits(rate: sampleRate)
    let plan = RenderPlan(units.chains)
    latency = Atomic(plan.latency.value)
    context = .allocate(capacity: 1)
    context.initialize(to: makeContext(makeRenderer(program, plan, timing)))
  }

  deinit {
    context.deinitialize(count: 1)
    context.deallocate()
    tail.deallocate()
    status.deinitialize(count: 1)
    status.deallocate()
  }

  private func makeRenderer(_ program: PadProgram, _ plan: RenderPlan, _ timing: HitTiming) -> Renderer {
    let writer = EventWriter(
      status: status, ring: events.writer, echo: echo?.eventWriter, retirement: retirement.writer)
    return Renderer(
      commands: commands.reader, events: writer, clockReports: clockReports.writer,
      echoClock: echo?.clockWriter, meterReadings: meterReadings.writer,
      hits: HitScheduler(ports: hitRings.map { $0.ring.reader }, rate: sampleRate, timing: timing),
      music: MusicBus(
        source: MusicSource(stream: stream, tail: tail), markers: stream.markers.reader, events: writer,
        rate: sampleRate),
      pads: PadBus(program: program, retirement.keep(program) ?? .none, events: writer, rate: sampleRate),
      clicks: ClickBus(program: clicks), standard: units.pointers, plan: plan.pointer,
      retirement.keep(plan) ?? .none, rate: sampleRate)
  }

  private func makeContext(_ renderer: consuming Renderer) -> RenderContext {
    RenderContext(
      renderer: renderer, status: status, news: news.descriptor, echo: echo?.signal.descriptor ?? -1,
      stretch: stream.stretch.state, stretchSignal: stretchSignal.descriptor, music: stream.frames.reader,
      roomCall: stream.roomCall, feederSignal: feederSignal.descriptor, sleeper: idleSignal.sleeper)
  }
}

/// A ring that can stand in an array.
final class HitRing: Sendable {
  let ring = RingBuffer<Hit>(capacity: 256)
}
