import AudioBase

/// Arithmetic on blocks of frames. Audio thread.
enum FrameBlock {
  /// The most frames of one block; what a device requests beyond it is rendered in parts.
  static var capacity: Int {
    @_noLocks @_noAllocation get { 2048 }
  }

  /// Adds `source` to `out`. The two do not overlap.
  @_noLocks @_noAllocation
  static func add(_ source: UnsafePointer<Frame>, to out: UnsafeMutablePointer<Frame>, count: Int) {
    for index in 0..<count { out[index] += source[index] }
  }
}

/// A constant delay of frames that skips silence. Audio thread.
struct FrameDelay: ~Copyable {
  private let frames: Int
  private var line: DelayLine<Frame>
  /// The number of silent frames since the last one that was not silent.
  private var silentFrames: Int

  /// Creates a delay that contains silence.
  ///
  /// - Parameter frames: the delay, at least 1.
  init(frames: Int) {
    precondition(frames > 0)
    self.frames = frames
    silentFrames = frames
    line = DelayLine(length: frames + 1, .zero)
  }

  /// Begins a block. - Returns: whether its output is silent; then `next` must not be called for it.
  @_noLocks @_noAllocation
  mutating func staysSilent(count: Int, isSilent: Bool) -> Bool {
    if isSilent && silentFrames >= frames { return true }
    silentFrames = isSilent ? silentFrames + count : 0
    return false
  }

  /// Takes the next frame and returns the delayed one.
  @_noLocks @_noAllocation
  mutating func next(_ frame: Frame) -> Frame {
    line.push(frame)
    return line.at(frames)
  }
}
