import AudioBase
import SystemBase

/// Renders the blocks that a device asks for, by the plan. Holds all state of the audio thread.
struct Renderer: ~Copyable {
  /// Longer blocks are rendered in parts.
  static var largestBlock: Int {
    @_noLocks @_noAllocation get { 2048 }
  }

  private let commands: RingReader<EngineCommand>
  private let events: EventWriter
  private let clockReports: LatestValueWriter<ClockReport>
  private let echoClock: LatestValueWriter<ClockReport>?
  private let meterReadings: LatestValueWriter<MeterReading>
  /// When blocks should be asked for: hits are placed by it.
  private var asks: DeviceClock
  /// When their first frames are heard. The device's delay is as much off as the moment at which it was asked for:
  /// only their sum keeps time.
  private var sounds: DeviceClock
  private var hits: HitScheduler
  private var music: MusicBus
  private var pads: PadBus
  private var clicks: ClickBus
  /// A free plan that begins with the next hit.
  private struct ArmedPlan: BitwiseCopyable {
    var table = PlanTable(hits: nil, count: 0)
    var id = RetirementID(0)
    var musicAfter = -1
    var isOpen = false
    var isArmed = false

    @_noLocks @_noAllocation
    init() {}

    @_noLocks @_noAllocation
    init(_ table: PlanTable, _ id: RetirementID, _ musicAfter: Int, isOpen: Bool) {
      self.table = table
      self.id = id
      self.musicAfter = musicAfter
      self.isOpen = isOpen
      isArmed = true
    }
  }

  private var armed = ArmedPlan()
  /// The free plan and the plans of the tracks that are in use.
  private var freePlan = RetirementID(0)
  private var plans = RetirementID(0)
  /// Frames until the music is to begin by itself.
  private var musicAfter = -1
  private let standard: StandardUnitPointers
  private var plan: UnsafePointer<RenderPlanTable>
  private var renderPlan: RetirementID
  /// The frame at which the next block comes out. What is mixed now comes out later by the plan's latency.
  private var outputFrame = 0
  private var quiet: SilenceTimer

  init(
    commands: RingReader<EngineCommand>, events: EventWriter, clockReports: LatestValueWriter<ClockReport>,
    echoClock: LatestValueWriter<ClockReport>?, meterReadings: LatestValueWriter<MeterReading>,
    hits: consuming HitScheduler, music: consuming MusicBus, pads: consuming PadBus,
    clicks: consuming ClickBus, standard: StandardUnitPointers, plan: RenderPlanPointer,
    _ renderPlan: RetirementID, rate: SampleRate
  ) {
    self.commands = commands
    self.events = events
    self.clockReports = clockReports
    self.echoClock = echoClock
    self.meterReadings = meterReadings
    self.hits = hits
    self.music = music
    self.pads = pads
    self.clicks = clicks
    asks = DeviceClock(rate: rate)
    sounds = DeviceClock(rate: rate)
    self.standard = standard
    self.plan = plan.table
    self.renderPlan = renderPlan
    quiet = SilenceTimer(rate: rate)
  }

  /// Renders one block of any length. Audio thread.
  @_noLocks @_noAllocation
  mutating func render(into out: UnsafeMutablePointer<Frame>, count: Int, time: BlockTime) {
    let asked = asks.filter(time.asked, count: count, restart: time.isRestart)
    reportClock(time, count: count)
    applyCommands()
    hits.collect(blockOf: count, asked: asked)
    if armed.isArmed { startArmed() }
    var nextHit = 0
    var done = 0
    while done < count {
      let part = min(count - done, Renderer.largestBlock)
      renderPart(into: out + done, from: done, count: part, nextHit: &nextHit)
      done += part
    }
    pads.retireUnused()
    outputFrame += count
    quiet.note(count, isSilent: isSilent)
    events.show(soundingPads: pads.soundingPads)
    reportMeters()
  }

  @_noLocks @_noAllocation
  private func reportMeters() {
    var reading = MeterReading()
    reading.music = standard.musicMeter.pointee.level
    reading.pads = standard.padsMeter.pointee.level
    reading.master = standard.masterMeter.pointee.level
    meterReadings.write(reading)
  }

  @_noLocks @_noAllocation
  private mutating func reportClock(_ time: BlockTime, count: Int) {
    let wait = Int64(Double(time.delay) * sounds.frameLength * 1e9)
    let before = sounds.restarts
    let heard = sounds.filter(
      HostTime(nanoseconds: time.asked.nanoseconds + wait), count: count, restart: time.isRestart)
    let report = ClockReport(
      outputFrame: outputFrame, heard: heard, frameLength: sounds.frameLength, restarts: sounds.restarts)
    clockReports.write(report)
    echoClock?.write(report)
    if sounds.restarts != before { events.push(.clock(report)) }
  }

