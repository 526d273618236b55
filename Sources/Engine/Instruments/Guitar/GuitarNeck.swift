/// The neck of a guitar in standard tuning: which string plays which keys.
package enum GuitarNeck {
  package static var strings: Int { 6 }

  /// The keys that can be played: from E1, with a low string that is tuned down, to E6. Others sound octaves away.
  package static var keys: ClosedRange<Int> { 28...88 }

  package static var frets: Int { 24 }

  /// Returns the key of an open string, from 0 for the lowest one: E2, A2, D3, G3, B3, E4.
  package static func openKey(_ string: Int) -> Int { 40 + 5 * string - (string >= 4 ? 1 : 0) }

  static func canPlay(_ key: Int, on string: Int) -> Bool {
    let fret = key - openKey(string)
    return fret <= frets && (fret >= 0 || string == 0)
  }

  /// Returns the key, or the nearest one in other octaves that can be played.
  static func playable(_ key: Int) -> Int {
    var key = min(max(key, 0), 127)
    while key < keys.lowerBound { key += 12 }
    while key > keys.upperBound { key -= 12 }
    return key
  }
}
