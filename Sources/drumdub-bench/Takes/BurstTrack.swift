import AudioBase
import Glibc

/// A track of bursts at even distances, by which its places are told at speeds where no frame is left as it was.
enum BurstTrack {
  private static let distance = 9600
  private static let length = 240

  static let frames: [Frame] = {
    var random = SeededRandom(seed: 7)
    var frames = [Frame](repeating: .zero, count: PlaceTrack.length)
    for start in stride(from: distance, to: frames.count - length, by: distance) {
      for index in 0..<length {
        let window = sin(Double.pi * Double(index) / Double(length))
        frames[start + index] = Frame(
          repeating: Float(0.5 * window * Double.random(in: -1...1, using: &random)))
      }
    }
    return frames
  }()

  /// For each frame of an output that began with the track's beginning, the place in the track; −1 before the first burst
  /// and behind the last.
  static func places(_ output: [Frame]) -> [Int] {
    let centres = centres(output)
    var places = [Int](repeating: -1, count: output.count)
    for (index, pair) in zip(centres, centres.dropFirst()).enumerated() {
      let start = Double(distance * (index + 1)) + Double(length) / 2
      let step = Double(distance) / (pair.1 - pair.0)
      for frame in Int(pair.0)..<Int(pair.1) { places[frame] = Int(start + (Double(frame) - pair.0) * step) }
    }
    return places
  }

  private static func centres(_ output: [Frame]) -> [Double] {
    var centres: [Double] = []
    var (weight, moment, quiet) = (0.0, 0.0, 0)
    for index in output.indices {
      let energy = Double(output[index].x * output[index].x)
      quiet = energy > 1e-5 ? 0 : quiet + 1
      weight += energy
      moment += energy * Double(index)
      if quiet == 2000 {
        if weight > 0.05 { centres.append(moment / weight) }
        (weight, moment) = (0, 0)
      }
    }
    return centres
  }
}
