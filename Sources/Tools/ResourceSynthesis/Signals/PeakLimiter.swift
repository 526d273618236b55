struct PeakLimiter {
  let ceiling: Double
  /// The look-ahead in seconds.
  let lookAhead: Double
  /// The release time in seconds, to -60 dB of the reduction.
  let release: Double

  func limit(_ sound: inout StereoSignal) {
    let ahead = Signal.frames(lookAhead)
    var gains = (0..<sound.count).map { index in
      ceiling / max(ceiling, sound.left[index].magnitude, sound.right[index].magnitude)
    }
    gains = lowest(gains, within: ahead)
    comeBack(&gains)
    gains = averaged(gains, over: ahead + 1)
    sound.each { $0.multiply(gains) }
  }

  /// Returns for each frame the minimum gain of the next `ahead` frames.
  private func lowest(_ gains: Mono, within ahead: Int) -> Mono {
    var lowest = gains
    // Candidates for the minimum of a window, with monotonic gains (a monotonic queue).
    var candidates = [Int](repeating: 0, count: gains.count)
    var front = 0
    var back = 0
    for index in gains.indices.reversed() {
      while back > front, gains[candidates[back - 1]] >= gains[index] { back -= 1 }
      candidates[back] = index
      back += 1
      if candidates[front] > index + ahead { front += 1 }
      lowest[index] = gains[candidates[front]]
    }
    return lowest
  }

  private func comeBack(_ gains: inout Mono) {
    let factor = Signal.decay(release)
    var gain = 1.0
    for index in gains.indices {
      gain = min(gains[index], 1 - (1 - gain) * factor)
      gains[index] = gain
    }
  }

  /// Returns the mean of the last `width` gains, which is smooth and never exceeds the gain that a frame allows.
  private func averaged(_ gains: Mono, over width: Int) -> Mono {
    var averaged = gains
    var sum = gains[0] * Double(width)
    for index in gains.indices {
      sum += gains[index] - gains[max(0, index - width)]
      averaged[index] = sum / Double(width)
    }
    return averaged
  }
}
