import MusicQuery

/// Text search that ignores case, accents and width.
enum TextMatch {
  /// Returns the range of a text in another one; nil if there is none or the text is empty.
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
