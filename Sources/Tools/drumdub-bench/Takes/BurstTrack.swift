import SystemBase
import AudioBase
import Glibc

/// A track of bursts. The distances of any four neighbours identify them, at any speed and from any start.
///
/// A time-stretcher moves single bursts by up to 3 ms (measured with Rubber Band at speeds 0.5 and 2), since it shifts
/// onsets to where they can be joined. The mean over 75 bursts is exact to 0.02 ms. The position of a section is
/// therefore computed from all its bursts, and a section with few bursts is not used.
enum BurstTrack {
  /// The possible distances of two bursts in frames.
  private static let gaps = [3840, 4800, 5760, 6720]
  /// The number of successive distances that are unique in the track.
  private static let word = 3
  private static let length = 240
  private static let lead = 1200
  /// The largest deviation of a distance in frames of the track.
  private static let tolerance = 400.0
  /// The number of silent output frames that ends a burst.
  private static let quiet = 900
  /// The smallest number of bursts from which a position is computed.
  private static let fewest = 16
  /// The number of bursts after a seek or a jump of the loop that may match the old position by chance.
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

  /// A cyclic sequence that contains each word once (de Bruijn sequence), by the greedy algorithm that prefers the
  /// largest symbol.
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

  /// The centres of energy of the bursts in frames.
  private static let centres = centres(frames)

  /// Returns the position of a burst, counted on when the track is joined to itself.
  private static func centre(_ index: Int) -> Double {
    centres[index % sequence.count] + Double(index / sequence.count * frames.count)
  }

  /// Returns, for each frame of an output at a speed, its position in the track; −1 if it is not certain: in silence and
  /// near seeks and loop jumps.
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

  /// Determines where bursts that are neighbours were heard.
  ///
  /// - Parameters:
  ///   - stretch: bursts that are neighbours in the track.
  ///   - first: the index in the track of the first one.
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

  /// Returns the cyclic distance of two positions.
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
