import AudioBase

/// Plays the pads of a program, and returns replaced programs when no voice plays from them any more. Audio thread.
struct PadBus: ~Copyable {
  private struct Replaced: BitwiseCopyable {
    var id = RetirementID.none
    var streams: StreamTable?
  }

  private var voices: VoicePool
  private var table: PadTable
  private var program: RetirementID
  /// The replaced programs from which voices still play; at most as many as there are voices.
  private let replaced: UnsafeMutablePointer<Replaced>
  private var replacedCount = 0
  private let events: EventWriter
  private let replacementFade: Int
  private let rate: Float
  private var strikes = 0
  private var random = ChanceGenerator()

  /// Creates a bus that plays the pads of a program.
  ///
  /// - Parameter id: the program's name, which is returned when no voice plays from it any more.
  init(program: PadProgram, _ id: RetirementID, events: EventWriter, rate: SampleRate) {
    self.rate = Float(rate.hertz)
    replacementFade = rate.hertz * 3 / 1000
    voices = VoicePool(stealFade: replacementFade)
    replaced = .allocate(capacity: VoicePool.allVoices)
    replaced.initialize(repeating: Replaced(), count: VoicePool.allVoices)
    table = program.table
    self.program = id
    self.events = events
  }

  deinit { replaced.deallocate() }

  var soundingPads: PadSet { voices.soundingPads }

  var isSilent: Bool { voices.isSilent }

  /// Whether the program has no pads: no kit was loaded yet.
  var hasNoPads: Bool { table.count == 0 }

  mutating func mix(
    into sum: UnsafeMutablePointer<Frame>, _ plan: UnsafePointer<RenderPlanTable>, from start: Int, count: Int
  ) {
    voices.mix(into: sum, plan, from: start, count: count)
  }

  // MARK: Programs

  /// Replaces the pads. The voices of the old ones sound to their end, but for repetitions that nothing would end.
  mutating func use(_ table: PadTable, _ id: RetirementID) {
    voices.fadeOutEndless(over: replacementFade)
    if !voices.isPlaying(program) {
      retire(Replaced(id: program, streams: self.table.streams))
    } else if replacedCount < VoicePool.allVoices {
      // There is always room, since each program in the list has its own voice.
      replaced[replacedCount] = Replaced(id: program, streams: self.table.streams)
      replacedCount += 1
    }
    voices.useRoom(table.room)
    self.table = table
    program = id
  }

  /// Returns the replaced programs that no voice plays from any more, and counts empty rings. To be called after each
  /// block.
  mutating func retireUnused() {
    countUnderruns(table.streams)
    var index = 0
    while index < replacedCount {
      if voices.isPlaying(replaced[index].id) {
        countUnderruns(replaced[index].streams)
        index += 1
      } else {
        retire(replaced[index])
        replacedCount -= 1
        replaced[index] = replaced[replacedCount]
      }
    }
  }

  private func retire(_ old: Replaced) {
    countUnderruns(old.streams)
    events.retire(old.id)
  }

  private func countUnderruns(_ streams: StreamTable?) {
    guard let status = streams?.status, status.pointee.underruns.load(ordering: .relaxed) > 0 else { return }
    events.count(.sampleUnderrun, status.pointee.underruns.exchange(0, ordering: .relaxed))
  }

  /// Wakes the workers of programs whose voices have requested frames. The device's thread, after a block.
  func wakeStreamWorkers() {
    table.streams?.wakeWorker()
    for index in 0..<replacedCount { replaced[index].streams?.wakeWorker() }
  }

  /// Moves the gain of the room of the pads to a linear gain within a number of frames.
  mutating func setRoom(_ factor: Float, over frames: Int) { voices.setRoom(factor, over: frames) }

  // MARK: Strikes

  /// Starts a sample of each part of a pad.
  ///
  /// - Parameters:
  ///   - pad: from 0.
  ///   - velocity: 1–127.
  ///   - sample: the index of the samples; if the pad has no such index, it chooses them.
  ///   - heldFrames: frames after which a pad that can be released, toggled or choked ends by itself, 0 for its whole
  ///     sound; nil if a player ends it.
  /// - Returns: the index of the samples; nil if the pad has none for the velocity.
  mutating func strike(
    pad: Int, velocity: Int, sample: Int = -1, gain: Float = 1, heldFrames: Int? = nil
  ) -> Int? {
    if pad < 0 || pad >= table.count { return nil }
    let slot = table.slots[pad]
    guard let parts = slot.parts else { return nil }
    let index = slot.chooseSamples(
      given: sample, velocity: velocity, chance: random.next(), strike: strikes + 1)
    if index < 0 { return nil }
    strikes += 1
    voices.fadeOutReplaced(by: slot, pad: pad, program: program)
    for part in 0..<slot.partCount where parts[part].chosen < parts[part].regionCount {
      let region = parts[part].regions[parts[part].chosen]
      voices.start(
        region, of: slot, table.streams, pad: pad, program: program,
        gain: region.gain(velocity: velocity) * gain, order: strikes, heldFrames: heldFrames)
    }
    return index
  }

  /// Ends what the key of a pad, from 0, holds. Returns whether the pad takes notice of releases.
  func release(pad: Int) -> Bool {
    // A key may hold a voice of a replaced program.
    voices.release(pad: pad)
    return pad >= 0 && pad < table.count && table.slots[pad].isReleasable
  }

  /// Ends what a player struck on a toggle pad, from 0. Returns whether something was playing.
  func turnOff(pad: Int) -> Bool {
    if pad < 0 || pad >= table.count || !table.slots[pad].isToggle { return false }
    return voices.turnOff(pad: pad, program: program)
  }

  /// Fades out what sounds on a pad, from 0, of all programs. Returns whether something was playing.
  ///
  /// - Parameter seconds: the duration of the fade; 0 uses the choke fade of the pad.
  func choke(pad: Int, seconds: Float) -> Bool {
    // The comparison is false for NaN.
    voices.choke(pad: pad, over: seconds > 0 ? Int(min(seconds, 10) * rate) : 0)
  }

  func fadeOutAll(over frames: Int) { voices.fadeOutAll(over: frames) }
}

/// Random numbers for the choice of samples: SplitMix64, as `SeededGenerator`. Audio thread.
struct ChanceGenerator: BitwiseCopyable {
  private var state: UInt64 = 1

  /// Returns a random number, at least 0 and below 1.
  mutating func next() -> Float {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Float((mixed ^ (mixed >> 31)) >> 40) / 16_777_216
  }
}
