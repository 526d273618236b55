import AudioBase

/// One sample being played. Audio thread.
struct Voice: BitwiseCopyable {
  private enum State: BitwiseCopyable { case idle, playing, fading }

  private var state: State = .idle
  private(set) var pad = 0
  private(set) var chokeGroup = 0
  /// Frames in which it fades out when its group is choked.
  private(set) var chokeFade = 0
  /// The number of its strike: lower is older.
  private(set) var order = 0
  /// Whether a player struck it on a gate or toggle pad, so that it sounds until it is released.
  private(set) var isHeld = false
  private var releaseFade = 0
  /// Frames until it is released by itself; −1 if it is not.
  private var heldFrames = -1
  private var frames: UnsafePointer<Frame>?
  private var length = 0
  private var position = 0
  private var gain = Frame.zero
  private var fade = GainRamp(1)

  @_noLocks @_noAllocation
  init() {}

  var isIdle: Bool {
    @_noLocks @_noAllocation get { state == .idle }
  }

  /// Whether it sounds and does not fade out.
  var isPlaying: Bool {
    @_noLocks @_noAllocation get { state == .playing }
  }

  /// The current gain of the louder side.
  var currentGain: Float {
    @_noLocks @_noAllocation get { max(gain.x, gain.y) * fade.current }
  }

  /// - Parameter heldFrames: frames after which a gate or toggle pad ends by itself, 0 for its whole sound; nil if a
  ///   player ends it.
  @_noLocks @_noAllocation
  mutating func start(
    _ region: PadRegion, of slot: PadSlot, pad: Int, gain: Float, order: Int, heldFrames: Int? = nil
  ) {
    self.pad = pad
    chokeGroup = slot.chokeGroup
    chokeFade = slot.chokeFade
    self.order = order
    frames = region.frames
    length = region.count
    position = 0
    self.gain = region.gain * gain
    fade = GainRamp(1)
    releaseFade = slot.releaseFade
    isHeld = (slot.isGate || slot.isToggle) && heldFrames == nil
    self.heldFrames = -1
    if let heldFrames, slot.isGate || slot.isToggle, heldFrames > 0 { self.heldFrames = heldFrames }
    state = length > 0 ? .playing : .idle
  }

  /// Ends the voice within a number of frames; a fade that has begun continues.
  @_noLocks @_noAllocation
  mutating func fadeOut(over frames: Int) {
    if state != .playing { return }
    state = .fading
    fade.move(to: 0, over: frames)
  }

  /// Ends a held voice within the pad's release time.
  @_noLocks @_noAllocation
  mutating func release() { fadeOut(over: releaseFade) }

  /// Adds the next frames of all voices to `out`.
  @_noLocks @_noAllocation
  static func mix(
    _ voices: UnsafeMutablePointer<Voice>, _ voiceCount: Int, into out: UnsafeMutablePointer<Frame>,
    count: Int
  ) {
    for index in 0..<voiceCount where !voices[index].isIdle {
      voices[index].mix(into: out, count: count)
    }
  }

  /// Adds the voice's next frames to `out`.
  @_noLocks @_noAllocation
  mutating func mix(into out: UnsafeMutablePointer<Frame>, count: Int) {
    if heldFrames < 0 { return add(to: out, count: count) }
    let before = min(heldFrames, count)
    add(to: out, count: before)
    heldFrames -= before
    if before == count { return }
    heldFrames = -1
    release()
    add(to: out + before, count: count - before)
  }

  @_noLocks @_noAllocation
  private mutating func add(to out: UnsafeMutablePointer<Frame>, count: Int) {
    guard state != .idle, let frames else { return }
    let here = min(count, length - position)
    let source = frames + position
    if state == .playing {
      FrameBlock.add(source, times: gain, to: out, count: here)
    } else {
      var fade = fade
      for index in 0..<here { out[index] += source[index] * (gain * fade.next()) }
      self.fade = fade
    }
    position += here
    if position >= length || (state == .fading && !fade.isMoving) { state = .idle }
  }
}
