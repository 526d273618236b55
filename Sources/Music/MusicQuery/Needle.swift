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
    let answer = text.withUTF8 { isIn(ascii: $0) }
    return answer ?? isIn(folded: text)
  }

  /// Searches ASCII text. Returns nil if the text is not ASCII.
  package func isIn(ascii text: UnsafeBufferPointer<UInt8>) -> Bool? {
    var place = 0
    var found = false
    while place < text.count {
      if text[place] >= 0x80 { return nil }
      if !found, matches(text, at: place) { found = true }
      place += 1
    }
    return found
  }

  private func matches(_ text: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
    guard place + bytes.count <= text.count else { return false }
    for index in 0..<bytes.count where Needle.folded(text[place + index]) != bytes[index] { return false }
    return true
  }

  private static func folded(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte + 0x20 : byte }

  private func isIn(folded text: String) -> Bool {
    FoldedText.bytes(text).withUnsafeBufferPointer { folded in
      (0..<max(folded.count - bytes.count + 1, 0)).contains { start in
        (0..<bytes.count).allSatisfy { folded[start + $0] == bytes[$0] }
      }
    }
  }
}
