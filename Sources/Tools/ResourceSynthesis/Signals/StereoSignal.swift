/// Two channels of the same length.
struct StereoSignal: Sendable {
  var left: Mono
  var right: Mono

  init(seconds: Double) {
    left = Signal.silence(seconds)
    right = left
  }

  var count: Int { left.count }
  var peak: Double { max(left.peak, right.peak) }

  /// Adds a channel with a pan from -1, left, to 1, right, at constant power.
  mutating func mix(_ mono: Mono, at start: Int = 0, gain: Double = 1, pan: Double = 0) {
    let angle = (pan + 1) / 8
    left.mix(mono, at: start, gain: gain * ExactMaths.cosine(turns: angle) * 1.4142135623730951)
    right.mix(mono, at: start, gain: gain * ExactMaths.sine(turns: angle) * 1.4142135623730951)
  }

  mutating func mix(_ other: StereoSignal, at start: Int = 0, gain: Double = 1) {
    left.mix(other.left, at: start, gain: gain)
    right.mix(other.right, at: start, gain: gain)
  }

  mutating func scale(_ gain: Double) {
    left.scale(gain)
    right.scale(gain)
  }

  /// Applies a function to both channels.
  mutating func each(_ body: (inout Mono) -> Void) {
    body(&left)
    body(&right)
  }

  /// Fades out the last seconds with a raised cosine.
  mutating func fadeOut(_ seconds: Double) {
    let frames = min(Signal.frames(seconds), count)
    for index in 0..<frames {
      let gain = 0.5 - 0.5 * ExactMaths.cosine(turns: 0.5 * Double(index) / Double(frames))
      left[count - 1 - index] *= gain
      right[count - 1 - index] *= gain
    }
  }
}
