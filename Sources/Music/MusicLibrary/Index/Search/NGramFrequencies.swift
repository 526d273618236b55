import SystemBase

/// Estimates the share of tracks that contain a run of characters: from the stored counts, or from the
/// letters of the run if there are none yet.
///
/// One thread; valid while the connection is borrowed.
final class NGramFrequencies {
  /// Runs in fewer than one of this many tracks are not stored: they count as rare.
  static let finest = 4_000

  private let find: Statement
  private let total: Double

  init(_ connection: borrowing Connection) throws(LibraryError) {
    total = Double(try Counter.runsCounted.value(connection))
    find = try connection.prepare("SELECT count FROM gram_counts WHERE gram = ?")
  }

  /// Returns the estimated share, 0…1. An error of the index leads to a guess, because the share only affects
  /// speed.
  ///
  /// - Parameter run: one of `NGrams.runs`.
  func share(_ run: String) -> Double {
    guard total > 0 else { return NGramFrequencies.guess(run) }
    find.bind([.text(run)])
    guard let found = (try? find.firstInteger()).map(Double.init) else {
      return 0.5 / Double(NGramFrequencies.finest)
    }
    return min(max(found / total, 0), 1)
  }

  /// The letters of English by frequency; other languages with Latin letters are similar.
  private static let common = Array("etaoinshrdlcumwfgypbvkjxqz".unicodeScalars)

  private static func guess(_ run: String) -> Double {
    // A text has about sixty positions.
    let share = run.unicodeScalars.reduce(60.0) { product, scalar in
      // `NGrams` shifts blanks and punctuation by 0x80.
      if scalar.value == 0xA0 { return product * 0.15 }
      return product * 0.12 / Double(1 + (common.firstIndex(of: scalar) ?? 40) / 3)
    }
    return min(share, 1)
  }
}
