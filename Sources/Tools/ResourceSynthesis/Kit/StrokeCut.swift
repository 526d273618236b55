/// The cut of long strokes into beginnings and tails that several strokes share, so that a kit with many of them stays small.
///
/// The modes of a drum have the same frequencies and nearly the same phases in all its strokes. The mean of strokes is in phase
/// with each of them: what fades out of the one and into the other is a whole stroke.
struct StrokeCut {
  /// The velocity layers that share a tail.
  static let layers = 2

  /// The seconds in which strokes fade over to tails.
  let seconds: ClosedRange<Double>
  /// Whether strokes are noise, which is never in phase: the tail is that of other strokes, at constant power.
  let isNoise: Bool

  /// The first frame of a tail that is not silent.
  var start: Int { Signal.frames(seconds.lowerBound) }
  private var end: Int { Signal.frames(seconds.upperBound) }

  /// Returns the beginning of a stroke, which fades out.
  func beginning(of stroke: [Mono]) -> [Mono] {
    stroke.map { channel in
      channel.prefix(end).enumerated().map { $1 * level(at: $0) }
    }
  }

  /// Returns what follows the beginnings of strokes: their mean, with the energy that they have on average.
  func tail(of strokes: [[Mono]]) -> [Mono] {
    let count = strokes.map { $0[0].count }.max() ?? 0
    let tails = strokes.map { stroke in stroke.map { fadingIn($0, count) } }
    var mean = tails[0].map { $0.scaled(1 / Double(tails.count)) }
    for tail in tails.dropFirst() {
      for index in mean.indices { mean[index].mix(tail[index], gain: 1 / Double(tails.count)) }
    }
    func energy(_ channels: [Mono]) -> Double { channels.reduce(0) { $0 + $1.energy } }
    let energies = tails.map(energy).reduce(0, +) / Double(tails.count)
    let gain = (energies / energy(mean)).squareRoot()
    return mean.map { $0.scaled(gain) }
  }

  private func fadingIn(_ channel: Mono, _ count: Int) -> Mono {
    channel.enumerated().map { index, value in
      let level = level(at: index)
      return value * (isNoise ? (1 - level * level).squareRoot() : 1 - level)
    } + Mono(repeating: 0, count: count - channel.count)
  }

  /// Returns the level of the beginning in a frame: a raised cosine from 1 to 0.
  private func level(at frame: Int) -> Double {
    if frame <= start { return 1 }
    if frame >= end { return 0 }
    return 0.5 + 0.5 * ExactMaths.cosine(turns: 0.5 * Double(frame - start) / Double(end - start))
  }
}
