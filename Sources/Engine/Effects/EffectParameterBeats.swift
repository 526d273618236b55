/// Lengths in beats: the steps by which a control moves them, and how they are typed.
extension EffectParameter {
  /// Notes, dotted ones and triplets, in beats.
  private static let notes: [Double] = [
    1.0 / 8, 1.0 / 6, 3.0 / 16, 1.0 / 4, 1.0 / 3, 3.0 / 8, 1.0 / 2, 2.0 / 3, 3.0 / 4, 1, 4.0 / 3, 3.0 / 2, 2,
    8.0 / 3, 3, 4,
  ]

  /// The lengths of notes that the parameter can have, in ascending order; none if its values are no beats.
  package var noteLengths: [Double] { unit == .beats ? EffectParameter.notes.filter(range.contains) : [] }

  /// Returns the length of a note that is the nearest one to a position of a control, 0…1; nil if there is none.
  package func noteLength(at position: Double) -> Double? {
    noteLengths.min { abs(self.position(of: $0) - position) < abs(self.position(of: $1) - position) }
  }

  /// Returns the length of a note that is some steps away from a value, up to the shortest and the longest one; nil if there
  /// is none. From a value between two lengths, the first step leads to the next one.
  package func noteLength(_ steps: Int, from value: Double) -> Double? {
    let lengths = noteLengths
    let below = lengths.filter { $0 < value - 1e-6 }.count
    let isNote = below < lengths.count && abs(lengths[below] - value) <= 1e-6
    let index = below + steps - (!isNote && steps > 0 ? 1 : 0)
    return lengths.isEmpty ? nil : lengths[min(max(index, 0), lengths.count - 1)]
  }

  /// Reads a time, `300ms` or `0.3s`, at a tempo in beats a minute. Returns its length in beats; nil for other text.
  static func beats(ofTime text: String, tempo: Double) -> Double? {
    for (suffix, seconds) in [("ms", 0.001), ("s", 1)] where text.hasSuffix(suffix) {
      if let number = Double(text.dropLast(suffix.count)) { return number * seconds * tempo / 60 }
    }
    return nil
  }

  /// Returns the number before a dot, as of `1/8.` or `1dotted`; nil for a number without one.
  static func undotted(_ number: Substring) -> Substring? {
    for suffix in ["dotted", "."] where number.hasSuffix(suffix) {
      let rest = number.dropLast(suffix.count)
      // "1." is a decimal number.
      return suffix == "." && !rest.contains("/") ? nil : rest
    }
    return nil
  }
}
