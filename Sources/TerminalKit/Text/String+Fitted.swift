extension String {
  /// The text in at most so many columns: cut between grapheme clusters and ended with `…` where it is too long.
  package func fitted(to columns: Int) -> String {
    guard columns > 0 else { return "" }
    var used = 0
    var cut = startIndex
    for index in indices {
      used += CharacterWidth.columns(of: self[index])
      if used > columns { return self[..<cut] + "…" }
      if used < columns { cut = self.index(after: index) }
    }
    return self
  }

  /// The text in exactly so many columns: shortened, or blanks added behind it, or before it.
  package func padded(to columns: Int, atEnd: Bool = true) -> String {
    let text = fitted(to: columns)
    let blanks = String(repeating: " ", count: max(columns - CharacterWidth.columns(of: text), 0))
    return atEnd ? text + blanks : blanks + text
  }

  /// The end of the text in at most so many columns: the beginning gives way to `…`.
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
}
