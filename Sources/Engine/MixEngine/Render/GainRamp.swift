import AudioBase

/// A gain that moves linearly to its target, so that a change of level does not click. Audio thread.
struct GainRamp: BitwiseCopyable {
  private(set) var current: Float
  private var target: Float
  private var step: Float = 0
  private var remaining = 0

  init(_ gain: Float) {
    current = gain
    target = gain
  }

  /// Whether it is steady at 1, so that frames pass unchanged.
  var isUnity: Bool { remaining == 0 && current == 1 }

  /// Frames until the target is reached.
  var framesLeft: Int { remaining }

  var isMoving: Bool { remaining > 0 }

  /// Moves to a linear gain within a number of frames; at once if that is 0.
  mutating func move(to gain: Float, over frames: Int) {
    target = gain
    if frames <= 0 || gain == current {
      current = gain
      remaining = 0
    } else {
      step = (gain - current) / Float(frames)
      remaining = frames
    }
  }

  /// Moves to the target at once.
  mutating func finish() {
    current = target
    remaining = 0
  }

  /// Returns the gain for the next frame.
  mutating func next() -> Float {
    if remaining == 0 { return current }
    remaining -= 1
    // Sums of steps do not reach the target exactly.
    current = remaining == 0 ? target : current + step
    return current
  }

  mutating func apply(to frames: UnsafeMutablePointer<Frame>, count: Int) {
    if isUnity { return }
    if isMoving {
      for index in 0..<count { frames[index] *= next() }
    } else {
      let gain = current
      for index in 0..<count { frames[index] *= gain }
    }
  }
}
