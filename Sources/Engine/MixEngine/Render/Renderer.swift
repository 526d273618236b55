import AudioBase
import SystemBase

/// Renders the blocks that a device requests: applies commands, then mixes music, pads, instrument and metronome by the
/// plan. Holds all state of the audio thread.
struct Renderer: ~Copyable {
  private let commands: RingReader<EngineCommand>
  private let events: EventWriter
  private let meterReadings: LatestValueWriter<MeterReading>
  private let levels: StandardUnitPointers
  private var clock: BlockClock
  private var music: MusicBus
  private var pads: PadPlayer
  private var notes: NotePlayer
  private var clicks: ClickBus
  private var mixer: PlanMixer
  private var freeSequence: FreeSequenceStarter
  /// The name of the track sequences that are in use.
  private var trackSequences = RetirementID(0)
  /// The names of the courses and of the targets that hands hold.
  private var lanes = RetirementID(0)
  private var heldTargets = RetirementID(0)
  private var waitingChanges = WaitingChanges()
  /// The name of the beats of the metronome without music.
  private var beats = RetirementID(0)
  /// The name of the device that the beats are sent to.
  private var clickOutput = RetirementID(0)
  /// The frame at which the next block comes out. What is mixed now comes out later by the plan's latency.
  private var outputFrame = 0
  private var silence: SilenceTimer
  /// The frames in which a level moves: 10 ms.
  private let rampLength: Int

  init(
    commands: RingReader<EngineCommand>, events: EventWriter,
    meterReadings: LatestValueWriter<MeterReading>, clock: BlockClock, hits: consuming EventScheduler<Hit>,
    notes: consuming EventScheduler<NoteEvent>, music: consuming MusicBus, pads: consuming PadBus,
    clicks: consuming ClickBus, levels: StandardUnitPointers, mixer: PlanMixer, rate: SampleRate
  ) {
    self.commands = commands
    self.events = events
    self.meterReadings = meterReadings
    self.levels = levels
    self.clock = clock
    self.music = music
    self.pads = PadPlayer(hits: hits, pads: pads, events: events)
    self.notes = NotePlayer(notes: notes, events: events)
    self.clicks = clicks
    self.mixer = mixer
    freeSequence = FreeSequenceStarter(events: events)
    silence = SilenceTimer(rate: rate)
    rampLength = rate.hertz / 100
  }

  /// Renders one block of any length. Audio thread.
  mutating func render(into out: UnsafeMutablePointer<Frame>, count: Int, time: BlockTime) {
    let asked = clock.apply(time, count: count, outputFrame: outputFrame, events: events)
    beginBeats(asked: time.asked, count: count)
    events.sender?.pointee.beginBlock(mixedAt: outputFrame + mixer.latency)
    applyCommands(asked: time.asked, count: count)
    music.latency = mixer.latency
    pads.beginBlock(of: count, asked: asked)
    notes.beginBlock(of: count, asked: asked)
    freeSequence.startArmed(
      pads.hits, orNote: notes.firstStruck(in: count), &music.sequencer, at: outputFrame + mixer.latency)
    music.sequencer.sendFreeBeats()
    if let left = freeSequence.framesUntilMusic {
      music.sendBeatsBeforeStart(at: outputFrame + mixer.latency + left)
    }
    var done = 0
    while done < count {
      let part = min(count - done, FrameBlock.capacity)
      renderPart(into: out + done, from: done, count: part)
      done += part
    }
    events.sender?.pointee.endBlock(at: outputFrame, count: count)
    outputFrame += count
    let isSilent = isSilent
    silence.note(count, isSilent: isSilent)
    events.publish(isSilent: isSilent)
    pads.endBlock()
    meterReadings.write(levels.reading)
  }

  /// Passes the times of the block to the sender of beats.
  private mutating func beginBeats(asked: HostTime, count: Int) {
    music.sequencer.beginBlock(
      clock.latest, asked: asked, count: count, latency: mixer.latency, level: levels.click)
  }

  /// Renders a part of the block.
  ///
  /// - Parameter start: where the part begins in the device's block.
  private mutating func renderPart(into out: UnsafeMutablePointer<Frame>, from start: Int, count: Int) {
    let frame = outputFrame + start + mixer.latency
    music.sequencer.beginPart(count, outputFrame: frame)
    let wasSilent = music.isSilent
    renderMusic(into: out, count: count, outputFrame: frame)
    startPlannedHits(from: start)
    let isSilent = wasSilent && music.isSilent
    guard
      music.sequencer.lanes.isActive || music.sequencer.freeLanes.isActive || !waitingChanges.isEmpty
    else {
      return mix(into: out, from: start, count: count, isSilent: isSilent)
    }
    var done = 0
    while done < count {
      let end = setTargets(at: done, from: start, count: count)
      mix(into: out + done, from: start + done, count: end - done, isSilent: isSilent)
      done = end
    }
  }

