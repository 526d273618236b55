import SystemBase

/// An instrument of the demo track: synthesises one note at a time.
protocol PitchedSound {
  /// Synthesises a note from its attack to the end of its release.
  ///
  /// - Parameters:
  ///   - key: the MIDI key.
  ///   - seconds: the duration until the release.
  ///   - velocity: 0 to 1.
  func tone(key: Int, seconds: Double, velocity: Double, _ random: inout SeededGenerator) -> Mono
}

extension Mono {
  /// Releases a note: fades it with a raised cosine from `held` seconds on, for `release` seconds.
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
