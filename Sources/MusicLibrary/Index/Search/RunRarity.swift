import SystemBase

/// How many of all tracks hold a run of characters: counted where the index has been at rest since, else guessed by
/// the run's letters.
///
/// One thread, for as long as the connection is lent.
final class RunRarity {
  /// Runs in fewer than one of so many tracks are not kept: they are rare, and that is enough to know.
  static let finest = 4_000
  /// The counter of the tracks that there were when runs were counted.
  static let total = "runs counted"

  private let find: Statement
  private let total: Double

  init(_ connection: borrowing Connection) throws(LibraryError) {
    let counted = try connection.prepare("SELECT value FROM counters WHERE name = '\(RunRarity.total)'")
    total = Double(try counted.first { $0.integer(0) } ?? 0)
    find = connection.keep("SELECT count FROM gram_counts WHERE gram = ?1")
  }

  /// 0…1. Statistics only: where they cannot be read, a guess does.
  ///
  /// - Parameter run: as `Grams.runs` gives it.
  func share(_ run: String) -> Double {
    guard total > 0 else { return RunRarity.guess(run) }
    find.bind(1, run)
    guard let found = try? find.first({ Double($0.integer(0)) }) else {
      return 0.5 / Double(RunRarity.finest)
    }
    return min(max(found / total, 0), 1)
  }

  /// The letters of English by how often they are used; in other languages of the alphabet it is not far from that.
  private static let common = Array("etaoinshrdlcumwfgypbvkjxqz".unicodeScalars)

  private static func guess(_ run: String) -> Double {
    // A text has some sixty places for it.
    let share = run.unicodeScalars.reduce(60.0) { product, scalar in
      // A blank or mark of ASCII has been moved up by 0x80.
      if scalar.value == 0xA0 { return product * 0.15 }
      return product * 0.12 / Double(1 + (common.firstIndex(of: scalar) ?? 40) / 3)
    }
    return min(share, 1)
  }
}
