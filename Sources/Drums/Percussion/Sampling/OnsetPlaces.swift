import AudioBase
import Glibc

/// Finds the exact frames at which sounds begin, by the rise of their energy. For sounds of some seconds.
struct OnsetPlaces {
  private struct Candidate {
    var step: Int
    var strength: Float
  }

  /// Steps in a second.
  private static let stepRate = 750
  /// The steps before a rise, and those from it on, whose means are compared.
  private static let (before, after) = (6, 3)
  /// The least distance of onsets in seconds.
  private static let distance = 0.05
  /// The least rise that counts: about a doubling of the energy.
  private static let leastRise: Float = 1

  private let levels: ArraySlice<Float>
  private let step: Int
  /// Logarithms of the energy of each step, of differences of neighbours, so that bass does not hide attacks.
  private var energies: [Float] = []

  /// Analyses a range of a sound.
  init(_ sound: SampleSound, in range: Range<Int>) {
    levels = sound.levels[range.clamped(to: 0..<sound.count)]
    step = max(sound.rate.hertz / OnsetPlaces.stepRate, 1)
    var sums = stride(from: levels.startIndex, to: levels.endIndex, by: step).map { start in
      (start..<min(start + step, levels.endIndex)).reduce(Float(0)) { sum, index in
        let change = levels[index] - (index > levels.startIndex ? levels[index - 1] : 0)
        return sum + change * change
      }
    }
    let floor = max(sums.reduce(0, +) / Float(max(sums.count, 1)) * 0.01, .leastNormalMagnitude)
    for index in sums.indices { sums[index] = log2(1 + sums[index] / floor) }
    energies = sums
  }

  /// Returns the strongest onsets, at most `most`, ascending; none at the first frame.
  func strongest(_ most: Int) -> [Int] {
    let rises = energies.indices.map { rise(at: $0) }
    let reach = Int(OnsetPlaces.distance * Double(OnsetPlaces.stepRate))
    var candidates = rises.indices.filter { index in
      rises[index] >= OnsetPlaces.leastRise
        && rises[max(index - reach, 0)..<index].allSatisfy { $0 < rises[index] }
        && rises[index...min(index + reach, rises.count - 1)].allSatisfy { $0 <= rises[index] }
    }.map { Candidate(step: $0, strength: rises[$0]) }
    candidates.sort { ($0.strength, $1.step) > ($1.strength, $0.step) }
    let places = candidates.map { place(of: $0.step) }.filter { $0 > levels.startIndex }
    return Array(Set(places.prefix(most))).sorted()
  }

  private func rise(at index: Int) -> Float {
    func mean(_ range: Range<Int>) -> Float {
      let inside = range.clamped(to: 0..<energies.count)
      // Before the sound, there is silence.
      return energies[inside].reduce(0, +) / Float(range.count)
    }
    return mean(index..<index + OnsetPlaces.after) - mean(index - OnsetPlaces.before..<index)
  }

  /// Returns the first frame of the sound that begins about a step: the one after which the level stays above that before
  /// the rise.
  private func place(of index: Int) -> Int {
    let first = max(levels.startIndex + (index - 2) * step, levels.startIndex)
    let last = min(levels.startIndex + (index + OnsetPlaces.after) * step, levels.endIndex)
    let quiet = levels[max(first - 4 * step, levels.startIndex)..<first]
    let floor = quiet.reduce(0) { max($0, $1.magnitude) }
    let peak = levels[first..<last].reduce(0) { max($0, $1.magnitude) }
    let threshold = min(max(floor * 1.5, peak * 0.1), peak)
    var place = levels[first..<last].firstIndex { $0.magnitude >= threshold } ?? first
    while place > first, levels[place - 1].magnitude > floor { place -= 1 }
    return place
  }
}
