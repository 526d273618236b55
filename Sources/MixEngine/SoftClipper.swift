import AudioBase

/// Lets samples below its threshold through bit for bit, and bends what is above towards ±1 without a corner.
///
/// Above the threshold t a magnitude m becomes t + (1 − t)·u / (1 + u) with u = (m − t) / (1 − t): the slope is 1 at
/// the threshold, and 1 is never reached. Audio thread.
enum SoftClipper {
  /// −1 dB. Computed, since a stored global would be made at first use, with a lock.
  static var threshold: Float {
    @_noLocks @_noAllocation get { 0.891_250_94 }
  }

  @_noLocks @_noAllocation
  static func apply(to frames: UnsafeMutablePointer<Frame>, count: Int) {
    for index in 0..<count {
      let frame = frames[index]
      // Asked this way round, a sample that is no number is bent too.
      let passes = frame.x.magnitude <= threshold && frame.y.magnitude <= threshold
      if !passes { frames[index] = Frame(bend(frame.x), bend(frame.y)) }
    }
  }

  @_noLocks @_noAllocation
  static func bend(_ sample: Float) -> Float {
    // A sample that is no number would go on for ever in whatever filters it: it becomes silence.
    if sample != sample { return 0 }
    let magnitude = min(sample.magnitude, 1e6)
    if magnitude <= threshold { return sample }
    let above = (magnitude - threshold) / (1 - threshold)
    let bent = threshold + (1 - threshold) * above / (1 + above)
    return sample < 0 ? -bent : bent
  }
}
