import AudioBase

/// Plays the pads of a program, and returns replaced programs when no voice plays from them any more. Audio thread.
struct PadBus: ~Copyable {
  private var voices: VoicePool
  private var table: PadTable
  private var program: RetirementID
  /// Replaced programs from which voices still play; never more than there are voices.
  private let replaced: UnsafeMutablePointer<RetirementID>
  private var replacedCount = 0
  private let events: EventWriter
  private let replacementFade: Int
  private var strikes = 0

  /// - Parameter id: the program's name, which is returned when no voice plays from it any more.
  init(program: PadProgram, _ id: RetirementID, events: EventWriter, rate: SampleRate) {
    replacementFade = rate.hertz * 3 / 1000
    voices = VoicePool(stealFade: replacementFade)
    replaced = .allocate(capacity: VoicePool.allVoices)
    replaced.initialize(repeating: .none, count: VoicePool.allVoices)
    table = program.table
    self.program = id
    self.events = events
  }

  deinit { replaced.deallocate() }

  var soundingPads: UInt64 {
    @_noLocks @_noAllocation get { voices.soundingPads }
  }

  var isSilent: Bool {
    @_noLocks @_noAllocation get { voices.isSilent }
  }

  @_noLocks @_noAllocation
  mutating func mix(
    into sum: UnsafeMutablePointer<Frame>, _ plan: UnsafePointer<RenderPlanTable>, from start: Int, count: Int
  ) {
    voices.mix(into: sum, plan, from: start, count: count)
  }

  // MARK: Programs

  /// Replaces the pads; the voices of the old ones fade out.
  @_noLocks @_noAllocation
  mutating func use(_ table: PadTable, _ id: RetirementID) {
    fadeOutAll(over: replacementFade)
    if !voices.isPlaying(program) {
      events.retire(program)
    } else if replacedCount < VoicePool.allVoices {
      // There is always room, since each program in the list has its own voice.
      replaced[replacedCount] = program
      replacedCount += 1
    }
    self.table = table
    program = id
  }

  /// Returns the replaced programs that no voice plays from any more. To be called after each block.
  @_noLocks @_noAllocation
  mutating func retireUnused() {
    var index = 0
    while index < replacedCount {
      if voices.isPlaying(replaced[index]) {
        index += 1
      } else {
        events.retire(replaced[index])
        replacedCount -= 1
        replaced[index] = replaced[replacedCount]
      }
    }
  }

  // MARK: Strikes

  /// Starts a sample of a pad.
  ///
  /// - Parameters:
  ///   - pad: from 0.
  ///   - velocity: 1–127.
  ///   - sample: the index of the sample; if the pad has no such sample, it chooses one.
  ///   - heldFrames: frames after which a gate or toggle pad ends by itself, 0 for its whole sound; nil if a player
  ///     ends it.
  /// - Returns: the index of the sample; nil if the pad has none for the velocity.
  @_noLocks @_noAllocation
  mutating func strike(
    pad: Int, velocity: Int, sample: Int = -1, gain: Float = 1, heldFrames: Int? = nil
  ) -> Int? {
    if pad < 0 || pad >= table.count { return nil }
    let slot = table.slots[pad]
    guard let regions = slot.regions else { return nil }
    let isGiven = sample >= 0 && sample < slot.regionCount
    let chosen = isGiven ? sample : slot.chooseSample(velocity: velocity)
    if chosen < 0 { return nil }
    strikes += 1
    if let lastStrikes = slot.lastStrikes { lastStrikes[chosen] = strikes }
    // The usual velocity curve: amplitude grows with the square (SFZ 1.0, amp_veltrack).
    let relative = Float(velocity) / 127
    voices.start(
      regions[chosen], of: slot, pad: pad, program: program, gain: relative * relative * gain, order: strikes,
      heldFrames: heldFrames)
    return chosen
  }

  /// Ends what a player holds on a pad, from 0. - Returns: whether it is a gate pad.
  @_noLocks @_noAllocation
  func release(pad: Int) -> Bool {
    if pad < 0 || pad >= table.count || !table.slots[pad].isGate { return false }
    _ = voices.release(pad: pad)
    return true
  }

  /// Ends what a player struck on a toggle pad, from 0. - Returns: whether something was playing.
  @_noLocks @_noAllocation
  func turnOff(pad: Int) -> Bool {
    if pad < 0 || pad >= table.count || !table.slots[pad].isToggle { return false }
    return voices.release(pad: pad)
  }

  @_noLocks @_noAllocation
  func fadeOutAll(over frames: Int) { voices.fadeOutAll(over: frames) }
}
