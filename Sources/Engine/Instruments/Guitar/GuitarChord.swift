/// A chord of the guitar with its usual fingering in the first frets.
package enum GuitarChord: String, CaseIterable, Hashable, Sendable {
  case e = "E"
  case a = "A"
  case d = "D"
  case g = "G"
  case c = "C"
  case f = "F"
  case eMinor = "Em"
  case aMinor = "Am"
  case dMinor = "Dm"
  case bMinor = "Bm"

  /// The fret of each string, from the lowest one; nil for a string that is not played.
  package var frets: [Int?] {
    switch self {
    case .e: [0, 2, 2, 1, 0, 0]
    case .a: [nil, 0, 2, 2, 2, 0]
    case .d: [nil, nil, 0, 2, 3, 2]
    case .g: [3, 2, 0, 0, 0, 3]
    case .c: [nil, 3, 2, 0, 1, 0]
    case .f: [1, 3, 3, 2, 1, 1]
    case .eMinor: [0, 2, 2, 0, 0, 0]
    case .aMinor: [nil, 0, 2, 2, 1, 0]
    case .dMinor: [nil, nil, 0, 2, 3, 1]
    case .bMinor: [nil, 2, 4, 4, 3, 2]
    }
  }

  /// Returns the key that a string plays, from 0 for the lowest string; nil if it is not played.
  package func key(onString string: Int) -> Int? { frets[string].map { GuitarNeck.openKey(string) + $0 } }
}
