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
protocol KitSound: Sendable {
  /// Returns the channels of a stroke, one or two, with a loudness of 1. The seed makes each repetition differ.
  func channels(_ stroke: Stroke, seed: UInt64) -> [Mono]
}

/// An instrument with one channel.
protocol DrumSound: KitSound {
  /// The longest duration in seconds.
  var seconds: Double { get }

  /// Adds the stroke to a silent signal of `seconds`. Its level is arbitrary. `random` makes each repetition differ.
  func strike(_ sound: inout Mono, _ stroke: Stroke, _ random: inout SeededGenerator)
}

extension DrumSound {
  func channels(_ stroke: Stroke, seed: UInt64) -> [Mono] {
    var random = SeededGenerator(seed: seed)
    var sound = Signal.silence(seconds)
    strike(&sound, stroke, &random)
    return StrokeEnds.finish([sound], stroke, floor: 0.0005)
  }
}

enum StrokeEnds {
  /// Returns the channels of a stroke without inaudible low frequencies and without the end below a level relative to the
  /// peak, with a loudness of 1.
  static func finish(_ channels: [Mono], _ stroke: Stroke, floor: Double) -> [Mono] {
    var channels = channels
    for index in channels.indices { channels[index].highPass(25) }
    let level = channels.peak * floor
    let last = channels.map { $0.lastIndex { $0.magnitude >= level } ?? 0 }.max() ?? 0
    for index in channels.indices {
      channels[index].removeLast(channels[index].count - 1 - last)
      channels[index].fadeIn(frames: Int(stroke.between(36, 10)))
      channels[index].fadeOut(frames: channels[index].count * 2 / 5)
      channels[index].removeOffset()
    }
    let loudness = channels.onsetLoudness
    for index in channels.indices { channels[index].scale(1 / loudness) }
    return channels
  }
}

extension [Mono] {
  var peak: Double { map(\.peak).max() ?? 0 }

  /// The root mean square of the loudness of the onset of all channels.
  var onsetLoudness: Double {
    if count == 1 { return self[0].onsetLoudness }
    let squares = map { $0.onsetLoudness * $0.onsetLoudness }
    return (squares.reduce(0, +) / Double(count)).squareRoot()
  }
}

extension Mono {
  /// Raises the first frames linearly from silence.
  mutating func fadeIn(frames: Int) {
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
