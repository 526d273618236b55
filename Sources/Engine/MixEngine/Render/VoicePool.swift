import AudioBase

/// The voices of the pads: 64 that play, and room for 64 that fade out. Audio thread.
struct VoicePool: ~Copyable {
  /// Computed, since stored globals would be initialised at first use, with a lock.
  static var playingVoices: Int { 64 }
  static var allVoices: Int { 128 }

  private let voices: UnsafeMutablePointer<Voice>
  /// The program that each voice plays from.
  private let programs: UnsafeMutablePointer<RetirementID>
  private let stealFade: Int
  /// The number of streamed voices that were started.
  private var streamCount = 0
  /// Whether a voice is not idle.
  private var isAwake = false
  /// The gain of the room. While it moves, the voices of the room have the gain 1 and are mixed by way of `block`.
  private var room = GainRamp(1)
  private let block: UnsafeMutablePointer<Frame>

  /// Creates a pool in which no voice plays.
  ///
  /// - Parameter stealFade: frames in which a voice fades out whose pad is struck again or that another one replaces.
  init(stealFade: Int) {
    voices = .allocate(capacity: VoicePool.allVoices)
    voices.initialize(repeating: Voice(), count: VoicePool.allVoices)
    programs = .allocate(capacity: VoicePool.allVoices)
    programs.initialize(repeating: .none, count: VoicePool.allVoices)
    block = .allocate(capacity: FrameBlock.capacity)
    block.initialize(repeating: .zero, count: FrameBlock.capacity)
    self.stealFade = stealFade
  }

  deinit {
    block.deallocate()
    voices.deallocate()
    programs.deallocate()
  }

  var isSilent: Bool { !isAwake }

  var soundingPads: PadSet {
    var pads = PadSet()
    if !isAwake { return pads }
    for index in 0..<VoicePool.allVoices where voices[index].isPlaying {
      pads.insert(voices[index].pad + 1)
    }
    return pads
  }

  /// Returns whether a voice plays from a program.
  func isPlaying(_ program: RetirementID) -> Bool {
    for index in 0..<VoicePool.allVoices
    where programs[index].value == program.value && !voices[index].isIdle { return true }
    return false
  }

  /// Adds the next frames of all voices to the buses of their pads, or to the sum.
  ///
  /// - Parameter start: where the frames begin in the memory of the buses.
  mutating func mix(
    into sum: UnsafeMutablePointer<Frame>, _ plan: UnsafePointer<RenderPlanTable>, from start: Int, count: Int
  ) {
    if !isAwake { return }
    let moving = min(count, room.framesLeft)
    if moving > 0 { mixMovingRoom(into: sum, plan, from: start, count: moving) }
    if moving < count { mixSteady(into: sum, plan, from: start + moving, count: count - moving) }
    isAwake = hasVoices()
  }

  private func mixSteady(
    into sum: UnsafeMutablePointer<Frame>, _ plan: UnsafePointer<RenderPlanTable>, from start: Int, count: Int
  ) {
    if plan.pointee.padBusCount == 0 {
      Voice.mix(voices, VoicePool.allVoices, into: sum + start, count: count)
    } else {
      for index in 0..<VoicePool.allVoices where !voices[index].isIdle {
        let block = plan.pointee.buffer(ofPad: voices[index].pad) ?? sum
        voices[index].mix(into: block + start, count: count)
      }
    }
  }

  private func hasVoices() -> Bool {
    for index in 0..<VoicePool.allVoices where !voices[index].isIdle { return true }
    return false
  }

  /// Starts a sample. The strike must have ended the voices that it replaces.
  ///
  /// - Parameters:
  ///   - streams: of the program; nil if it has no streamed samples.
  ///   - pad: from 0.
  ///   - order: the number of the strike.
  mutating func start(
    _ region: PadRegion, of slot: PadSlot, _ streams: StreamTable?, pad: Int, program: RetirementID,
    gain: Float, order: Int, heldFrames: Int?
  ) {
    if !isAwake { room.finish() }
    isAwake = true
    let index = freeVoice()
    voices[index].close()
    programs[index] = program
    var region = region
    var stream: StreamReader?
    if let whole = region.completion?.pointee.whole.load(ordering: .acquiring) {
      region.frames = whole.pointee
    } else if region.stream >= 0, let streams {
      if let beginning = region.completion?.pointee.beginning.load(ordering: .acquiring) {
        region.frames = beginning.pointee
      }
      streamCount += 1
      stream = StreamReader(
        streams, voice: index, sample: region.stream, after: region.frames.count,
        isLooping: region.isLooping, serial: streamCount)
    }
    voices[index].start(
      region, of: slot, pad: pad, gain: gain, order: order, stream: stream, heldFrames: heldFrames)
    voices[index].setRoom(steadyRoom)
  }

  /// Ends the voices that the key of a pad, from 0, holds, of all programs.
  func release(pad: Int) {
    for index in 0..<VoicePool.allVoices where voices[index].isHeldByKey && voices[index].pad == pad {
      voices[index].release()
    }
  }

  /// Fades out the voices of a pad, from 0, of all programs. Returns whether one was playing.
  ///
  /// - Parameter frames: the duration of the fade; 0 uses the choke fade of each voice.
  func choke(pad: Int, over frames: Int) -> Bool {
    var wasPlaying = false
    for index in 0..<VoicePool.allVoices
    where !voices[index].isIdle && voices[index].pad == pad && voices[index].chokeFade > 0 {
      if voices[index].isPlaying { wasPlaying = true }
      voices[index].choke(over: frames > 0 ? frames : voices[index].chokeFade)
    }
    return wasPlaying
  }

