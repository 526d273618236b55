/// A major or minor key.
package struct MusicalKey: Hashable, Sendable {
  private static let names = ["C", "C#", "D", "Eb", "E", "F", "F#", "G", "Ab", "A", "Bb", "B"]

  /// The pitch class of the tonic, from 0 for C to 11 for B.
  package let tonic: Int
  package let isMinor: Bool

  /// Creates a key. `tonic` may be in any octave.
  package init(tonic: Int, isMinor: Bool) {
    self.tonic = (tonic % 12 + 12) % 12
    self.isMinor = isMinor
  }

  /// Reads `C`, `F#`, `Bb`, `Am`; nil for another text.
  package init?(_ text: String) {
    let isMinor = text.hasSuffix("m")
    guard let tonic = MusicalKey.names.firstIndex(of: isMinor ? String(text.dropLast()) : text) else {
      return nil
    }
    self.init(tonic: tonic, isMinor: isMinor)
  }

  /// `C`, `F#`, `Bb`, `Am`.
  package var symbol: String { MusicalKey.names[tonic] + (isMinor ? "m" : "") }
  /// `C major`, `A minor`.
  package var name: String { MusicalKey.names[tonic] + (isMinor ? " minor" : " major") }

  package func transposed(by semitones: Int) -> MusicalKey {
    MusicalKey(tonic: tonic + semitones, isMinor: isMinor)
  }
}

/// The key and the tuning of a track, as they were found by its sound.
package struct FoundKey: Hashable, Sendable {
  package let key: MusicalKey
  /// The cents by which the track is tuned above A = 440 Hz; −50 to 50.
  package let tuning: Int

  package init(_ key: MusicalKey, tuning: Int) { (self.key, self.tuning) = (key, tuning) }
}
