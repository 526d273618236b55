import Glibc

/// A change of the pitch of music by semitones and cents, at most an octave up or down.
package struct Transposition: Hashable, Sendable {
  /// Hundredths of a semitone.
  package static let range = -1_200...1_200
  package static let none = Transposition(cents: 0)

  /// Hundredths of a semitone, in `range`.
  package let cents: Int

  /// Creates a transposition, limited to `range`.
  package init(cents: Int) {
    self.cents = min(max(cents, Transposition.range.lowerBound), Transposition.range.upperBound)
  }

  /// Reads semitones (`-5`, `+2`, `-4.7`), cents (`+30 cents`) or both (`-5 +30 cents`); nil if the text is neither, or the
  /// sum is not in `range`.
  package init?(_ text: String) {
    let words = text.split(separator: " ")
    var semitones = 0.0, cents = 0.0
    switch words.count {
    case 1:
      guard let number = Double(words[0]) else { return nil }
      semitones = number
    case 2 where words[1] == "cents":
      guard let number = Double(words[0]) else { return nil }
      cents = number
    case 3 where words[2] == "cents":
      guard let number = Double(words[0]), let rest = Double(words[1]) else { return nil }
      (semitones, cents) = (number, rest)
    default: return nil
    }
    let sum = (semitones * 100 + cents).rounded()
    guard sum.magnitude <= Double(Transposition.range.upperBound) else { return nil }
    self.cents = Int(sum)
  }

  /// The factor of all frequencies: 2 for an octave up.
  package var factor: Double { exp2(Double(cents) / 1_200) }

  /// Semitones with their sign, as `init(_:)` reads them: `-5`, `+0.3`, `0`.
  package var text: String {
    let (whole, rest) = (Int(cents.magnitude) / 100, Int(cents.magnitude) % 100)
    let sign = cents < 0 ? "-" : cents > 0 ? "+" : ""
    if rest == 0 { return "\(sign)\(whole)" }
    return rest % 10 == 0
      ? "\(sign)\(whole).\(rest / 10)" : "\(sign)\(whole).\(rest / 10)\(rest % 10)"
  }
}
