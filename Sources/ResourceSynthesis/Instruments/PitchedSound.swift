import SystemBase

/// An instrument of the demo track: makes one tone at a time.
protocol PitchedSound {
  /// One tone from its first moment to the end of its release.
  ///
  /// - Parameters:
  ///   - key: the MIDI key.
  ///   - seconds: for how long it is held.
  ///   - velocity: 0 to 1.
  func tone(key: Int, seconds: Double, velocity: Double, _ random: inout SeededGenerator) -> Mono
}

extension Mono {
  /// Lets go of a tone: from `held` seconds on it fades along a raised cosine and ends after `release`.
  mutating func release(after held: Double, over release: Double) {
    let start = Signal.frames(held)
    let frames = Signal.frames(release)
    guard start < count else { return }
    for index in start..<count {
      let passed = Double(Swift.min(index - start, frames)) / Double(frames)
      self[index] *= 0.5 + 0.5 * ExactMaths.cosine(turns: 0.5 * passed)
    }
    removeLast(Swift.max(0, count - start - frames))
  }
}
