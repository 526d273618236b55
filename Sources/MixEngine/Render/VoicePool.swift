import AudioBase

/// The voices of the pads: 64 that play, and room for 64 that fade out. Audio thread.
struct VoicePool: ~Copyable {
  /// Computed, since stored globals would be initialised at first use, with a lock.
  static var playingVoices: Int {
    @_noLocks @_noAllocation get { 64 }
  }
  static var allVoices: Int {
    @_noLocks @_noAllocation get { 128 }
  }

  private let voices: UnsafeMutablePointer<Voice>
  /// For each voice the program that it plays from.
  private let programs: UnsafeMutablePointer<RetirementID>
  private let stealFade: Int
  /// Whether a voice is not idle.
  private var isAwake = false

  /// - Parameter stealFade: frames in which a voice fades out whose pad is struck again or that another one replaces.
  init(stealFade: Int) {
    voices = .allocate(capacity: VoicePool.allVoices)
    voices.initialize(repeating: Voice(), count: VoicePool.allVoices)
    programs = .allocate(capacity: VoicePool.allVoices)
    programs.initialize(repeating: .none, count: VoicePool.allVoices)
    self.stealFade = stealFade
  }

  deinit {
    voices.deallocate()
    programs.deallocate()
  }

  var isSilent: Bool {
    @_noLocks @_noAllocation get { !isAwake }
  }

  /// The pads that sound, a bit for each; pad 1 is the lowest.
  var soundingPads: UInt64 {
    @_noLocks @_noAllocation get {
      var mask: UInt64 = 0
      if !isAwake { return mask }
      for index in 0..<VoicePool.allVoices where voices[index].isPlaying {
        mask |= 1 << UInt64(voices[index].pad & 63)
      }
      return mask
    }
  }

  /// Whether a voice plays from a program.
  @_noLocks @_noAllocation
  func isPlaying(_ program: RetirementID) -> Bool {
    for index in 0..<VoicePool.allVoices
    where programs[index].value == program.value && !voices[index].isIdle { return true }
    return false
  }

  /// Adds the next frames of all voices to the buses of their pads, or to the sum.
  ///
  /// - Parameter start: where the frames begin in the memory of the buses.
  @_noLocks @_noAllocation
  mutating func mix(
    into sum: UnsafeMutablePointer<Frame>, _ plan: UnsafePointer<RenderPlanTable>, from start: Int, count: Int
  ) {
    if !isAwake { return }
    if plan.pointee.padBusCount == 0 {
      Voice.mix(voices, VoicePool.allVoices, into: sum + start, count: count)
    } else {
      for index in 0..<VoicePool.allVoices where !voices[index].isIdle {
        let block = plan.pointee.buffer(ofPad: voices[index].pad) ?? sum
        voices[index].mix(into: block + start, count: count)
      }
    }
    isAwake = hasVoices()
  }

  @_noLocks @_noAllocation
  private func hasVoices() -> Bool {
    for index in 0..<VoicePool.allVoices where !voices[index].isIdle { return true }
    return false
  }

  /// Starts a sample, after the voices that it replaces have begun to fade: those of its pad and of its choke group.
  ///
  /// - Parameters:
  ///   - pad: from 0.
  ///   - order: the number of the strike.
  @_noLocks @_noAllocation
  mutating func start(
    _ region: PadRegion, of slot: PadSlot, pad: Int, program: RetirementID, gain: Float, order: Int,
    heldFrames: Int?
  ) {
    fadeOutReplaced(by: pad, group: slot.chokeGroup)
    isAwake = true
    let index = freeVoice()
    programs[index] = program
    voices[index].start(region, of: slot, pad: pad, gain: gain, order: order, heldFrames: heldFrames)
  }

  /// Ends the held voices of a pad, from 0. - Returns: whether one was playing.
  @_noLocks @_noAllocation
  func release(pad: Int) -> Bool {
    var wasPlaying = false
    for index in 0..<VoicePool.allVoices where voices[index].isHeld && voices[index].pad == pad {
      if voices[index].isPlaying { wasPlaying = true }
      voices[index].release()
    }
    return wasPlaying
  }

  @_noLocks @_noAllocation
  func fadeOutAll(over frames: Int) {
    for index in 0..<VoicePool.allVoices { voices[index].fadeOut(over: frames) }
  }

  @_noLocks @_noAllocation
  private func fadeOutReplaced(by pad: Int, group: Int) {
    for index in 0..<VoicePool.allVoices where voices[index].isPlaying {
      if voices[index].pad == pad {
        voices[index].fadeOut(over: stealFade)
      } else if group != 0 && voices[index].chokeGroup == group {
        voices[index].fadeOut(over: voices[index].chokeFade)
      }
    }
  }

  /// Returns the index of a free voice. If 64 voices are playing, first fades out the quietest one, of equally quiet
  /// ones the oldest. If no voice is idle, the fading voice that is nearest to silence is cut.
  @_noLocks @_noAllocation
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

  @_noLocks @_noAllocation
  private func isQuieter(_ index: Int, than other: Int) -> Bool {
    let gain = voices[index].currentGain
    let otherGain = voices[other].currentGain
    return gain < otherGain || (gain == otherGain && voices[index].order < voices[other].order)
  }
}
