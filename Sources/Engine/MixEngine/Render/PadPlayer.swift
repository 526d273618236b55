import AudioBase
import SystemBase

/// Strikes the pads on the frames of their hits, and reports the hits. Audio thread.
struct PadPlayer: ~Copyable {
  private(set) var hits: EventScheduler<Hit>
  private var pads: PadBus
  private let events: EventWriter

  init(hits: consuming EventScheduler<Hit>, pads: consuming PadBus, events: EventWriter) {
    self.hits = hits
    self.pads = pads
    self.events = events
  }

  /// Whether no hit was due in the block and no voice sounds.
  var isSilent: Bool { hits.due.count == 0 && pads.isSilent }

  /// Returns whether no voice sounds in a part of the block, which begins at `start`.
  func isSilent(from start: Int, count: Int) -> Bool { pads.isSilent && !hits.hasNext(before: start + count) }

  /// Collects the hits of a block.
  ///
  /// - Parameter asked: when the block should have been requested.
  mutating func beginBlock(of count: Int, asked: HostTime) {
    hits.collect(blockOf: count, asked: asked)
  }

  /// Returns programs that no voice plays from any more, and publishes which pads sound.
  mutating func endBlock() {
    pads.retireUnused()
    events.publish(soundingPads: pads.soundingPads)
  }

  /// Adds a planned hit to the part of the block that begins at `start`.
  mutating func add(_ due: DuePlannedHit, from start: Int) {
    let hit = Hit(pad: due.hit.pad, velocity: due.hit.velocity, time: HostTime(nanoseconds: 0))
    let planned = DueHit(
      hit: hit, offset: start + due.offset, sample: due.hit.sample, gain: due.hit.gain, isPlanned: true,
      heldFrames: due.heldFrames)
    if !hits.add(planned) { events.count(.lostPlanned) }
  }

  /// Wakes the threads that stream samples. The device's thread, after a block.
  func wakeStreamWorkers() { pads.wakeStreamWorkers() }

  mutating func use(_ table: PadTable, _ id: RetirementID) { pads.use(table, id) }

  mutating func setRoom(_ factor: Float, over frames: Int) { pads.setRoom(factor, over: frames) }

  /// Fades out all voices within a number of frames.
  ///
  /// - Parameter dropsHits: whether hits that wait are discarded and counted.
  mutating func silence(over frames: Int, dropsHits: Bool) {
    pads.fadeOutAll(over: frames)
    if dropsHits { events.count(.lostHit, hits.dropWaiting()) }
  }

  /// Renders the voices of a part from hit to hit, so that each begins on its own frame.
  ///
  /// - Parameters:
  ///   - sum: the memory of the pads' bus.
  ///   - start: where the part begins in the block.
  ///   - outputFrame: the frame at which the block comes out.
  mutating func render(
    into sum: UnsafeMutablePointer<Frame>, _ plan: UnsafePointer<RenderPlanTable>, from start: Int,
    count: Int, outputFrame: Int
  ) {
    var done = 0
    while let due = hits.next(before: start + count) {
      let place = due.offset - start
      pads.mix(into: sum, plan, from: done, count: place - done)
      done = place
      strike(due, at: outputFrame + due.offset)
    }
    pads.mix(into: sum, plan, from: done, count: count - done)
  }

  private mutating func strike(_ due: DueHit, at outputFrame: Int) {
    let pad = due.hit.pad - 1
    switch due.hit.kind {
    case .release:
      if pads.release(pad: pad) { reportEnd(due, at: outputFrame) }
      return
    case .choke(let seconds):
      if pads.choke(pad: pad, seconds: seconds) { reportEnd(due, at: outputFrame) }
      return
    case .strike: break
    }
    if due.isLate { events.count(.lateHit) }
    if !due.isPlanned, pads.turnOff(pad: pad) { return reportEnd(due, at: outputFrame) }
    let struck = pads.strike(
      pad: pad, velocity: due.hit.velocity, sample: due.sample, gain: due.gain,
      heldFrames: due.isPlanned ? due.heldFrames : nil)
    // A player's hit is reported even if no kit was loaded yet, so that a recording has it.
    let unheard: Int? = !due.isPlanned && pads.hasNoPads ? StartedHit.unheard : nil
    guard let sample = struck ?? unheard else { return }
    events.sender?.pointee.strike(
      pad: due.hit.pad, velocity: due.hit.velocity, gain: due.gain, heldFrames: due.heldFrames,
      isPlanned: due.isPlanned, at: outputFrame)
    events.push(
      .hit(
        StartedHit(
          pad: due.hit.pad, velocity: due.hit.velocity, sample: sample, outputFrame: outputFrame,
          isLate: due.isLate, keyTime: due.hit.time, isPlanned: due.isPlanned)))
  }

  private func reportEnd(_ due: DueHit, at outputFrame: Int) {
    events.sender?.pointee.release(pad: due.hit.pad, at: outputFrame)
    events.push(.hitEnded(EndedHit(pad: due.hit.pad, outputFrame: outputFrame, keyTime: due.hit.time)))
  }
}
