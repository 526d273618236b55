import AudioBase

/// One channel of sound at `Signal.rate`.
typealias Mono = [Double]

enum Signal {
  /// The sample rate of all synthesised sound in Hz.
  static let sampleRate = SampleRate.standard
  static let rate = Double(sampleRate.hertz)

  static func frames(_ seconds: Double) -> Int { Int(ExactMaths.rounded(seconds * rate)) }

  static func silence(_ seconds: Double) -> Mono { Mono(repeating: 0, count: frames(seconds)) }

  /// Returns the factor per frame of a decay by 60 dB in a number of seconds.
  static func decay(_ seconds: Double) -> Double { ExactMaths.exp(-6.907755278982137 / (seconds * rate)) }
}

extension Mono {
  var peak: Double { reduce(0) { Swift.max($0, $1.magnitude) } }

  /// Adds another signal from a frame on; frames past the end are dropped.
  mutating func mix(_ other: Mono, at start: Int = 0, gain: Double = 1) {
    let end = Swift.min(count, start + other.count)
    var index = start
    while index < end {
      self[index] += other[index - start] * gain
      index += 1
    }
  }

  mutating func scale(_ gain: Double) {
    for index in indices { self[index] *= gain }
  }

  func scaled(_ gain: Double) -> Mono { map { $0 * gain } }

  mutating func multiply(_ envelope: Mono) {
    for index in indices { self[index] *= envelope[index] }
  }

  /// Saturates the signal softly at ±1, with a gain of `drive` for small values.
  mutating func saturate(drive: Double) {
    for index in indices {
      let value = Swift.min(Swift.max(self[index] * drive, -3), 3)
      let square = value * value
      self[index] = value * (27 + square) / (27 + 9 * square)
    }
  }
}

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

  mutating func mix(_ other: StereoSignal, gain: Double = 1) {
    left.mix(other.left, gain: gain)
    right.mix(other.right, gain: gain)
  }

  mutating func each(_ body: (inout Mono) -> Void) {
    body(&left)
    body(&right)
  }
}
