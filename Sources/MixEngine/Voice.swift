import AudioBase

/// One sample being played. Audio thread.
struct Voice: BitwiseCopyable {
  private enum State: BitwiseCopyable { case idle, playing, fading }

  private var state: State = .idle
  private(set) var pad = 0
  private(set) var chokeGroup = 0
  /// Frames in which it dies when its group is choked.
  private(set) var chokeFade = 0
  /// Counts strikes: the lower, the older.
  private(set) var order = 0
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

  /// Sounding, and not on its way out.
  var isPlaying: Bool {
    @_noLocks @_noAllocation get { state == .playing }
  }

  /// The larger side's gain as it is now.
  var currentGain: Float {
    @_noLocks @_noAllocation get { max(gain.x, gain.y) * fade.current }
  }

  @_noLocks @_noAllocation
  mutating func start(_ region: PadRegion, of slot: PadSlot, pad: Int, gain: Float, order: Int) {
    self.pad = pad
    chokeGroup = slot.chokeGroup
    chokeFade = slot.chokeFade
    self.order = order
    frames = region.frames
    length = region.count
    position = 0
    self.gain = region.gain * gain
    fade = GainRamp(1)
    state = length > 0 ? .playing : .idle
  }

  /// Ends the voice within so many frames; a fade that is under way goes on.
  @_noLocks @_noAllocation
  mutating func fadeOut(over frames: Int) {
    if state != .playing { return }
    state = .fading
    fade.move(to: 0, over: frames)
  }

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
