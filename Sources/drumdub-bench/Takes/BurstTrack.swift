import AudioBase
import Glibc

/// A track of bursts whose distances grow: two of them tell the place between, at any speed, wherever it was begun.
enum BurstTrack {
  private static let firstGap = 5760
  private static let growth = 96
  private static let length = 240
  /// Frames by which a distance may differ from its own.
  private static let tolerance = 30.0
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
  static func places(_ output: [Frame], speed: Double) -> [Int] {
    let heard = centres(output)
    let codes = zip(heard, heard.dropFirst()).map { code(($1 - $0) * speed) }
    var places = [Int](repeating: -1, count: output.count)
    for index in codes.indices.dropFirst().dropLast() {
      guard let code = codes[index], codes[index - 1] == code - 1, codes[index + 1] == code + 1 else {
        continue
      }
      let step = (centres[code + 1] - centres[code]) / (heard[index + 1] - heard[index])
      for frame in Int(heard[index].rounded(.up))..<Int(heard[index + 1]) {
        places[frame] = Int((centres[code] + (Double(frame) - heard[index]) * step).rounded())
      }
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
