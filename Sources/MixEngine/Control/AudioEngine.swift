import AudioBase
import Synchronization
import SystemBase

/// The mixing engine, seen from the control side: it owns what the audio thread works on.
///
/// Commands may be sent by several threads, events are taken by one; each hit port is used by one thread. The engine must outlive its devices' threads: stop a device before letting go.
package final class AudioEngine: @unchecked Sendable {
  /// Who strikes pads.
  package enum Producer: Int, CaseIterable, Sendable { case keys, control }

  package let sampleRate: SampleRate
  /// Where the feeder puts the music.
  package let stream: StreamBuffer
  /// Woken when there are events to take or the sounding pads have changed.
  package let news = WakeSignal()

  /// Wakes a device that rests.
  private let doorbell = IdleSignal()

  /// Woken when the stretched ring runs low.
  package let stretchSignal = WakeSignal()
  /// Woken when the feeder is called.
  package let feederSignal = WakeSignal()

  /// The engine's events once more, for a second listener; nil where there is none.
  package let echo: EngineEcho?
  /// What the audio thread uses. More than a full ring of commands and the programs of all voices together.
  private let retirement = RetirementQueue(capacity: 2048)
  private let clicks: PadProgram
  private let commands = RingBuffer<EngineCommand>(capacity: 1024)
  /// Held by whoever writes commands: the ring has one writer at a time.
  private let sending = Mutex(())
  private let events = RingBuffer<EngineEvent>(capacity: 1024)
  private var told = Timeline()
  private let clockReports: LatestValue<ClockReport>
  private let meterReadings = LatestValue(MeterReading())
  private let hitRings: [HitRing]
  private let status: UnsafeMutablePointer<EngineStatus>
  private let context: UnsafeMutablePointer<RenderContext>
  private let units: StandardUnits
  /// Of the plan that was sent last, in frames.
  private let latency: Atomic<Int>
  private let tail: UnsafeMutableBufferPointer<Frame>

  /// - Parameters:
  ///   - program: the pads to begin with.
  ///   - hasEcho: whether a second thread listens; it must then take what is told.
  package init(
    sampleRate: SampleRate, program: PadProgram = PadProgram(pads: []), timing: HitTiming = .even,
    hasEcho: Bool = false
  ) {
    let echo = hasEcho ? EngineEcho(sampleRate) : nil
    self.echo = echo
    clicks = ClickSound.program(at: sampleRate)
    self.sampleRate = sampleRate
    stream = StreamBuffer(rate: sampleRate)
    clockReports = LatestValue(ClockReport(sampleRate))
    status = .allocate(capacity: 1)
    status.initialize(to: EngineStatus())
    let rings = Producer.allCases.map { _ in HitRing() }
    hitRings = rings
    // 5 ms.
    tail = .allocate(capacity: sampleRate.hertz / 200)
    tail.initialize(repeating: .zero)
    let writer = EventWriter(
      status: status, ring: events.writer, echo: echo?.eventWriter, retirement: retirement.writer)
    let firstPads = retirement.keep(program) ?? .none
    let units = StandardUnits(rate: sampleRate)
    self.units = units
    let plan = RenderPlan(units.chains)
    latency = Atomic(plan.latency.value)
    let firstPlan = retirement.keep(plan) ?? .none
    let renderer = Renderer(
      commands: commands.reader, events: writer, clockReports: clockReports.writer,
      echoClock: echo?.clockWriter, meterReadings: meterReadings.writer,
      hits: HitScheduler(ports: rings.map { $0.ring.reader }, rate: sampleRate, timing: timing),
      music: MusicBus(
        source: MusicSource(stream: stream, tail: tail), markers: stream.markers.reader, events: writer,
        rate: sampleRate),
      pads: PadBus(program: program, firstPads, events: writer, rate: sampleRate),
      clicks: ClickBus(program: clicks), standard: units.pointers, plan: plan.pointer, firstPlan,
      rate: sampleRate)
    context = .allocate(capacity: 1)
    context.initialize(
      to: RenderContext(
        renderer: renderer, status: status, news: news.descriptor,
        echo: echo?.signal.descriptor ?? -1,
        stretch: stream.stretch.state,
        stretchSignal: stretchSignal.descriptor, music: stream.frames.reader, roomCall: stream.roomCall,
        feederSignal: feederSignal.descriptor, sleeper: doorbell.sleeper))
  }

  deinit {
    context.deinitialize(count: 1)
    context.deallocate()
    tail.deallocate()
    status.deinitialize(count: 1)
    status.deallocate()
  }

  /// Seconds from a key to the moment at which its sound is handed to the device, at even timing.
  package func hitLatency(period: FrameCount) -> Double {
    period.seconds(at: sampleRate) + HitScheduler.margin + lookAhead.seconds(at: sampleRate)
  }

  /// Frames between what is mixed and what comes out: the latency of the plan that was sent last. Any thread.
  package var lookAhead: FrameCount { FrameCount(latency.load(ordering: .relaxed)) }

  /// The buses and units that the engine begins with: levels, meters, limiter.
  package var standardChains: RenderPlan.Chains { units.chains }

  /// Replaces the buses and their units. One thread at a time.
  package func setRenderPlan(_ plan: RenderPlan) {
    let id = send(keeping: plan) { .setRenderPlan(plan.pointer, $0) }
    if id != .none { latency.store(plan.latency.value, ordering: .relaxed) }
  }

  /// What a device calls.
  package var source: RenderSource {
    RenderSource(context: context, render: renderBlock, afterRender: announceNews, rest: .ofEngine)
  }

  /// - Returns: false where a thousand commands already wait: the device has stopped asking for sound.
  @discardableResult
  package func send(_ command: EngineCommand) -> Bool {
    defer { doorbell.button.press() }
    if sending.withLock({ _ in commands.writer.push(command) }) { return true }
    status.pointee.lostCommands.add(1, ordering: .relaxed)
    return false
  }

  /// Lets a device that rests look for what has come into the music ring.
  package func streamHasNews() { doorbell.button.press() }

  /// Moves a level to a gain within 10 ms.
  package func set(_ level: EngineCommand.Level, to gain: Decibels) {
    send(.setGain(level, factor: gain.factor, frames: sampleRate.hertz / 100))
  }

  /// Evens out the loudness of the music's tracks by the gains that they carry, within 20 ms.
  package func evenLoudness(by choice: GainChoice) {
    stream.stretch.state.pointee.gainChoice.store(choice.rawValue, ordering: .relaxed)
    send(.evenLoudness(choice, frames: sampleRate.hertz / 50))
  }

  /// Tells what has become known of the loudness of a track that was opened before: from its first frame where that is
  /// still to come, else within 20 ms.
  ///
  /// - Parameter isFinal: whether nothing more is to come: its beginning waits no longer.
  package func setGain(_ gain: ReplayGain?, of stream: StreamID, isFinal: Bool = true) {
    send(.setGains(TrackGains(gain), of: stream, isFinal: isFinal, frames: sampleRate.hertz / 50))
  }

  /// Ends what the pads play, without a tail, and drops the hits that wait: for a device that takes no sound for a
  /// while, and would play them when it does again.
  package func silencePads() { send(.silencePads(frames: 0, dropsHits: true)) }

  /// Gives the pads other sounds. The engine keeps the program until no voice plays of it. Any thread.
  package func setPads(_ program: PadProgram) { send(keeping: program) { .setPads(program.table, $0) } }

  /// Sends a command whose memory belongs to an object, which is kept until the audio thread has returned it.
  ///
  /// - Returns: the name of the object; none where the command was lost.
  @discardableResult
  private func send(
    keeping object: any AnyObject & Sendable, _ command: (RetirementID) -> EngineCommand
  ) -> RetirementID {
    guard let id = retirement.keep(object) else {
      status.pointee.lostCommands.add(1, ordering: .relaxed)
      return .none
    }
    if send(command(id)) { return id }
    retirement.cancel(id)
    return .none
  }

  /// How many pad programs and plans the audio thread may still use. Any thread.
  package var objectsInUse: Int {
    retirement.collect()
    return retirement.count
  }

  /// What is to sound with the tracks, by the names of their openings; one may have several
  /// plans. Any thread.
  ///
  /// - Parameter awaited: tracks whose plans are still being looked for: their music begins only when a later call no
  ///   longer names them, or `HitPlanner.patience` after it could have begun. A track that joins another does not wait.
  package func setPlans(_ list: [(stream: StreamID, plan: HitPlan)], awaited: [StreamID] = []) {
    let owner = PlanSetOwner(list, awaited: awaited)
    send(keeping: owner) { .setPlans(owner.set, $0) }
  }

  /// What is to sound from now on by the output's frames, in place of an earlier such plan.
  ///
  /// - Parameters:
  ///   - musicAfter: frames after which the music begins, on the very frame.
  ///   - isOpen: whether somebody plays to it until another plan takes its place: time is kept till then.
  ///   - onHit: whether it begins with the next hit that is struck, on the frame on which that sounds.
  /// - Returns: the number by which the event names it that tells where it began; 0 where the command was lost.
  @discardableResult
  package func startFree(
    _ plan: HitPlan, musicAfter: FrameCount? = nil, isOpen: Bool = false, onHit: Bool = false
  ) -> Int {
    let id = send(keeping: plan) {
      .startFree(plan.table, $0, musicAfter: musicAfter?.value, isOpen: isOpen, onHit: onHit)
    }
    return id.value
  }

  package func port(for producer: Producer) -> HitPort {
    HitPort(
      ring: hitRings[producer.rawValue].ring.writer, doorbell: doorbell.button,
      status: EngineStatusPointer(pointer: status))
  }

  /// Of the thread that asks for the timeline too.
  package func nextEvent() -> EngineEvent? {
    guard let event = events.reader.pop() else {
      retirement.collect()
      return nil
    }
    told.take(event)
    return event
  }

  /// Where the output is in time. One thread asks.
  package var clock: ClockReport { clockReports.read() }

  /// What is heard when, by all events taken so far. Of the thread that takes the events.
  package var timeline: Timeline {
    told.follow(clock)
    return told
  }

  /// How loud the mix is. One thread asks.
  package var meters: MeterReading { meterReadings.read() }

  /// Whether `latestMix` follows the mix.
  package func followMix(_ isOn: Bool) { units.tap.tap.pointee.turn(on: isOn) }

  /// The last so many samples of the mix, mono. Any thread.
  package func latestMix(_ count: Int) -> [Float] { units.tap.tap.pointee.latest(count) }

  /// A bit for each pad that sounds, pad 1 the lowest.
  package var soundingPads: UInt64 { status.pointee.soundingPads.load(ordering: .relaxed) }
  /// How often the ring ran dry while music should have played.
  package var underruns: Int { status.pointee.underruns.load(ordering: .relaxed) }
  /// Hits that were due before the block that could play them.
  package var lateHits: Int { status.pointee.lateHits.load(ordering: .relaxed) }
  /// Events that found the ring full because nobody took them.
  package var lostEvents: Int { status.pointee.lostEvents.load(ordering: .relaxed) }
  /// Hits that found their ring full, or were dropped while the device took no sound.
  package var lostHits: Int { status.pointee.lostHits.load(ordering: .relaxed) }
  /// Hits and beats of plans for which a part of a block had no room.
  package var lostPlanned: Int { status.pointee.lostPlanned.load(ordering: .relaxed) }
  /// Commands that found the ring full.
  package var lostCommands: Int { status.pointee.lostCommands.load(ordering: .relaxed) }
}

