import SystemBase

struct Stroke {
  /// The force, from 0, the softest layer of a pad, to 1, the hardest.
  let force: Double

  /// Returns the value at this force, linear between that of the softest and that of the hardest stroke.
  func between(_ soft: Double, _ hard: Double) -> Double { soft + (hard - soft) * force }

  /// Returns a frequency in Hz that rises with the force by a number of octaves.
  func frequency(_ soft: Double, octaves: Double) -> Double { soft * ExactMaths.exp2(octaves * force) }
}

/// An instrument of a kit: synthesises single strokes, of which harder ones are brighter, as they excite higher modes.
protocol DrumSound: Sendable {
  /// The longest duration in seconds.
  var seconds: Double { get }

  /// Adds the stroke to a silent signal of `seconds`. Its level is arbitrary. `random` makes each repetition differ.
  func strike(_ sound: inout Mono, _ stroke: Stroke, _ random: inout SeededGenerator)
}

extension DrumSound {
  /// The level below which the end of a stroke is cut, relative to its peak: -66 dB.
  private static var floor: Double { 0.0005 }

  /// Returns the stroke without inaudible low frequencies and without its inaudible end, with a loudness of 1.
  func render(_ stroke: Stroke, seed: UInt64) -> Mono {
    var random = SeededGenerator(seed: seed)
    var sound = Signal.silence(seconds)
    strike(&sound, stroke, &random)
    sound.highPass(25)
    sound.cutEnd(below: sound.peak * Self.floor)
    sound.fadeIn(frames: Int(stroke.between(36, 10)))
    sound.fadeOut(frames: sound.count * 2 / 5)
    sound.removeOffset()
    sound.scale(1 / sound.onsetLoudness)
    return sound
  }
}

extension Mono {
  /// Removes the frames after the last one whose magnitude is at least a level.
  fileprivate mutating func cutEnd(below level: Double) {
    let last = lastIndex { $0.magnitude >= level } ?? 0
    removeLast(count - 1 - last)
  }

  /// Raises the first frames linearly from silence.
  fileprivate mutating func fadeIn(frames: Int) {
    for index in 0..<Swift.min(frames, count) { self[index] *= Double(index + 1) / Double(frames + 1) }
  }

  /// Fades out the last frames with a raised cosine.
  mutating func fadeOut(frames: Int) {
    for index in 0..<Swift.min(frames, count) {
      self[count - 1 - index] *= 0.5 - 0.5 * ExactMaths.cosine(turns: 0.5 * Double(index) / Double(frames))
    }
  }

  /// Removes the DC offset with a window, so that the ends stay silent.
  fileprivate mutating func removeOffset() {
    let mean = reduce(0, +) / Double(count)
    for index in indices {
      self[index] -= mean * (1 - ExactMaths.cosine(turns: Double(index) / Double(count - 1)))
    }
  }
}
