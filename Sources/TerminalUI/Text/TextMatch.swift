import MusicLibrary

/// Looking for text whatever its case, accents and width.
enum TextMatch {
  /// Where a text has another one; nil where it has not, and for nothing to look for.
  static func range(of wanted: String, in text: String) -> Range<String.Index>? {
    let wanted = FoldedText.bytes(wanted)
    guard !wanted.isEmpty else { return nil }
    let folded = text.map { FoldedText.bytes(String($0)) }
    for start in folded.indices {
      var (end, found) = (start, [UInt8]())
      while end < folded.count, found.count < wanted.count {
        found += folded[end]
        end += 1
      }
      if found == wanted, !folded[start].isEmpty {
        let from = text.index(text.startIndex, offsetBy: start)
        return from..<text.index(from, offsetBy: end - start)
      }
    }
    return nil
  }
}
