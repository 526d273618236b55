import AudioBase

/// The voices of the pads: 64 that play, and room for those that fade out. Audio thread.
struct PadBus: ~Copyable {
  /// Computed, since stored globals would be made at first use, with a lock.
  static var playingVoices: Int {
    @_noLocks @_noAllocation get { 64 }
  }
  static var allVoices: Int {
    @_noLocks @_noAllocation get { 128 }
  }

  private let voices: UnsafeMutablePointer<Voice>
  /// For each voice the program that it plays of.
  private let voicePrograms: UnsafeMutablePointer<RetirementID>
  private var table: PadTable
  private var program: RetirementID
  /// Replaced programs of which voices still play; never more than there are voices.
  private let replaced: UnsafeMutablePointer<RetirementID>
  private var replacedCount = 0
  private let events: EventWriter
  private let stealFade: Int
  private var strikes = 0
  /// Whether a voice is anything but idle: where none is, nobody looks at all of them.
  private var isAwake = false

  /// - Parameter id: the program's name, which is returned when no voice plays of it any more.
  init(program: PadProgram, _ id: RetirementID, events: EventWriter, rate: SampleRate) {
    voices = .allocate(capacity: PadBus.allVoices)
    voices.initialize(repeating: Voice(), count: PadBus.allVoices)
    voicePrograms = .allocate(capacity: PadBus.allVoices)
    voicePrograms.initialize(repeating: .none, count: PadBus.allVoices)
    replaced = .allocate(capacity: PadBus.allVoices)
    replaced.initialize(repeating: .none, count: PadBus.allVoices)
    table = program.table
    self.program = id
    self.events = events
    stealFade = rate.hertz * 3 / 1000
  }

  deinit {
    voices.deallocate()
    voicePrograms.deallocate()
    replaced.deallocate()
  }

  /// A bit for each pad that sounds, pad 1 the lowest.
  var soundingPads: UInt64 {
    @_noLocks @_noAllocation get {
      var mask: UInt64 = 0
      if !isAwake { return mask }
      for index in 0..<PadBus.allVoices where voices[index].isPlaying {
        mask |= 1 << UInt64(voices[index].pad & 63)
      }
      return mask
    }
  }

  var isSilent: Bool {
    @_noLocks @_noAllocation get { !isAwake }
  }

  @_noLocks @_noAllocation
  mutating func mix(
    into sum: UnsafeMutablePointer<Frame>, _ plan: UnsafePointer<RenderPlanTable>, from start: Int, count: Int
  ) {
    if !isAwake { return }
    if plan.pointee.padBusCount == 0 {
      Voice.mix(voices, PadBus.allVoices, into: sum + start, count: count)
    } else {
      for index in 0..<PadBus.allVoices where !voices[index].isIdle {
        let block = plan.pointee.buffer(ofPad: voices[index].pad) ?? sum
        voices[index].mix(into: block + start, count: count)
      }
    }
    isAwake = hasVoices()
  }

  @_noLocks @_noAllocation
  private func hasVoices() -> Bool {
    for index in 0..<PadBus.allVoices where !voices[index].isIdle { return true }
    return false
  }

  /// Replaces the pads; what sounds of the old ones fades.
  @_noLocks @_noAllocation
  mutating func use(_ table: PadTable, _ id: RetirementID) {
    fadeOutAll(over: stealFade)
    if !isPlaying(program) {
      events.retire(program)
    } else if replacedCount < PadBus.allVoices {
      // Always so, since each program in the list has a voice of its own.
      replaced[replacedCount] = program
      replacedCount += 1
    }
    self.table = table
    program = id
  }

  /// Returns the replaced programs of which no voice plays any more. To be called after each block.
  @_noLocks @_noAllocation
  mutating func retireUnused() {
    var index = 0
    while index < replacedCount {
      if isPlaying(replaced[index]) {
        index += 1
      } else {
        events.retire(replaced[index])
        replacedCount -= 1
        replaced[index] = replaced[replacedCount]
      }
    }
  }

  @_noLocks @_noAllocation
  private func isPlaying(_ program: RetirementID) -> Bool {
    for index in 0..<PadBus.allVoices
    where voicePrograms[index].value == program.value && !voices[index].isIdle { return true }
    return false
  }

