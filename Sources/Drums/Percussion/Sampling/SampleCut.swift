/// The places at which a sample is cut into pieces for pads.
package enum SampleCut: String, Hashable, Sendable, CaseIterable {
  case beats
  /// Quarters of beats.
  case steps
  case onsets

  private static let stepsOfBeat = 4

  /// Returns the pieces of a range of a sound: they adjoin and cover it, at most `most`, in their order.
  ///
  /// Of more beats or steps, neighbours stay together, as evenly as possible. Of more onsets, the strongest count.
  ///
  /// - Parameter beats: the frames of the beats, ascending. The last one is the end of a beat.
  /// - Returns: nil if the beats are not known.
  package func pieces(
    of range: Range<Int>, in sound: SampleSound, beats: [Int], most: Int
  ) -> [Range<Int>]? {
    var places: [Int]
    switch self {
    case .onsets: places = OnsetPlaces(sound, in: range).strongest(most - 1)
    case .beats, .steps:
      guard beats.count > 1 else { return nil }
      places = self == .beats ? beats : SampleCut.steps(of: beats)
    }
    places = [range.lowerBound] + places.filter { $0 > range.lowerBound && $0 < range.upperBound }
    let count = min(places.count, most)
    let starts = (0..<count).map { places[$0 * places.count / count] }
    return zip(starts, starts.dropFirst() + [range.upperBound]).map { $0..<$1 }
  }

  private static func steps(of beats: [Int]) -> [Int] {
    zip(beats, beats.dropFirst()).flatMap { beat, next in
      (0..<stepsOfBeat).map { beat + Int((Double((next - beat) * $0) / Double(stepsOfBeat)).rounded()) }
    } + beats.suffix(1)
  }
}
