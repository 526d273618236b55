import MusicQuery

/// The full-text search of some words: see `NGrams`.
struct WordMatch {
  /// The expression for FTS5's MATCH; nil if no word has a run.
  let expression: String?
  /// The runs in the expression.
  let runs: Set<String>
  /// The folded words whose presence the expression does not prove, so that the texts must be searched for
  /// them.
  let toVerify: [[UInt8]]

  init(_ words: [String], _ frequencies: NGramFrequencies) {
    let folded = words.map { FoldedText.bytes($0) }.filter { !$0.isEmpty }
    var choice = RunChoice()
    for (word, bytes) in folded.enumerated() {
      for (place, run) in NGrams.runs(of: bytes).enumerated() {
        choice.add(RunChoice.Run(text: run, word: word, place: place, share: frequencies.share(run)))
      }
    }
    let chosen = choice.best()
    runs = Set(chosen.map(\.text))
    expression = chosen.isEmpty ? nil : chosen.map { "\"\($0.text)\"" }.joined(separator: " AND ")
    toVerify = folded.filter { bytes in
      let runs = NGrams.runs(of: bytes)
      return runs.count > 1 || !chosen.contains { $0.text == runs[0] }
    }
  }
}

/// Chooses the runs to search for. Each run costs reading the ids of all tracks that contain it, and saves
/// searching the texts of tracks that do not contain it.
struct RunChoice {
  struct Run {
    var text: String
    /// The number of the word, and the position of the run in it.
    var word: Int
    var place: Int
    /// The share of tracks that contain the run, 0…1.
    var share: Double
  }

  /// The cost of searching a text, relative to reading an id; measured with SQLite 3.40.
  private static let textCost = 100.0
  private static let most = 6

  private var runs: [Run] = []

  mutating func add(_ run: Run) {
    if !runs.contains(where: { $0.text == run.text }) { runs.append(run) }
  }

  /// Returns the rarest run, and further runs as long as they save more than they cost.
  func best() -> [Run] {
    var (chosen, reading, found) = ([Run](), 0.0, 1.0)
    while chosen.count < RunChoice.most {
      var cost = chosen.isEmpty ? Double.infinity : reading + found * RunChoice.textCost
      var next: (run: Run, found: Double)?
      for run in runs where !chosen.contains(where: { $0.text == run.text }) {
        let left = found * RunChoice.overlap(run, with: chosen)
        guard reading + run.share + left * RunChoice.textCost < cost else { continue }
        cost = reading + run.share + left * RunChoice.textCost
        next = (run, left)
      }
      guard let next else { break }
      chosen.append(next.run)
      reading += next.run.share
      found = next.found
    }
    return chosen
  }

  /// Estimates the share of the tracks found by the chosen runs that also contain this run: nearly all if it
  /// overlaps one of them.
  private static func overlap(_ run: Run, with chosen: [Run]) -> Double {
    let distance = chosen.filter { $0.word == run.word }.map { abs($0.place - run.place) }.min()
    // Square roots, which need no function of the C library.
    switch distance {
    case nil: return run.share
    case 1: return run.share.squareRoot().squareRoot().squareRoot()
    case 2: return run.share.squareRoot().squareRoot()
    default: return run.share.squareRoot()
    }
  }
}

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
