/// A text to find in many others, regardless of case, accents and width. It is folded once; other texts are folded only
/// if they are not ASCII.
package struct Needle: Hashable, Sendable {
  private let bytes: [UInt8]

  /// Fails if the text is empty.
  package init?(_ text: some StringProtocol) {
    bytes = FoldedText.bytes(String(text))
    if bytes.isEmpty { return nil }
  }

  package func isIn(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { isIn($0) }
  }

  /// Searches text in UTF-8.
  package func isIn(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.withUnsafeBufferPointer { FoldedText.contains(text, $0) }
  }
}