  @_noLocks @_noAllocation
  private mutating func applyCommands() {
    while let command = commands.pop() {
      switch command {
      case .play:
        musicAfter = -1
        music.play()
      case .pause:
        musicAfter = -1
        music.pause()
      case .flush(let generation): music.flush(to: generation)
      case .setGain(.music, let factor, let frames):
        standard.musicLevel.pointee.move(to: factor, over: frames)
      case .setGain(.pads, let factor, let frames):
        standard.padsLevel.pointee.move(to: factor, over: frames)
      case .setGain(.master, let factor, let frames):
        standard.masterLevel.pointee.move(to: factor, over: frames)
      case .setRenderPlan(let plan, let id): use(plan, id)
      case .evenLoudness(let choice, let frames): music.evenLoudness(choice, over: frames)
      case .setGains(let gains, let stream, let isFinal, let frames):
        music.setGains(gains, of: stream, isFinal: isFinal, over: frames)
      case .setPads(let table, let id): pads.use(table, id)
      case .setPlans(let plans, let id):
        music.planner.use(plans)
        events.retire(self.plans)
        self.plans = id
      case .startFree(let table, let id, let musicAfter, let isOpen, let onHit):
        events.retire(armed.id)
        let plan = ArmedPlan(table, id, musicAfter ?? -1, isOpen: isOpen)
        armed = ArmedPlan()
        if onHit { arm(plan) } else { startFree(plan, after: 0) }
      case .silencePads(let frames, let dropsHits):
        pads.fadeOutAll(over: frames)
        if dropsHits { events.count(.lostHit, hits.dropWaiting()) }
      }
    }
  }

  /// Replaces the plan. Where its latency differs, what is under way comes out at other frames from now on.
  @_noLocks @_noAllocation
  private mutating func use(_ new: RenderPlanPointer, _ id: RetirementID) {
    let shift = new.table.pointee.latency - latency
    plan = new.table
    events.retire(renderPlan)
    renderPlan = id
    if shift == 0 { return }
    music.planner.moveFree(by: shift)
    music.reportAgain(at: outputFrame + latency)
  }

  /// Frames between what is mixed and what comes out.
  private var latency: Int {
    @_noLocks @_noAllocation get { plan.pointee.latency }
  }

  @_noLocks @_noAllocation
  private mutating func arm(_ plan: ArmedPlan) {
    armed = plan
    // The plan before ends now.
    music.planner.startFree(PlanTable(hits: nil, count: 0), at: outputFrame, isOpen: false)
    events.retire(freePlan)
    freePlan = RetirementID(0)
    musicAfter = -1
  }

  /// Begins the armed plan with the first hit of this block that was struck.
  @_noLocks @_noAllocation
  private mutating func startArmed() {
    for index in 0..<hits.dueCount {
      let due = hits.dueHit(index)
      if due.isPlanned || due.hit.isRelease { continue }
      let plan = armed
      armed = ArmedPlan()
      return startFree(plan, after: due.offset)
    }
  }

  /// - Parameter frames: from the block's start to the plan's.
  @_noLocks @_noAllocation
  private mutating func startFree(_ plan: ArmedPlan, after frames: Int) {
    let start = outputFrame + frames + latency
    music.planner.startFree(plan.table, at: start, isOpen: plan.isOpen)
    events.retire(freePlan)
    freePlan = plan.id
    musicAfter = plan.musicAfter < 0 ? -1 : plan.musicAfter + frames
    events.push(.freeBegan(serial: plan.id.value, outputFrame: start))
  }

  /// - Parameter start: where the part begins in the device's block, as hits are placed there.
  @_noLocks @_noAllocation
  private mutating func renderPart(
    into out: UnsafeMutablePointer<Frame>, from start: Int, count: Int, nextHit: inout Int
  ) {
    music.planner.beginPart(count, outputFrame: outputFrame + start + latency)
    renderMusic(into: out, count: count, outputFrame: outputFrame + start + latency)
    addPlanned(from: start)
    _ = plan.pointee.music.run(out, count: count, isSilent: false)
    mixPads(into: out, from: start, count: count, nextHit: &nextHit)
    mixClicks(into: out, count: count)
    _ = plan.pointee.master.run(out, count: count, isSilent: false)
  }

  @_noLocks @_noAllocation
  private mutating func mixClicks(into out: UnsafeMutablePointer<Frame>, count: Int) {
    let bus = plan.pointee.click
    guard let block = bus.buffer, bus.unitCount > 0 else { return clicks.mix(into: out, count: count) }
    let isSilent = clicks.isSilent
    if !isSilent {
      block.update(repeating: .zero, count: count)
      clicks.mix(into: block, count: count)
    }
    if !bus.run(block, count: count, isSilent: isSilent) { FrameBlock.add(block, to: out, count: count) }
  }

  @_noLocks @_noAllocation
  private mutating func mixPads(
    into out: UnsafeMutablePointer<Frame>, from start: Int, count: Int, nextHit: inout Int
  ) {
    guard let sum = plan.pointee.pads.buffer else { return }
    let hasHits = nextHit < hits.dueCount && hits.dueHit(nextHit).offset < start + count
    var isSilent = pads.isSilent && !hasHits
    if !isSilent {
      sum.update(repeating: .zero, count: count)
      for index in 0..<plan.pointee.padBusCount {
        plan.pointee.padBuses[index].buffer?.update(repeating: .zero, count: count)
      }
      renderPads(into: sum, from: start, count: count, nextHit: &nextHit)
    }
    isSilent = sumPadBuses(into: sum, count: count, isSilent: isSilent)
    if plan.pointee.pads.run(sum, count: count, isSilent: isSilent) { return }
    FrameBlock.add(sum, to: out, count: count)
  }

