/// A note of the score. Times are in beats from the start of the piece.
struct Note: Equatable, Sendable {
  var start: Double
  var length: Double
  /// The MIDI key; 60 is C4.
  var key: Int
  /// The velocity from 0 to 1.
  var velocity: Double

  /// Returns the key of a name such as `F#4` or `Bb3`.
  static func key(_ name: some StringProtocol) -> Int {
    let steps: [Character: Int] = ["C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11]
    guard let letter = name.first, let step = steps[letter], let octave = name.last?.wholeNumberValue else {
      preconditionFailure("not a tone: \(name)")
    }
    let accidental = name.contains("#") ? 1 : name.contains("b") ? -1 : 0
    return (octave + 1) * 12 + step + accidental
  }
}
