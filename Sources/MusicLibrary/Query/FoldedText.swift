@_spi(_Unicode) import Swift

/// Text as it is searched: without case, diacritics, width and what cannot be seen.
///
/// `Björk`, `BJÖRK` and `bjork` fold to the same; so do `ＡＢＣ` and `abc`, `Straße` and `strasse`, `أحمد` and `احمد`.
/// Kana keep their voicing marks and Hangul its syllables: there they are letters, not accents.
package enum FoldedText {
  /// UTF-8, any number of texts; control characters become blanks.
  static func append(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    text.withUTF8 { utf8 in
      if utf8.allSatisfy({ $0 < 0x80 }) {
        bytes.reserveCapacity(bytes.count + utf8.count)
        for byte in utf8 { bytes.append(ascii[Int(byte)]) }
        return
      }
      FoldTable.append(String(decoding: utf8, as: UTF8.self), to: &bytes)
    }
  }

  package static func bytes(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    append(text, to: &bytes)
    return bytes
  }

  package static func text(_ text: String) -> String { String(decoding: bytes(text), as: UTF8.self) }

  static let ascii: [UInt8] = (0..<UInt8(128)).map { byte in
    switch byte {
    case 0..<0x20, 0x7F: 0x20
    case 0x41...0x5A: byte + 0x20
    default: byte
    }
  }
}
