import AudioBase
import Glibc

/// A track of bursts whose distances grow: two of them tell the place between, at any speed, wherever it was begun.
enum BurstTrack {
  private static let firstGap = 4800
  private static let growth = 480
  private static let length = 240
  /// Frames by which a distance may differ from its own.
  private static let tolerance = 200.0
  /// So many frames of the output without sound end a burst.
  private static let quiet = 1200

  static let seconds = 4.0

  static let frames: [Frame] = {
    var random = SeededRandom(seed: 7)
    var frames = [Frame](repeating: .zero, count: Int(seconds * 48_000))
    for start in starts {
      for index in 0..<length {
        let window = sin(Double.pi * Double(index) / Double(length))
        frames[start + index] = Frame(
          repeating: Float(0.5 * window * Double.random(in: -1...1, using: &random)))
      }
    }
    return frames
  }()

  private static let starts: [Int] = {
    var starts = [2400]
    while case let next = starts[starts.count - 1] + firstGap + growth * (starts.count - 1),
      next + length < Int(seconds * 48_000)
    {
      starts.append(next)
    }
    return starts
  }()

  /// The places of the bursts' weight.
  private static let centres = centres(frames)

  /// For each frame of an output at a speed the place in the track that it holds; −1 where that cannot be told: in
  /// silence, and beside seeks, joins and turns.
  ///
  /// A stretcher leaves single bursts a few milliseconds off: all of a stretch tell of its beginning.
  static func places(_ output: [Frame], speed: Double) -> [Int] {
    let heard = centres(output)
    let codes = zip(heard, heard.dropFirst()).map { code(($1 - $0) * speed) }
    var places = [Int](repeating: -1, count: output.count)
    var start = 0
    while start < codes.count {
      var end = start
      while end < codes.count, let code = codes[end], let first = codes[start], code - first == end - start {
        end += 1
      }
      if end - start > 3, let first = codes[start] {
        let offset = (start...end).map { centres[first + $0 - start] - heard[$0] * speed }.median
        // A distance may be right by chance: the outer ones are left out.
        for frame in Int(heard[start + 1])..<Int(heard[end - 1]) {
          places[frame] = Int((offset + Double(frame) * speed).rounded())
        }
      }
      start = max(end, start + 1)
    }
    return places
  }

  /// Which two bursts stand so far apart.
  private static func code(_ gap: Double) -> Int? {
    let index = Int(((gap - Double(firstGap)) / Double(growth)).rounded())
    guard index >= 0, index + 1 < centres.count else { return nil }
    return abs(centres[index + 1] - centres[index] - gap) < tolerance ? index : nil
  }

  private static func centres(_ output: [Frame]) -> [Double] {
    var centres: [Double] = []
    var (weight, moment, silence) = (0.0, 0.0, 0)
    for index in output.indices {
      let energy = Double(output[index].x * output[index].x)
      silence = energy > 1e-5 ? 0 : silence + 1
      weight += energy
      moment += energy * Double(index)
      if silence == quiet {
        if weight > 0.05 { centres.append(moment / weight) }
        (weight, moment) = (0, 0)
      }
    }
    return centres
  }
}
