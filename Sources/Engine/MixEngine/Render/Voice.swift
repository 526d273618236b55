import AudioBase

/// One sample being played. Audio thread.
struct Voice: BitwiseCopyable {
  private enum State: BitwiseCopyable { case idle, attacking, decaying, sustaining, fading }

  // What each block reads comes first, in two cache lines.
  private var state: State = .idle
  /// Whether it fades out since it was released or choked.
  private var isReleasing = false
  /// Frames until it is released by itself; −1 if it is not.
  private var heldFrames = -1
  private var gain = Frame.zero
  /// The level of the envelope and of the fade-out.
  private var level = GainRamp(1)
  private var source: VoiceSource?
  private var envelope = VoiceEnvelope()
  private var isGate = false
  /// Whether it is choked where a planned hit ends, since no key holds its pad.
  private var isChokedAtEnd = false
  private(set) var pad = 0
  /// The choke group that silences it; 0 for none.
  private(set) var silencedBy = 0
  /// Frames in which it fades out when it is silenced.
  private(set) var chokeFade = 0
  /// The number of its strike: lower is older. The voices of one strike have the same number.
  private(set) var order = 0
  /// Whether a player struck it, so that the release of the key ends it or its repetition.
  private(set) var isHeldByKey = false
  /// Whether a player struck it on a toggle pad, so that the next strike ends it.
  private(set) var isHeldByToggle = false
  /// Whether the gain of the room acts on it.
  private(set) var isRoom = false
  /// The gain without that of the room.
  private var ownGain = Frame.zero

  var isIdle: Bool { state == .idle }

  /// Whether it sounds and does not fade out.
  var isPlaying: Bool { state != .idle && state != .fading }

  /// Whether it repeats its sample until it is ended by something else than the release of its key.
  var isEndless: Bool {
    isPlaying && !isHeldByKey && heldFrames < 0 && (source?.isEndless ?? false)
  }

  /// The current gain of the louder side; during the attack, the gain at its end.
  var currentGain: Float { max(gain.x, gain.y) * (state == .attacking ? 1 : level.current) }

  /// Starts to play a sample.
  ///
  /// - Parameters:
  ///   - stream: the ring of a streamed sample.
  ///   - heldFrames: frames after which a pad that can be released, toggled or choked ends by itself, 0 for its whole
  ///     sound; nil if a player ends it.
  mutating func start(
    _ region: PadRegion, of slot: PadSlot, pad: Int, gain: Float, order: Int, stream: StreamReader? = nil,
    heldFrames: Int? = nil
  ) {
    close()
    self.pad = pad
    silencedBy = slot.silencedBy
    chokeFade = slot.chokeFade
    self.order = order
    source = VoiceSource(region, stream: stream)
    ownGain = region.gain * gain
    self.gain = ownGain
    isRoom = region.isRoom
    envelope = slot.envelope
    isGate = slot.isGate || slot.isToggle
    isHeldByKey = slot.isReleasable && heldFrames == nil
    isHeldByToggle = slot.isToggle && heldFrames == nil
    isReleasing = false
    self.heldFrames = -1
    isChokedAtEnd = slot.chokeFade > 0 && !slot.isReleasable && !slot.isToggle
    if let heldFrames, heldFrames > 0, slot.isReleasable || slot.isToggle || isChokedAtEnd {
      self.heldFrames = heldFrames
    }
    beginAttack()
    if region.frames.count == 0 && stream == nil { end() }
  }

  /// Ends the voice within a number of frames. A fade that has begun continues, but the fade of a released voice is
  /// shortened.
  mutating func fadeOut(over frames: Int) {
    if state == .idle { return }
    if state == .fading && (!isReleasing || frames >= level.framesLeft) { return }
    state = .fading
    isReleasing = false
    level.move(to: 0, over: frames)
  }

  /// Ends the voice within a number of frames, as a hand that grabs a cymbal does. A later fade may shorten this one.
  mutating func choke(over frames: Int) {
    if !isPlaying && !isReleasing { return }
    fadeOut(over: frames)
    isReleasing = true
  }

  /// Ends a held voice within the pad's release time, or only its repetition if the pad sounds to its end.
  mutating func release() {
    source?.releaseLoop()
    if !isGate || !isPlaying { return }
    fadeOut(over: envelope.release.value)
    isReleasing = true
  }

  /// Ends the voice at once. To be called before its place is used for another one.
  mutating func close() {
    source?.close()
    source = nil
    state = .idle
  }

  // MARK: Room

  /// Sets the linear gain of the room, if that acts on it.
  mutating func setRoom(_ factor: Float) {
    if isRoom { gain = ownGain * factor }
  }

  /// Sets the linear gain of the room for the last time, since another program is played.
  mutating func leaveRoom(at factor: Float) {
    setRoom(factor)
    isRoom = false
  }

  // MARK: Envelope

  private mutating func beginAttack() {
    state = .attacking
    level = GainRamp(envelope.attack.value > 0 ? 0 : 1)
    level.move(to: 1, over: envelope.attack.value)
    if !level.isMoving { beginDecay() }
  }

