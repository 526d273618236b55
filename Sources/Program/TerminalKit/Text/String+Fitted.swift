extension String {
  /// Returns the text in at most this many columns, cut between grapheme clusters and ended with `…`.
  package func fitted(to columns: Int) -> String {
    guard columns > 0 else { return "" }
    if let plain = plainColumns {
      return plain <= columns ? self : String(unicodeScalars.prefix(columns - 1)) + "…"
    }
    var used = 0
    var cut = startIndex
    for index in indices {
      used += CharacterWidth.columns(of: self[index])
      if used > columns { return self[..<cut] + "…" }
      if used < columns { cut = self.index(after: index) }
    }
    return self
  }

  /// Returns the end of the text in at most this many columns; the beginning is replaced by `…`.
  package func fittedAtStart(to columns: Int) -> String {
    guard CharacterWidth.columns(of: self) > columns else { return self }
    guard columns > 0 else { return "" }
    var tail: [Character] = []
    var used = 1
    for character in reversed() {
      used += CharacterWidth.columns(of: character)
      if used > columns { break }
      tail.append(character)
    }
    return "…" + String(tail.reversed())
  }

  /// The text for output without a screen: control characters are replaced by symbols, invisible characters
  /// are removed. Decomposed letters are kept, so that the name of a file can be copied.
  package var printable: String {
    reduce(into: "") { text, cluster in
      for glyph in CharacterWidth.glyphs(of: cluster, composes: false) { text.append(glyph.character) }
    }
  }

  /// Returns the text in lines of at most this many columns, broken at blanks; a longer word is broken anywhere.
  package func wrapped(to columns: Int) -> [String] {
    guard columns > 0 else { return [] }
    var lines: [String] = []
    var line = ""
    for word in split(separator: " ") {
      let joined = line.isEmpty ? String(word) : "\(line) \(word)"
      if CharacterWidth.columns(of: joined) <= columns {
        line = joined
        continue
      }
      if !line.isEmpty { lines.append(line) }
      line = ""
      for character in word {
        let isFull = CharacterWidth.columns(of: line) + CharacterWidth.columns(of: character) > columns
        if isFull, !line.isEmpty {
          lines.append(line)
          line = ""
        }
        line.append(character)
      }
    }
    return line.isEmpty && !lines.isEmpty ? lines : lines + [line]
  }
}
