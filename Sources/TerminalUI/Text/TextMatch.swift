/// Looking for text whatever its case.
enum TextMatch {
  /// Where a text has another one; nil where it has not, and for nothing to look for.
  static func range(of wanted: String, in text: String) -> Range<String.Index>? {
    guard !wanted.isEmpty else { return nil }
    let wanted = wanted.lowercased()
    var start = text.startIndex
    while start < text.endIndex {
      var end = start
      var found = ""
      while end < text.endIndex, found.utf8.count < wanted.utf8.count {
        found += text[end].lowercased()
        end = text.index(after: end)
      }
      if found == wanted { return start..<end }
      start = text.index(after: start)
    }
    return nil
  }
}