  private mutating func beginDecay() {
    level.move(to: envelope.sustain, over: envelope.decay.value)
    state = level.isMoving ? .decaying : .sustaining
    if state == .sustaining && level.current == 0 { end() }
  }

  /// Begins the next stage, since the level has reached its target.
  private mutating func endStage() {
    switch state {
    case .attacking: beginDecay()
    case .decaying:
      state = .sustaining
      if level.current == 0 { end() }
    case .fading: end()
    case .sustaining, .idle: break
    }
  }

  private mutating func end() { close() }

  // MARK: Mixing

  /// Adds the next frames of all voices to `out`, in their order. Four voices that sound evenly are added in one pass, or two
  /// of them, which reads and writes `out` once; the sums are the same.
  static func mix(
    _ voices: UnsafeMutablePointer<Voice>, _ voiceCount: Int, into out: UnsafeMutablePointer<Frame>,
    count: Int
  ) {
    // The voices before that sound evenly and are not added yet, and their number.
    var (first, second, third) = (voices, voices, voices)
    var waiting = 0
    for index in 0..<voiceCount where !voices[index].isIdle {
      let voice = voices + index
      if voice.pointee.soundsEvenly(for: count) {
        switch waiting {
        case 0: first = voice
        case 1: second = voice
        case 2: third = voice
        default: addEven(first, second, third, voice, to: out, count: count)
        }
        waiting = (waiting + 1) & 3
        continue
      }
      mix(first, second, third, waiting, into: out, count: count)
      waiting = 0
      voice.pointee.mix(into: out, count: count)
    }
    mix(first, second, third, waiting, into: out, count: count)
  }

  /// Adds the next frames of the first of three voices, which sound evenly.
  private static func mix(
    _ first: UnsafeMutablePointer<Voice>, _ second: UnsafeMutablePointer<Voice>,
    _ third: UnsafeMutablePointer<Voice>, _ number: Int, into out: UnsafeMutablePointer<Frame>, count: Int
  ) {
    if number == 0 { return }
    if number == 1 { return first.pointee.mix(into: out, count: count) }
    first.pointee.addEven(beside: &second.pointee, to: out, count: count)
    if number == 3 { third.pointee.mix(into: out, count: count) }
  }

  /// Adds the voice's next frames to `out`.
  mutating func mix(into out: UnsafeMutablePointer<Frame>, count: Int) {
    if heldFrames < 0 { return add(to: out, count: count) }
    let before = min(heldFrames, count)
    add(to: out, count: before)
    heldFrames -= before
    if before == count { return }
    heldFrames = -1
    if isChokedAtEnd { choke(over: chokeFade) } else { release() }
    add(to: out + before, count: count - before)
  }

  /// Returns whether its level stands and its next frames are in memory without a break.
  private func soundsEvenly(for count: Int) -> Bool {
    state == .sustaining && heldFrames < 0 && (source?.hasResident(count) ?? false)
  }

  /// Adds the next frames of two voices that sound evenly.
  private mutating func addEven(
    beside other: inout Voice, to out: UnsafeMutablePointer<Frame>, count: Int
  ) {
    let (one, two) = (nextEven(count), other.nextEven(count))
    one.frames.add(times: one.gain, two.frames, times: two.gain, to: out)
    endAtEnd()
    other.endAtEnd()
  }

  /// Adds the next frames of four voices that sound evenly.
  private static func addEven(
    _ first: UnsafeMutablePointer<Voice>, _ second: UnsafeMutablePointer<Voice>,
    _ third: UnsafeMutablePointer<Voice>, _ fourth: UnsafeMutablePointer<Voice>,
    to out: UnsafeMutablePointer<Frame>, count: Int
  ) {
    let (one, two) = (first.pointee.nextEven(count), second.pointee.nextEven(count))
    let (three, four) = (third.pointee.nextEven(count), fourth.pointee.nextEven(count))
    one.frames.add(
      times: one.gain, two.frames, times: two.gain, three.frames, times: three.gain, four.frames,
      times: four.gain, to: out)
    first.pointee.endAtEnd()
    second.pointee.endAtEnd()
    third.pointee.endAtEnd()
    fourth.pointee.endAtEnd()
  }

  /// Returns the next frames of a voice that sounds evenly, and their gain, and moves on by them.
  private mutating func nextEven(_ count: Int) -> (frames: SampleFrames, gain: Frame) {
    (source?.nextResident(count) ?? SampleFrames(silence: count), gain * level.current)
  }

  private mutating func endAtEnd() {
    if source?.isAtEnd ?? true { end() }
  }

  private mutating func add(to out: UnsafeMutablePointer<Frame>, count: Int) {
    var done = 0
    while done < count && state != .idle {
      if state == .fading && !level.isMoving { return end() }
      let most = level.isMoving ? min(count - done, level.framesLeft) : count - done
      guard let run = source?.nextRun(most), run.count > 0 else { return end() }
      if level.isMoving {
        run.add(times: gain, level: &level, to: out + done)
      } else {
        run.add(times: gain * level.current, to: out + done)
      }
      source?.advance(run)
      done += run.count
      if !level.isMoving { endStage() }
      if source?.isAtEnd ?? true { end() }
    }
  }
}
