/// Bare words as a search in the table of runs: see `Grams`.
struct WordMatch {
  /// For FTS5's MATCH; nil where no word asks for anything.
  let expression: String?
  /// Folded words of which the table knows the parts only: the text has to be looked at.
  let toVerify: [[UInt8]]

  init(_ words: [String]) {
    var runs: [String] = []
    var toVerify: [[UInt8]] = []
    for word in words {
      let folded = FoldedText.bytes(word)
      let needed = Grams.needed(for: folded)
      for run in needed where !runs.contains(run) { runs.append(run) }
      if needed.count > 1 { toVerify.append(folded) }
    }
    // The longest first: they are the rarest.
    runs.sort { $0.unicodeScalars.count > $1.unicodeScalars.count }
    expression = runs.isEmpty ? nil : runs.map { "\"\($0)\"" }.joined(separator: " AND ")
    self.toVerify = toVerify
  }
}
