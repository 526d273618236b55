import AudioBase
import Synchronization
import SystemBase

/// The engine as other threads command it: commands, levels, pads, plans, hit ports and counters. Any thread.
package final class EngineControl: Sendable {
  private let memory: EngineMemory

  init(_ memory: EngineMemory) { self.memory = memory }

  package var sampleRate: SampleRate { memory.sampleRate }

  /// The rings that the feeder and the stretcher fill.
  package var stream: StreamBuffer {
    _read { yield memory.stream }
  }

  /// Woken when the stretched ring runs low.
  package var stretchSignal: WakeSignal {
    _read { yield memory.stretchSignal }
  }

  /// Woken when the feeder has commands or room.
  package var feederSignal: WakeSignal {
    _read { yield memory.feederSignal }
  }

  /// Seconds from a key to the moment at which its sound is handed to the device, at even timing.
  package func hitLatency(period: FrameCount) -> Double {
    period.seconds(at: sampleRate) + HitScheduler.margin + lookAhead.seconds(at: sampleRate)
  }

  /// Frames between what is mixed and what comes out: the latency of the plan that was sent last. Any thread.
  package var lookAhead: FrameCount { FrameCount(memory.latency.load(ordering: .relaxed)) }

  /// The buses and units that the engine begins with: levels, meters, limiter.
  package var standardChains: RenderPlan.Chains { memory.units.chains }

  /// Replaces the buses and their units. One thread at a time.
  package func setRenderPlan(_ plan: RenderPlan) {
    let id = send(keeping: plan) { .setRenderPlan(plan.pointer, $0) }
    if id != .none { memory.latency.store(plan.latency.value, ordering: .relaxed) }
  }

  /// Sends a command, which the audio thread applies at the start of the next block.
  ///
  /// - Returns: false if the ring of 1,024 commands is full; the command is lost then, and counted.
  @discardableResult
  package func send(_ command: EngineCommand) -> Bool {
    defer { memory.idleSignal.button.press() }
    if memory.sending.withLock({ _ in memory.commands.writer.push(command) }) { return true }
    memory.status.pointee.lostCommands.add(1, ordering: .relaxed)
    return false
  }

  /// Wakes a device that rests, since something was written to the music ring.
  package func streamHasNews() { memory.idleSignal.button.press() }

  /// Moves a level to a gain within 10 ms.
  package func set(_ level: EngineCommand.Level, to gain: Decibels) {
    send(.setGain(level, factor: gain.factor, frames: sampleRate.hertz / 100))
  }

  /// Evens out the loudness of the music's tracks by the gains that they carry, within 20 ms.
  package func evenLoudness(by choice: GainChoice) {
    memory.stream.stretch.state.pointee.gainChoice.store(choice.rawValue, ordering: .relaxed)
    send(.evenLoudness(choice, frames: sampleRate.hertz / 50))
  }

  /// Sets the gains of a track that was opened before they were known: from its first frame if that is still to come,
  /// else within 20 ms.
  ///
  /// - Parameter isFinal: whether nothing more is to come: its beginning waits no longer.
  package func setGain(_ gain: ReplayGain?, of stream: StreamID, isFinal: Bool = true) {
    send(.setGains(TrackGains(gain), of: stream, isFinal: isFinal, frames: sampleRate.hertz / 50))
  }

  /// Ends what the pads play, without a tail, and drops the hits that wait: for a device that takes no sound for a
  /// while, and would play them when it does again.
  package func silencePads() { send(.silencePads(frames: 0, dropsHits: true)) }

  /// Replaces the sounds of the pads. The engine keeps the program until no voice plays of it. Any thread.
  package func setPads(_ program: PadProgram) { send(keeping: program) { .setPads(program.table, $0) } }

  /// Sends a command whose memory belongs to an object, which is kept until the audio thread has returned it.
  ///
  /// - Returns: the name of the object; none where the command was lost.
  @discardableResult
  private func send(
    keeping object: any AnyObject & Sendable, _ command: (RetirementID) -> EngineCommand
  ) -> RetirementID {
    guard let id = memory.retirement.keep(object) else {
      memory.status.pointee.lostCommands.add(1, ordering: .relaxed)
      return .none
    }
    if send(command(id)) { return id }
    memory.retirement.cancel(id)
    return .none
  }

  /// How many pad programs and plans the audio thread may still use. Any thread.
  package var objectsInUse: Int {
    memory.retirement.collect()
    return memory.retirement.count
  }

  /// Replaces the plans of hits that sound with the tracks. A track may have several.
  ///
  /// - Parameter awaited: tracks whose plans are still being looked for: their music begins only when a later call no
  ///   longer names them, or `HitPlanner.patience` after it could have begun. A track that joins another does not wait.
  package func setPlans(_ list: [(stream: StreamID, plan: HitPlan)], awaited: [StreamID] = []) {
    let owner = PlanSetOwner(list, awaited: awaited)
    send(keeping: owner) { .setPlans(owner.set, $0) }
  }

  /// Starts a plan that counts the output's frames, in place of an earlier such plan.
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

  /// The port of a producer, which one thread uses.
  package func port(for producer: AudioEngine.Producer) -> HitPort {
    HitPort(
      ring: memory.hitRings[producer.rawValue].ring.writer, idleWaker: memory.idleSignal.button,
      memory: memory)
  }

  /// Whether `latestMix` follows the mix.
  package func followMix(_ isOn: Bool) { memory.units.tap.tap.pointee.turn(on: isOn) }

  /// The last so many samples of the mix, mono. Any thread.
  package func latestMix(_ count: Int) -> [Float] { memory.units.tap.tap.pointee.latest(count) }

  /// A bit for each pad that sounds, pad 1 the lowest.
  package var soundingPads: UInt64 { memory.status.pointee.soundingPads.load(ordering: .relaxed) }
  /// How often the ring ran dry while music should have played.
  package var underruns: Int { memory.status.pointee.underruns.load(ordering: .relaxed) }
  /// Hits that were due before the block that could play them.
  package var lateHits: Int { memory.status.pointee.lateHits.load(ordering: .relaxed) }
  /// Events that found the ring full because nobody took them.
  package var lostEvents: Int { memory.status.pointee.lostEvents.load(ordering: .relaxed) }
  /// Hits that found their ring full, or were dropped while the device took no sound.
  package var lostHits: Int { memory.status.pointee.lostHits.load(ordering: .relaxed) }
  /// Hits and beats of plans for which a part of a block had no room.
  package var lostPlanned: Int { memory.status.pointee.lostPlanned.load(ordering: .relaxed) }
  /// Commands that found the ring full.
  package var lostCommands: Int { memory.status.pointee.lostCommands.load(ordering: .relaxed) }
}