/// A ring that can stand in an array.
private final class HitRing: Sendable {
  let ring = RingBuffer<Hit>(capacity: 256)
}

/// What the device's callback gets by its pointer.
struct RenderContext: ~Copyable {
  var renderer: Renderer
  let status: UnsafeMutablePointer<EngineStatus>
  let news: Int32
  /// −1 where nobody listens.
  let echo: Int32
  let stretch: UnsafeMutablePointer<StretchState>
  let stretchSignal: Int32
  let music: RingReader<Frame>
  let roomCall: UnsafeMutablePointer<RefillRequest>
  let feederSignal: Int32
  let sleeper: IdleSleeper
}

/// The callback itself: from here on everything is the audio thread's.
@_noLocks @_noAllocation
private func renderBlock(
  context: UnsafeMutableRawPointer, frames: UnsafeMutableRawPointer, count: Int, asked: Int64, delay: Int,
  isRestart: Bool
) {
  let state = context.assumingMemoryBound(to: RenderContext.self)
  let out = frames.assumingMemoryBound(to: Frame.self)
  let time = BlockTime(asked: HostTime(nanoseconds: asked), delay: delay, isRestart: isRestart)
  state.pointee.renderer.render(into: out, count: count, time: time)
}

private func announceNews(context: UnsafeMutableRawPointer) {
  let state = context.assumingMemoryBound(to: RenderContext.self)
  if state.pointee.stretch.pointee.wantsFrames.exchange(false, ordering: .acquiring) {
    WakeSignal.wake(state.pointee.stretchSignal)
  }
  if state.pointee.roomCall.pointee.isDue(played: state.pointee.music.position) {
    WakeSignal.wake(state.pointee.feederSignal)
  }
  if state.pointee.echo >= 0, state.pointee.status.pointee.hasEcho.exchange(false, ordering: .acquiring) {
    WakeSignal.wake(state.pointee.echo)
  }
  guard state.pointee.status.pointee.hasNews.exchange(false, ordering: .acquiring) else { return }
  WakeSignal.wake(state.pointee.news)
}
