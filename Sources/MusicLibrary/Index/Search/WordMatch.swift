/// Bare words as a search in the table of runs: see `Grams`.
struct WordMatch {
  /// For FTS5's MATCH; nil where no word asks for anything.
  let expression: String?
  /// Folded words that the expression does not settle: the text has to be looked at.
  let toVerify: [[UInt8]]

  init(_ words: [String], _ rarity: RunRarity) {
    let folded = words.map { FoldedText.bytes($0) }.filter { !$0.isEmpty }
    var choice = RunChoice()
    for (word, bytes) in folded.enumerated() {
      for (place, run) in Grams.runs(of: bytes).enumerated() {
        choice.add(RunChoice.Run(text: run, word: word, place: place, share: rarity.share(run)))
      }
    }
    let chosen = choice.best()
    expression = chosen.isEmpty ? nil : chosen.map { "\"\($0.text)\"" }.joined(separator: " AND ")
    toVerify = folded.filter { bytes in
      let runs = Grams.runs(of: bytes)
      return runs.count > 1 || !chosen.contains { $0.text == runs[0] }
    }
  }
}

/// Which of the runs of some words to look for: each costs the reading of the numbers of all tracks that hold it, and
/// saves looking at the texts of those that do not hold it.
struct RunChoice {
  struct Run {
    var text: String
    /// The word that it is of, and where it begins in it.
    var word: Int
    var place: Int
    /// Of all tracks, those that hold it.
    var share: Double
  }

  /// What looking at a text costs, in readings of a track's number: measured with SQLite 3.40.
  private static let look = 100.0
  private static let most = 6

  private var runs: [Run] = []

  mutating func add(_ run: Run) {
    if !runs.contains(where: { $0.text == run.text }) { runs.append(run) }
  }

  /// The rarest run, and those that then save more than they cost.
  func best() -> [Run] {
    var (chosen, reading, found) = ([Run](), 0.0, 1.0)
    while chosen.count < RunChoice.most {
      var cost = chosen.isEmpty ? Double.infinity : reading + found * RunChoice.look
      var next: (run: Run, found: Double)?
      for run in runs where !chosen.contains(where: { $0.text == run.text }) {
        let left = found * RunChoice.kept(run, beside: chosen)
        guard reading + run.share + left * RunChoice.look < cost else { continue }
        cost = reading + run.share + left * RunChoice.look
        next = (run, left)
      }
      guard let next else { break }
      chosen.append(next.run)
      reading += next.run.share
      found = next.found
    }
    return chosen
  }

  /// The part of what the chosen runs find that holds this one too: nearly all where it overlaps one of them.
  private static func kept(_ run: Run, beside chosen: [Run]) -> Double {
    let distance = chosen.filter { $0.word == run.word }.map { abs($0.place - run.place) }.min()
    // Roots, which the standard library has without asking the system's.
    switch distance {
    case nil: return run.share
    case 1: return run.share.squareRoot().squareRoot().squareRoot()
    case 2: return run.share.squareRoot().squareRoot()
    default: return run.share.squareRoot()
    }
  }
}
