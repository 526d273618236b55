/// Bare words as a search in the table of runs: see `Grams`.
struct WordMatch {
  /// For FTS5's MATCH; nil where no word asks for anything.
  let expression: String?
  /// Folded words that the expression does not settle: the text has to be looked at.
  let toVerify: [[UInt8]]

  /// Each further run costs the reading of all tracks that hold it, and saves less and less looking at texts.
  private static let most = 3

  init(_ words: [String]) {
    var folded: [(word: [UInt8], runs: [String])] = []
    for word in words {
      let bytes = FoldedText.bytes(word)
      let runs = Grams.runs(of: bytes).map { (RunRarity.score($0), $0) }.sorted { $0.0 > $1.0 }.map(\.1)
      if !runs.isEmpty { folded.append((bytes, runs)) }
    }
    let rarest = WordMatch.chosen(folded.map(\.runs))
    expression = rarest.isEmpty ? nil : rarest.map { "\"\($0)\"" }.joined(separator: " AND ")
    toVerify = folded.filter { $0.runs.count > 1 || !rarest.contains($0.runs[0]) }.map(\.word)
  }

  /// The rarest run of each word, the rarest of all first; then the words' others.
  private static func chosen(_ words: [[String]]) -> [String] {
    func sorted(_ runs: [String]) -> [String] {
      runs.map { (RunRarity.score($0), $0) }.sorted { $0.0 > $1.0 }.map(\.1)
    }
    var chosen: [String] = []
    // What is shorter than three characters stands almost everywhere.
    let first = sorted(words.compactMap(\.first).filter { $0.unicodeScalars.count == 3 })
    for run in first + sorted(words.flatMap(\.self))
    where chosen.count < most && !chosen.contains(run) {
      chosen.append(run)
    }
    return chosen
  }
}

/// How rare a run of characters is likely to be.
private enum RunRarity {
  /// The letters of English by how often they are used; in other languages of the alphabet it is not far from that.
  private static let common = Array("etaoinshrdlcumwfgypbvkjxqz".unicodeScalars)

  /// Of runs of a length, the rarer has the higher score; the longer is the rarer.
  static func score(_ run: String) -> Int {
    run.unicodeScalars.reduce(0) { sum, scalar in
      // A blank or mark of ASCII has been moved up by 0x80.
      if scalar.value == 0xA0 { return sum + 12 }
      return sum + 14 + (common.firstIndex(of: scalar) ?? 20)
    }
  }
}
