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
