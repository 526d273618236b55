/// Holds peaks below a ceiling without a click: the gain goes down before the peak comes.
struct Limiter {
  let ceiling: Double
  /// How long before a peak the gain begins to fall, in seconds.
  let lookAhead: Double
  /// The seconds in which the gain comes back to within 60 dB of where it was.
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

  /// For each frame the lowest gain from there to `ahead` frames later.
  private func lowest(_ gains: Mono, within ahead: Int) -> Mono {
    var lowest = gains
    // The frames that may still be the lowest of a window, their gains rising from the back to the front.
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

  /// The mean of the last `width` gains: no step is left, and none is higher than its frame allows.
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