  /// Ends the voices that a player struck on a toggle pad, from 0, of a program. Returns whether one was playing.
  func turnOff(pad: Int, program: RetirementID) -> Bool {
    var wasPlaying = false
    for index in 0..<VoicePool.allVoices
    where voices[index].isHeldByToggle && voices[index].pad == pad && programs[index].value == program.value {
      if voices[index].isPlaying { wasPlaying = true }
      voices[index].release()
    }
    return wasPlaying
  }

  func fadeOutAll(over frames: Int) {
    for index in 0..<VoicePool.allVoices { voices[index].fadeOut(over: frames) }
  }

  /// Fades out voices that repeat without end and that no release of a key ends.
  func fadeOutEndless(over frames: Int) {
    for index in 0..<VoicePool.allVoices where voices[index].isEndless { voices[index].fadeOut(over: frames) }
  }

  /// Returns the index of a free voice. If 64 voices are playing, first fades out the quietest one, of equally quiet
  /// ones the oldest. If no voice is idle, the fading voice that is nearest to silence is cut.
  private func freeVoice() -> Int {
    var playing = 0
    var idle = -1
    var quietest = -1
    var faded = -1
    for index in 0..<VoicePool.allVoices {
      if voices[index].isIdle {
        idle = index
      } else if voices[index].isPlaying {
        playing += 1
        if quietest < 0 || isQuieter(index, than: quietest) { quietest = index }
      } else if faded < 0 || isQuieter(index, than: faded) {
        faded = index
      }
    }
    if playing >= VoicePool.playingVoices { voices[quietest].fadeOut(over: stealFade) }
    return idle >= 0 ? idle : faded
  }

  private func isQuieter(_ index: Int, than other: Int) -> Bool {
    let gain = voices[index].currentGain
    let otherGain = voices[other].currentGain
    return gain < otherGain || (gain == otherGain && voices[index].order < voices[other].order)
  }
}

// MARK: The room

extension VoicePool {
  /// The gain of the room that voices have beside the ramp.
  private var steadyRoom: Float { room.isMoving ? 1 : room.current }

  /// Moves the gain of the room within a number of frames, in the voices that sound too.
  ///
  /// - Parameter factor: linear.
  mutating func setRoom(_ factor: Float, over frames: Int) {
    room.move(to: factor, over: isAwake ? frames : 0)
    setVoicesToRoom()
  }

  /// Sets the gain of the room of another program. Voices that sound keep the gain that they have.
  mutating func useRoom(_ factor: Float) {
    for index in 0..<VoicePool.allVoices { voices[index].leaveRoom(at: room.current) }
    room = GainRamp(factor)
  }

  private func setVoicesToRoom() {
    let factor = steadyRoom
    for index in 0..<VoicePool.allVoices { voices[index].setRoom(factor) }
  }

  /// Adds the next frames of all voices while the gain of the room moves.
  ///
  /// - Parameter count: at most the frames until it stands.
  private mutating func mixMovingRoom(
    into sum: UnsafeMutablePointer<Frame>, _ plan: UnsafePointer<RenderPlanTable>, from start: Int, count: Int
  ) {
    for index in 0..<VoicePool.allVoices where !voices[index].isIdle {
      let out = (plan.pointee.buffer(ofPad: voices[index].pad) ?? sum) + start
      if voices[index].isRoom {
        for frame in 0..<count { block[frame] = .zero }
        voices[index].mix(into: block, count: count)
        var ramp = room
        for frame in 0..<count { out[frame] += block[frame] * ramp.next() }
      } else {
        voices[index].mix(into: out, count: count)
      }
    }
    for _ in 0..<count { _ = room.next() }
    if !room.isMoving { setVoicesToRoom() }
  }
}

// MARK: Retriggering and choking

extension VoicePool {
  /// Fades out the voices of a program that a strike replaces: those of its pad, unless strikes overlap, and those that
  /// its group silences.
  ///
  /// - Parameter pad: from 0.
  func fadeOutReplaced(by slot: PadSlot, pad: Int, program: RetirementID) {
    for index in 0..<VoicePool.allVoices
    where programs[index].value == program.value && !voices[index].isIdle {
      let isSilenced =
        slot.group != 0 && voices[index].silencedBy == slot.group
        || !slot.silencedPads.isEmpty && slot.silencedPads.contains(voices[index].pad + 1)
      if voices[index].pad == pad && slot.overlap < 0 {
        if voices[index].isPlaying { voices[index].fadeOut(over: stealFade) }
      } else if isSilenced {
        voices[index].fadeOut(over: voices[index].chokeFade)
      }
    }
    if slot.overlap > 0 { fadeOutOldest(of: pad, program, leaving: slot.overlap - 1) }
  }

  /// Fades out the strikes of a pad but for the newest ones.
  private func fadeOutOldest(of pad: Int, _ program: RetirementID, leaving count: Int) {
    var oldestKept = Int.max
    for _ in 0..<count {
      oldestKept = newestStrike(of: pad, program, before: oldestKept)
      if oldestKept < 0 { return }
    }
    for index in 0..<VoicePool.allVoices
    where isPlaying(index, pad, program) && voices[index].order < oldestKept {
      voices[index].fadeOut(over: stealFade)
    }
  }

  /// Returns the newest strike of a pad that sounds and is older than another one; −1 if there is none.
  private func newestStrike(of pad: Int, _ program: RetirementID, before order: Int) -> Int {
    var newest = -1
    for index in 0..<VoicePool.allVoices where isPlaying(index, pad, program) && voices[index].order < order {
      newest = max(newest, voices[index].order)
    }
    return newest
  }

  private func isPlaying(_ index: Int, _ pad: Int, _ program: RetirementID) -> Bool {
    programs[index].value == program.value && voices[index].pad == pad && voices[index].isPlaying
  }
}