  /// Starts a pad's sample and ends what it replaces.
  ///
  /// - Parameters:
  ///   - pad: from 0.
  ///   - sample: the one to be played, where the pad has it.
  ///   - heldFrames: after which a gate pad falls silent, 0 for its whole sound; nil waits for `release`.
  /// - Returns: the index of the sample chosen; nil where the pad has none for the velocity.
  @_noLocks @_noAllocation
  mutating func strike(
    pad: Int, velocity: Int, sample: Int = -1, gain: Float = 1, heldFrames: Int? = nil
  ) -> Int? {
    if pad < 0 || pad >= table.count { return nil }
    let slot = table.slots[pad]
    guard let regions = slot.regions else { return nil }
    let isGiven = sample >= 0 && sample < slot.regionCount
    let chosen = isGiven ? sample : choose(slot, velocity: velocity)
    if chosen < 0 { return nil }
    endReplaced(pad: pad, group: slot.chokeGroup)
    strikes += 1
    if let lastStrikes = slot.lastStrikes { lastStrikes[chosen] = strikes }
    isAwake = true
    let relative = Float(velocity) / 127
    // The usual velocity curve: amplitude grows with the square (SFZ 1.0, amp_veltrack).
    let voice = freeVoice()
    voicePrograms[voice] = program
    voices[voice].start(
      regions[chosen], of: slot, pad: pad, gain: relative * relative * gain, order: strikes,
      heldFrames: heldFrames)
    return chosen
  }

  /// Ends what a hand holds on a pad, from 0. - Returns: whether it is a gate pad.
  @_noLocks @_noAllocation
  func release(pad: Int) -> Bool {
    if pad < 0 || pad >= table.count || !table.slots[pad].isGate { return false }
    _ = endHeld(pad)
    return true
  }

  /// Ends what a hand struck on a pad, from 0, that sounds until it is struck again. - Returns: whether something did.
  @_noLocks @_noAllocation
  func turnOff(pad: Int) -> Bool {
    if pad < 0 || pad >= table.count || !table.slots[pad].isToggle { return false }
    return endHeld(pad)
  }

  @_noLocks @_noAllocation
  private func endHeld(_ pad: Int) -> Bool {
    var ended = false
    for index in 0..<PadBus.allVoices where voices[index].isHeld && voices[index].pad == pad {
      if voices[index].isPlaying { ended = true }
      voices[index].release()
    }
    return ended
  }

  @_noLocks @_noAllocation
  func fadeOutAll(over frames: Int) {
    for index in 0..<PadBus.allVoices { voices[index].fadeOut(over: frames) }
  }

  /// Samples that serve the same velocity take turns: the one that the pad has not played for longest is chosen,
  /// whatever other pads and other velocities have played.
  @_noLocks @_noAllocation
  private func choose(_ slot: PadSlot, velocity: Int) -> Int {
    guard let regions = slot.regions, let lastStrikes = slot.lastStrikes else { return -1 }
    var chosen = -1
    for index in 0..<slot.regionCount where serves(regions[index], velocity) {
      if chosen < 0 || lastStrikes[index] < lastStrikes[chosen] { chosen = index }
    }
    return chosen
  }

  @_noLocks @_noAllocation
  private func serves(_ region: PadRegion, _ velocity: Int) -> Bool {
    region.lowestVelocity <= velocity && velocity <= region.highestVelocity
  }

  @_noLocks @_noAllocation
  private func endReplaced(pad: Int, group: Int) {
    for index in 0..<PadBus.allVoices where voices[index].isPlaying {
      if voices[index].pad == pad {
        voices[index].fadeOut(over: stealFade)
      } else if group != 0 && voices[index].chokeGroup == group {
        voices[index].fadeOut(over: voices[index].chokeFade)
      }
    }
  }

  /// An idle voice, after the quietest, then oldest, of 64 that play has begun to fade.
  @_noLocks @_noAllocation
  private func freeVoice() -> Int {
    var playing = 0
    var idle = -1
    var quietest = -1
    var faded = -1
    for index in 0..<PadBus.allVoices {
      if voices[index].isIdle {
        idle = index
      } else if voices[index].isPlaying {
        playing += 1
        if quietest < 0 || isQuieter(index, than: quietest) { quietest = index }
      } else if faded < 0 || isQuieter(index, than: faded) {
        faded = index
      }
    }
    if playing >= PadBus.playingVoices { voices[quietest].fadeOut(over: stealFade) }
    // 64 voices that still fade within 3 ms: the one nearest to silence is cut.
    return idle >= 0 ? idle : faded
  }

  @_noLocks @_noAllocation
  private func isQuieter(_ index: Int, than other: Int) -> Bool {
    let gain = voices[index].currentGain
    let otherGain = voices[other].currentGain
    return gain < otherGain || (gain == otherGain && voices[index].order < voices[other].order)
  }
}