  /// Sets the targets whose values act at a place of the part. Returns the place of the next ones, or the end of the part.
  private mutating func setTargets(at place: Int, from start: Int, count: Int) -> Int {
    let first = outputFrame + start
    if waitingChanges.due <= first + place { waitingChanges.apply(levels, rampLength: rampLength) }
    music.sequencer.lanes.apply(at: place, from: first, levels, rampLength: rampLength)
    music.sequencer.freeLanes.apply(at: place, from: first, levels, rampLength: rampLength)
    var next = min(
      music.sequencer.lanes.nextPlace(after: place, from: first),
      music.sequencer.freeLanes.nextPlace(after: place, from: first))
    if !waitingChanges.isEmpty { next = min(next, waitingChanges.due - first) }
    return min(max(next, place + 1), count)
  }

  /// Mixes a part of the block whose music was read.
  private mutating func mix(
    into out: UnsafeMutablePointer<Frame>, from start: Int, count: Int, isSilent: Bool
  ) {
    mixer.runMusic(out, count: count, isSilent: isSilent)
    mixer.addPads(&pads, to: out, from: start, count: count, outputFrame: outputFrame + mixer.latency)
    mixer.addInstrument(&notes, to: out, from: start, count: count, outputFrame: outputFrame + mixer.latency)
    mixer.addClicks(clicks, to: out, count: count)
    mixer.addInput(to: out, count: count)
    mixer.finish(out, count: count)
  }

  /// Renders music. If it is to begin by itself, it begins on its exact frame.
  private mutating func renderMusic(into out: UnsafeMutablePointer<Frame>, count: Int, outputFrame: Int) {
    guard let before = freeSequence.framesBeforeMusic(count) else {
      return music.render(into: out, count: count, outputFrame: outputFrame)
    }
    music.render(into: out, count: before, outputFrame: outputFrame)
    music.play()
    music.render(into: out + before, count: count - before, outputFrame: outputFrame + before, after: before)
  }

  /// Adds the planned hits of the part to the hits that players struck, and strikes the metronome.
  private mutating func startPlannedHits(from start: Int) {
    if music.sequencer.lost > 0 { events.count(.lostPlanned, music.sequencer.lost) }
    for index in 0..<music.sequencer.due.count {
      let due = music.sequencer.due[index]
      switch due.hit.kind {
      case .pad: pads.add(due, from: start)
      case .note, .control: notes.add(due, from: start)
      case .beat: clicks.strike(isAccent: false, at: due.offset, gain: due.hit.gain)
      case .accent: clicks.strike(isAccent: true, at: due.offset, gain: due.hit.gain)
      }
    }
  }
}

// MARK: Commands

extension Renderer {
  private mutating func applyCommands(asked: HostTime, count: Int) {
    while let command = commands.pop() {
      apply(command)
      // A new sender has to know the block before the next command starts beats.
      if case .setClickOutput = command { beginBeats(asked: asked, count: count) }
    }
  }

  private mutating func apply(_ command: EngineCommand) {
    switch command {
    case .play:
      freeSequence.cancelMusic()
      music.play()
    case .pause:
      freeSequence.cancelMusic()
      music.pause()
    case .flush(let generation): music.flush(to: generation)
    case .setGain(let level, let factor, let frames):
      // It is the newer one.
      waitingChanges.apply(levels, rampLength: rampLength)
      levels.move(level, to: factor, over: frames)
    case .evenLoudness(let choice, let frames): music.evenLoudness(choice, over: frames)
    case .setGains(let gains, let stream, let isFinal, let frames):
      music.setGains(gains, of: stream, isFinal: isFinal, over: frames)
    case .setPads(let table, let id): pads.use(table, id)
    case .setRoom(let factor, let frames): pads.setRoom(factor, over: frames)
    case .setRenderPlan(let plan, let id): use(plan, id)
    case .setSequences(let sequences, let id):
      music.use(sequences)
      events.retire(trackSequences)
      trackSequences = id
    case .setLanes(let courses, let id):
      music.sequencer.lanes.use(courses)
      events.retire(lanes)
      lanes = id
    case .setOverridden(let targets, let id):
      music.sequencer.lanes.hold(targets)
      music.sequencer.freeLanes.hold(targets)
      events.retire(heldTargets)
      heldTargets = id
    case .setTarget(let target, let bits, let address, let value):
      let frame = set(target, to: bits)
      guard let address else { break }
      events.push(.automation(AutomationChange(address: address, value: value, outputFrame: frame)))
    case .reportChange(let address, let value, let trackFrame):
      let frame = outputFrame + mixer.latency
      events.push(
        .automation(
          AutomationChange(address: address, value: value, outputFrame: frame, trackFrame: trackFrame)))
    case .startFree(let table, let courses, let id, let musicAfter, let isOpen, let hitsSince):
      let request = FreeSequenceStarter.Request(
        table: table, lanes: courses, id: id, musicAfter: musicAfter, isOpen: isOpen)
      let frame = outputFrame + mixer.latency
      if let hitsSince {
        freeSequence.arm(request, &music.sequencer, at: frame, since: hitsSince)
      } else {
        freeSequence.start(request, &music.sequencer, at: frame, after: startDelay)
      }
    case .replaceFree(let table, let courses, let id, let frames):
      freeSequence.replace(
        table, courses, id, &music.sequencer, movedBy: frames, at: outputFrame + mixer.latency)
    case .startBeats(let table, let id, let origin): startBeats(table, id, origin)
    case .setClickOutput(let output, let id):
      music.sendBeats(output.map { BeatSender($0) }, at: outputFrame + mixer.latency)
      events.retire(clickOutput)
      clickOutput = id
    case .silencePads(let frames, let dropsHits):
      pads.silence(over: frames, dropsHits: dropsHits)
      notes.silence(dropsNotes: dropsHits)
      events.sender?.pointee.silence()
    }
  }

