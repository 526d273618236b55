import AudioBase
import Synchronization
import SystemBase

/// The handle for commands: levels, pads, plans, hit ports and counters. Any thread.
package final class EngineControl: Sendable {
  private let memory: EngineMemory

  init(_ memory: EngineMemory) { self.memory = memory }

  package var sampleRate: SampleRate { memory.sampleRate }

  /// The rings that the feeder and the stretcher fill. Their ends are valid while this handle exists.
  package var stream: StreamBuffer {
    _read { yield memory.stream }
  }

  /// Signalled when the stretched ring runs low.
  package var stretchSignal: WakeSignal {
    _read { yield memory.signals.stretcher }
  }

  /// Signalled when the music ring has the room that the feeder requested. The feeder's owner signals commands by it.
  package var feederSignal: WakeSignal {
    _read { yield memory.signals.feeder }
  }

  /// Returns the seconds from a key to the moment at which its sound is handed to the device, at even timing.
  package func hitLatency(period: FrameCount) -> Double {
    period.seconds(at: sampleRate) + FramePlacer.margin + lookAhead.seconds(at: sampleRate)
  }

  /// The latency of the render plan that was sent last, in output frames.
  package var lookAhead: FrameCount { FrameCount(memory.latency.load(ordering: .relaxed)) }

  // MARK: Commands

  /// Sends a command, which the audio thread applies at the start of the next block.
  ///
  /// - Returns: false if the ring of 1,024 commands is full; the command is then lost and counted.
  @discardableResult
  package func send(_ command: EngineCommand) -> Bool {
    defer { memory.signals.idle.waker.wake() }
    if memory.sending.withLock({ _ in memory.commands.writer.push(command) }) { return true }
    memory.status.pointee.add(to: .lostCommand)
    return false
  }

  /// Sends a command whose memory belongs to an object, and keeps the object until the audio thread has returned it.
  ///
  /// - Returns: the name of the object; `.none` if the command was lost.
  @discardableResult
  func send(
    keeping object: any AnyObject & Sendable, _ command: (RetirementID) -> EngineCommand
  ) -> RetirementID {
    guard let id = memory.retirement.keep(object) else {
      memory.status.pointee.add(to: .lostCommand)
      return .none
    }
    if send(command(id)) { return id }
    memory.retirement.cancel(id)
    return .none
  }

  /// Wakes a device that rests. To be called after a marker was written to the music ring.
  package func wakeDevice() { memory.signals.idle.waker.wake() }

  /// Moves a level to a gain within 10 ms.
  package func set(_ level: EngineCommand.Level, to gain: Decibels) {
    send(.setGain(level, factor: gain.factor, frames: sampleRate.hertz / 100))
  }

  /// Fades a level to silence within this many seconds; `set` ends the fade.
  package func fadeOut(_ level: EngineCommand.Level, seconds: Double) {
    send(.setGain(level, factor: 0, frames: FrameCount(seconds: seconds, at: sampleRate).value))
  }

  /// Applies the ReplayGain of this kind to the music, within 20 ms.
  package func evenLoudness(by choice: GainChoice) {
    memory.stream.stretch.state.pointee.gainChoice.store(choice.rawValue, ordering: .relaxed)
    send(.evenLoudness(choice, frames: sampleRate.hertz / 50))
  }

  /// Sets the gains of a track that was opened before they were known: from its first frame if it has not begun, else
  /// within 20 ms.
  ///
  /// - Parameter isFinal: whether no other gains will follow: the beginning of the track waits no longer.
  package func setGain(_ gain: ReplayGain?, of stream: StreamID, isFinal: Bool = true) {
    send(.setGains(TrackGains(gain), of: stream, isFinal: isFinal, frames: sampleRate.hertz / 50))
  }

  /// Cuts all voices of the pads and discards the hits that wait: for a device that is suspended and would play them
  /// when it resumes.
  package func silencePads() { send(.silencePads(frames: 0, dropsHits: true)) }

  /// Replaces the pads. The engine keeps the program until no voice plays from it.
  ///
  /// - Parameter room: the gain of the layers of the room, beside their own.
  package func setPads(_ program: PadProgram, room: Decibels = .unity) {
    var table = program.table
    table.room = room.factor
    send(keeping: program) { [table] in .setPads(table, $0) }
  }

  /// Moves the layers of the room of the pads to a gain, beside their own, within 20 ms. Voices that sound follow, unless
  /// they play pads that were replaced.
  package func setRoom(_ gain: Decibels) {
    send(.setRoom(factor: gain.factor, frames: sampleRate.hertz / 50))
  }

  /// Sets the MIDI note by which a pad, from 1, is sent to other programs.
  ///
  /// - Parameter isHeld: whether the pad sounds as long as it is held.
  package func setNote(_ note: Int, isHeld: Bool, ofPad pad: Int) {
    memory.padNotes.pointee.set(note, isHeld: isHeld, ofPad: pad)
  }

  /// The buses and units that the engine begins with: levels, meters, limiter.
  package var standardChains: RenderPlan.Chains { memory.units.chains }

  /// Replaces the buses and their units from the next block on. A recorder and a monitored input stay.
  package func setChains(_ chains: RenderPlan.Chains) { changeMix { $0.chains = chains } }

  /// Copies the output to a recorder from the next block on, or ends this.
  ///
  /// - Parameter recorder: the unit that receives the output, behind the limiter; nil for none.
  package func record(to recorder: RecordUnit?) { changeMix { $0.recorder = recorder } }

  /// Mixes an input into the output from the next block on, or ends this.
  package func monitor(_ input: MonitorUnit?) { changeMix { $0.monitor = input } }

  /// Changes what is mixed, and sends the plan of all of it. All plans are built here.
  private func changeMix(_ change: (inout MixContent) -> Void) {
    memory.mixContent.withLock { content in
      change(&content)
      content.delays.carrySound = !isSilent
      setRenderPlan(RenderPlan(content.allChains, delays: content.delays))
    }
  }

  /// Replaces the plan that is rendered, until the next change of the chains.
  func setRenderPlan(_ plan: RenderPlan) {
    let id = send(keeping: plan) { .setRenderPlan(plan.pointer, $0) }
    if id != .none { memory.latency.store(plan.latency.value, ordering: .relaxed) }
  }

  /// Replaces the hits that are planned for tracks. A track may have several sequences.
  ///
  /// - Parameters:
  ///   - awaited: tracks whose sequences are still being loaded. Their music begins when a later call no longer names
  ///     them. A track that joins another one does not wait.
  ///   - timeout: the seconds after which their music begins all the same.
  package func setSequences(
    _ list: [(stream: StreamID, sequence: HitSequence)], awaited: [StreamID] = [], timeout: Double = 0.25
  ) {
    let owner = HitSequenceSetOwner(list, awaited: awaited, timeout: timeout)
    send(keeping: owner) { .setSequences(owner.set, $0) }
  }

  /// Replaces the free sequence, whose hits count output frames from its beginning.
  ///
  /// - Parameters:
  ///   - musicAfter: frames until the music begins; nil leaves the music as it is.
  ///   - isOpen: whether a player plays to it: the device does not rest until another sequence replaces it.
  ///   - hitsSince: makes it begin with the next hit that is struck, on the frame of that hit, or at once if a hit was
  ///     struck since then; nil: with the next block.
  ///   - lanes: the courses of values, which repeat as the hits do.
  /// - Returns: the number that `EngineEvent.freeBegan` reports; 0 if the command was lost.
  @discardableResult
  package func startFree(
    _ sequence: HitSequence, musicAfter: FrameCount? = nil, isOpen: Bool = false,
    hitsSince: HostTime? = nil, lanes: [AutomationCourse] = []
  ) -> Int {
    let owner = FreeSequenceOwner(sequence, lanes)
    let id = send(keeping: owner) {
      .startFree(
        sequence.table, owner.lanes.set, $0, musicAfter: musicAfter?.value, isOpen: isOpen,
        hitsSince: hitsSince)
    }
    return id.value
  }

  /// Replaces the hits of the free sequence that plays, without a new beginning. A sequence that waits for a hit stays.
  ///
  /// - Parameters:
  ///   - frames: output frames by which the beginning of the sequence is moved.
  ///   - lanes: the courses of values, which replace those before.
  package func replaceFree(
    _ sequence: HitSequence, movedBy frames: Int = 0, lanes: [AutomationCourse] = []
  ) {
    let owner = FreeSequenceOwner(sequence, lanes)
    send(keeping: owner) { .replaceFree(sequence.table, owner.lanes.set, $0, movedBy: frames) }
  }

  /// Replaces the beats of the metronome without music, which repeat by the period of their sequence. A sequence without
  /// hits ends them.
  ///
  /// - Parameter origin: the output frame of their first beat, as it is heard; beats that have passed are left out.
  /// - Returns: the number that `EngineEvent.freeBegan` reports; 0 if the command was lost.
  @discardableResult
  package func startBeats(_ sequence: HitSequence, at origin: Int? = nil) -> Int {
    send(keeping: sequence) { .startBeats(sequence.table, $0, origin: origin) }.value
  }

  /// Sends the beats of the metronome to a device of its own from the next block on, and mixes none into the output. Beats
  /// without music then begin as much later as the device needs. The device must be stopped before another output
  /// replaces this one.
  ///
  /// - Parameter output: nil mixes them into the output again.
  package func sendBeats(to output: ClickOutput?) {
    guard let output else { return _ = send(.setClickOutput(nil, .none)) }
    send(keeping: output) { .setClickOutput(ClickOutputPointer(state: output.state), $0) }
  }

  /// Returns the hit port of a producer. One thread at a time uses the ports of a producer.
  package func port(for producer: HitProducer) -> HitPort {
    HitPort(ring: memory.hitRings[producer.rawValue].writer, memory: memory)
  }

  /// Returns the note port of a producer. One thread at a time uses the ports of a producer.
  package func notePort(for producer: HitProducer) -> NotePort {
    NotePort(ring: memory.noteRings[producer.rawValue].writer, memory: memory)
  }

  // MARK: Displays and counters

  /// Sets whether `latestMix` and `nextMix` follow the mix for a reader.
  package func followMix(_ isOn: Bool, for reader: MixReader = .spectrum) {
    memory.units.tap.tap.pointee.turn(on: isOn, for: reader)
  }

  /// Returns the last `count` samples of the mix, mono; at most 8,192.
  package func latestMix(_ count: Int) -> [Float] { memory.units.tap.tap.pointee.latest(count) }

  /// Returns the frames of the mix after a position, at most 24,576, and moves the position to their end.
  ///
  /// - Parameter position: nil begins now, without frames.
  package func nextMix(after position: inout Int?) -> [Frame] {
    memory.units.tap.tap.pointee.next(after: &position)
  }

  /// The levels of the output since the last `clearMaster`.
  package var master: MasterReading {
    MasterReading(
      peak: memory.units.masterMeter.held, gain: memory.units.limiter.gain,
      smallestGain: memory.units.limiter.smallestGain,
      limiter: memory.units.limiter.settings)
  }

  /// Changes the limiter; heard with the next block.
  package func setLimiter(_ settings: LimiterSettings) { memory.units.limiter.set(settings) }

  /// Forgets the largest samples of the music, the pads and the output, and the largest reduction of the output.
  package func clearMaster() {
    memory.units.masterMeter.clear()
    memory.units.limiter.clear()
    memory.units.musicMeter.clear()
    memory.units.padsMeter.clear()
  }

  /// Returns the largest sample behind a level since the last `clearMaster`: linear, full scale 1; nil if it is not measured.
  package func heldPeak(of level: EngineCommand.Level) -> Float? {
    switch level {
    case .music: memory.units.musicMeter.held
    case .pads: memory.units.padsMeter.held
    case .master: memory.units.masterMeter.held
    case .click: nil
    }
  }

  /// The most by which the limiter lowered a frame of the last block.
  package var limiterReduction: Decibels { master.reduction }

  /// The number of pad programs, plans and sequences that the audio thread may still use.
  package var objectsInUse: Int {
    memory.retirement.collect()
    return memory.retirement.count
  }

  /// Whether nothing sounds: no music plays, and neither a pad nor an effect has sound left.
  package var isSilent: Bool { memory.status.pointee.isSilent.load(ordering: .relaxed) }
  /// The pads that sound.
  package var soundingPads: PadSet { memory.status.pointee.publishedPads }
  /// The number of times that the music ring was empty while music should have played.
  package var underruns: Int { memory.status.pointee.value(of: .underrun) }
  /// The number of times that the voice of a streamed sample found its ring empty.
  package var sampleUnderruns: Int { memory.status.pointee.value(of: .sampleUnderrun) }
  /// Hits and notes that were due before the block that could play them.
  package var lateHits: Int { memory.status.pointee.value(of: .lateHit) }
  /// Events that were lost because their ring was full.
  package var lostEvents: Int { memory.status.pointee.value(of: .lostEvent) }
  /// Hits and notes that were lost because their ring was full, or were discarded while the device was suspended.
  package var lostHits: Int { memory.status.pointee.value(of: .lostHit) }
  /// Planned hits and beats that were lost because a part of a block had more than fit.
  package var lostPlanned: Int { memory.status.pointee.value(of: .lostPlanned) }
  /// Commands that were lost because their ring was full.
  package var lostCommands: Int { memory.status.pointee.value(of: .lostCommand) }
}
