@_spi(_Unicode) import Swift

/// The form of text that searches compare: without case, diacritics, width and invisible characters.
///
/// `Björk`, `BJÖRK` and `bjork` fold to the same text; so do `ＡＢＣ` and `abc`, `Straße` and `strasse`, `أحمد`
/// and `احمد`. Voicing marks of kana and the syllables of Hangul are kept, because they distinguish letters.
package enum FoldedText {
  /// Appends the folded text as UTF-8; control characters become blanks.
  package static func append(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    text.withUTF8 { utf8 in
      if utf8.allSatisfy({ $0 < 0x80 }) {
        bytes.reserveCapacity(bytes.count + utf8.count)
        for byte in utf8 { bytes.append(FoldTable.ascii[Int(byte)]) }
        return
      }
      FoldTable.append(String(decoding: utf8, as: UTF8.self), to: &bytes)
    }
  }

  /// Returns the folded text as UTF-8.
  package static func bytes(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    append(text, to: &bytes)
    return bytes
  }
}

extension [UInt8] {
  /// Returns whether the array contains a sequence of bytes.
  package func contains(run: [UInt8]) -> Bool {
    guard let first = run.first else { return true }
    guard count >= run.count else { return false }
    return withUnsafeBufferPointer { text in
      for start in 0...(text.count - run.count) where text[start] == first {
        if text[start..<(start + run.count)].elementsEqual(run) { return true }
      }
      return false
    }
  }
}
