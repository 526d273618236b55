import AudioBase

/// Counts for how long nothing has sounded. Audio thread.
struct SilenceTimer: BitwiseCopyable {
  /// After so many seconds the device may rest: the meters have fallen by 70 dB, and who drums has paused.
  static var long: Double {
    @_noLocks @_noAllocation get { 6 }
  }

  private let longFrames: Int
  private var frames = 0

  init(rate: SampleRate) { longFrames = FrameCount(seconds: SilenceTimer.long, at: rate).value }

  var isLong: Bool { frames >= longFrames }

  @_noLocks @_noAllocation
  mutating func note(_ count: Int, isSilent: Bool) { frames = isSilent ? frames + count : 0 }

  mutating func end() { frames = 0 }
}