  /// Sets a target on the next frame on the grid of the music. Returns the output frame at which that is heard.
  private mutating func set(_ target: AutomationTarget, to bits: UInt64) -> Int {
    let wait = (music.sequencer.grid - outputFrame) & (CoursePlayer.grid - 1)
    if wait > 0, let frame = waitingChanges.add(target, bits, at: outputFrame + wait) {
      return frame + mixer.latency
    }
    waitingChanges.apply(levels, rampLength: rampLength)
    levels.set(target, to: bits, rampLength: rampLength)
    return outputFrame + mixer.latency
  }

  /// Frames by which beats begin later, so that the device that they are sent to plays the first one in time.
  private var startDelay: Int { music.sequencer.sender?.startDelay ?? 0 }

  private mutating func startBeats(_ table: HitSequenceTable, _ id: RetirementID, _ origin: Int?) {
    let first = outputFrame + mixer.latency + startDelay
    let frame = origin ?? first
    music.sequencer.startBeats(table, at: frame, from: first)
    events.retire(beats)
    beats = id
    events.push(.freeBegan(serial: id.value, outputFrame: frame))
  }

  /// Replaces the plan. If its latency differs, frames that are mixed from now on come out earlier or later than
  /// planned before, which is corrected here.
  private mutating func use(_ plan: RenderPlanPointer, _ id: RetirementID) {
    // They may move units of the old plan.
    waitingChanges.apply(levels, rampLength: rampLength)
    let growth = mixer.use(plan, id, events: events)
    if growth == 0 { return }
    music.sequencer.moveFree(by: growth)
    music.sendBeatsAgain(at: outputFrame + mixer.latency)
    music.reportAgain(at: outputFrame + mixer.latency)
  }
}

// MARK: Rest

extension Renderer {
  /// Whether nothing has sounded for so long that the device may rest, and no value moves without music.
  var isQuiet: Bool {
    silence.isLong && !mixer.neverRests && waitingChanges.isEmpty
      && !music.sequencer.hasFreeValues(at: outputFrame)
  }

  /// Whether the next block would change something. The device's thread reads it before it rests.
  var hasWork: Bool { commands.available > 0 || hasHits || music.hasArrivals }

  /// Whether a hit or a note of a player waits. The device's thread, between two blocks.
  var hasHits: Bool { pads.hits.hasWaiting || notes.hasWaiting }

  /// Wakes the workers that stream samples of pads. The device's thread, after a block.
  func wakeStreamWorkers() { pads.wakeStreamWorkers() }

  /// Sets the most frames that the device requests at once. Returns whether that many are ready. The device's thread,
  /// between two blocks.
  func setRequestSize(_ frames: Int) -> Bool { music.setRequestSize(frames) }

  /// Notes that the device has rested: the next rest needs another long silence.
  mutating func wakeUp() { silence.end() }

  private var isSilent: Bool {
    music.isSilent && !freeSequence.startsMusic && pads.isSilent && notes.isSilent && clicks.isSilent
      && mixer.busesAreSilent
      && !music.sequencer.isFreeRunning(at: outputFrame)
  }
}

/// Measures how long the output has been silent. Audio thread.
struct SilenceTimer: BitwiseCopyable {
  /// Seconds of silence after which the device may rest: the meters have fallen by 70 dB by then.
  static var long: Double { 6 }

  private let longFrames: Int
  private var frames = 0

  init(rate: SampleRate) { longFrames = FrameCount(seconds: SilenceTimer.long, at: rate).value }

  var isLong: Bool { frames >= longFrames }

  /// Notes whether a block of `count` frames was silent.
  mutating func note(_ count: Int, isSilent: Bool) { frames = isSilent ? frames + count : 0 }

  mutating func end() { frames = 0 }
}