  /// Runs the units of single pads and adds them to the sum. - Returns: whether the sum is silent.
  @_noLocks @_noAllocation
  private func sumPadBuses(
    into sum: UnsafeMutablePointer<Frame>, count: Int, isSilent: Bool
  ) -> Bool {
    var isSumSilent = isSilent
    for index in 0..<plan.pointee.padBusCount {
      let bus = plan.pointee.padBuses[index]
      guard let block = bus.buffer, !bus.run(block, count: count, isSilent: isSilent) else { continue }
      if isSumSilent { sum.update(repeating: .zero, count: count) }
      isSumSilent = false
      FrameBlock.add(block, to: sum, count: count)
    }
    return isSumSilent
  }

  /// Renders music; where it is to begin by itself, on its very frame.
  @_noLocks @_noAllocation
  private mutating func renderMusic(into out: UnsafeMutablePointer<Frame>, count: Int, outputFrame: Int) {
    guard musicAfter >= 0 else { return music.render(into: out, count: count, outputFrame: outputFrame) }
    let before = min(musicAfter, count)
    musicAfter -= before
    music.render(into: out, count: before, outputFrame: outputFrame)
    if before == count { return }
    musicAfter = -1
    music.play()
    music.render(into: out + before, count: count - before, outputFrame: outputFrame + before, after: before)
  }

  /// Puts what is planned for the part among the hits, and strikes the metronome.
  @_noLocks @_noAllocation
  private mutating func addPlanned(from start: Int) {
    if music.planner.lost > 0 { events.count(.lostPlanned, music.planner.lost) }
    for index in 0..<music.planner.dueCount {
      let due = music.planner.duePlan(index)
      switch due.hit.kind {
      case .pad:
        if !hits.add(due.hit, at: start + due.offset, held: due.held) { events.count(.lostPlanned) }
      case .beat: clicks.strike(isAccent: false, at: due.offset, gain: due.hit.gain)
      case .accent: clicks.strike(isAccent: true, at: due.offset, gain: due.hit.gain)
      }
    }
  }

  /// Renders the voices from hit to hit, so that each begins on its own frame.
  @_noLocks @_noAllocation
  private mutating func renderPads(
    into sum: UnsafeMutablePointer<Frame>, from start: Int, count: Int, nextHit: inout Int
  ) {
    var done = 0
    while nextHit < hits.dueCount && hits.dueHit(nextHit).offset < start + count {
      let due = hits.dueHit(nextHit)
      let place = due.offset - start
      pads.mix(into: sum, plan, from: done, count: place - done)
      done = place
      strike(due)
      nextHit += 1
    }
    pads.mix(into: sum, plan, from: done, count: count - done)
  }

  @_noLocks @_noAllocation
  private mutating func strike(_ due: DueHit) {
    if due.hit.isRelease { return release(due) }
    if due.isLate { events.count(.lateHit) }
    if !due.isPlanned, pads.turnOff(pad: due.hit.pad - 1) { return tellEnd(due) }
    let struck = pads.strike(
      pad: due.hit.pad - 1, velocity: due.hit.velocity, sample: due.sample, gain: due.gain,
      heldFrames: due.isPlanned ? due.held : nil)
    guard let sample = struck else { return }
    events.push(
      .hit(
        StartedHit(
          pad: due.hit.pad, velocity: due.hit.velocity, sample: sample,
          outputFrame: outputFrame + due.offset + latency, isLate: due.isLate, keyTime: due.hit.time,
          isPlanned: due.isPlanned)))
  }

  @_noLocks @_noAllocation
  private func release(_ due: DueHit) {
    if pads.release(pad: due.hit.pad - 1) { tellEnd(due) }
  }

  @_noLocks @_noAllocation
  private func tellEnd(_ due: DueHit) {
    events.push(
      .hitEnded(
        EndedHit(
          pad: due.hit.pad, outputFrame: outputFrame + due.offset + latency, keyTime: due.hit.time)))
  }
}

// MARK: Rest

extension Renderer {
  /// Whether nothing has sounded for so long that the device may rest.
  var isQuiet: Bool { quiet.isLong }

  /// Whether something has come that the next block would take. Asked by the rendering thread while it goes to rest.
  package var hasWork: Bool { commands.available > 0 || hits.hasWaiting || music.hasArrivals }

  /// The device has rested: it waits for another long spell.
  mutating func wakeUp() { quiet.end() }

  private var isSilent: Bool {
    @_noLocks @_noAllocation get {
      music.isSilent && musicAfter < 0 && hits.dueCount == 0 && pads.isSilent && clicks.isSilent
        && !music.planner.isFreeRunning(at: outputFrame)
    }
  }
}
