import SystemBase
import AudioBase
import Glibc

/// A track of bursts, any four of which tell by their distances which they are: at any speed, wherever it was begun.
///
/// A stretcher lets single bursts come up to 3 ms early or late (measured with Rubber Band at 0.5 and 2): it moves
/// beginnings of sounds to where they can be joined. On average they come where they should: over 75 bursts to 0.02 ms.
/// So all bursts of a stretch tell of its place, and a stretch of few of them tells nothing.
enum BurstTrack {
  /// Frames from one burst to the next.
  private static let gaps = [3840, 4800, 5760, 6720]
  /// As many gaps in a row stand nowhere else.
  private static let word = 3
  private static let length = 240
  private static let lead = 1200
  /// Frames of the track by which a distance may differ from its own.
  private static let tolerance = 400.0
  /// So many frames of the output without sound end a burst.
  private static let quiet = 900
  /// Bursts of a stretch that tell of its place.
  private static let fewest = 16
  /// Behind a seek or a turn so many bursts more may stand as if there had been none, by chance.
  private static let doubtful = 4

  static let seconds = FrameCount(frames.count).seconds(at: .standard)

  static let frames: [Frame] = {
    var random = SeededGenerator(seed: 7)
    let total = sequence.map { gaps[$0] }.reduce(0, +)
    var frames = [Frame](repeating: .zero, count: total)
    var start = lead
    for symbol in sequence {
      for index in 0..<length {
        let window = sin(Double.pi * Double(index) / Double(length))
        frames[start + index] = Frame(
          repeating: Float(0.5 * window * Double.random(in: -1...1, using: &random)))
      }
      start = (start + gaps[symbol]) % total
    }
    return frames
  }()

  /// A circle in which each word stands once (de Bruijn), made by always taking the greatest that is new.
  private static let sequence: [Int] = {
    var list = [Int](repeating: 0, count: word)
    var known: Set = [list]
    while let next = gaps.indices.reversed().first(where: {
      known.insert(list.suffix(word - 1) + [$0]).inserted
    }) {
      list.append(next)
    }
    return list.dropLast(word - 1)
  }()

  private static let places: [[Int]: Int] = Dictionary(
    uniqueKeysWithValues: sequence.indices.map { index in
      ((0..<word).map { sequence[(index + $0) % sequence.count] }, index)
    })

  /// The places of the bursts' weight.
  private static let centres = centres(frames)

  /// The place of a burst, counted on through joins of the track with itself.
  private static func centre(_ index: Int) -> Double {
    centres[index % sequence.count] + Double(index / sequence.count * frames.count)
  }

  /// For each frame of an output at a speed the place in the track that it holds; −1 where that cannot be told: in
  /// silence, and beside seeks and turns.
  static func places(_ output: [Frame], speed: Double) -> [Int] {
    let heard = centres(output)
    let symbols = zip(heard, heard.dropFirst()).map { symbol(($1 - $0) * speed) }
    let codes = symbols.indices.dropLast(word - 1).map { code(symbols[$0..<($0 + word)]) }
    var places = [Int](repeating: -1, count: output.count)
    var start = 0
    while start < codes.count {
      var end = start + 1
      while end < codes.count, let first = codes[start], codes[end] == (first + end - start) % sequence.count
      {
        end += 1
      }
      if let first = codes[start] {
        let (from, to) = (start + doubtful, end + word - doubtful)
        if to - from >= fewest { fill(&places, heard, from..<to, first: first + doubtful, speed) }
      }
      start = end
    }
    return places
  }

  /// - Parameters:
  ///   - stretch: bursts that follow upon each other in the track too.
  ///   - first: which of the track's they begin with.
  private static func fill(
    _ places: inout [Int], _ heard: [Double], _ stretch: Range<Int>, first: Int, _ speed: Double
  ) {
    let offsets = stretch.map { centre(first + $0 - stretch.lowerBound) - heard[$0] * speed }.sorted()
    let middle = offsets[(offsets.count / 4)..<(offsets.count - offsets.count / 4)]
    let offset = middle.reduce(0, +) / Double(middle.count)
    for frame in Int(heard[stretch.lowerBound])..<Int(heard[stretch.upperBound - 1]) {
      places[frame] = Int((offset + Double(frame) * speed).rounded()) % frames.count
    }
  }

  private static func symbol(_ gap: Double) -> Int? {
    gaps.firstIndex { abs(Double($0) - gap) < tolerance }
  }

  private static func code(_ symbols: ArraySlice<Int?>) -> Int? {
    let known = symbols.compactMap { $0 }
    return known.count == word ? places[known] : nil
  }

  /// How far two places are apart, the end being the beginning.
  static func distance(_ one: Int, _ other: Int) -> Int {
    let apart = abs(one - other) % frames.count
    return min(apart, frames.count - apart)
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
