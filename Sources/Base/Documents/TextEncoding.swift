import SystemBase

/// The encoding of a text; the raw value is its name in iconv.
package struct TextEncoding: RawRepresentable, Hashable, Sendable {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  package static let utf8 = TextEncoding(rawValue: "UTF-8")
  package static let utf16LittleEndian = TextEncoding(rawValue: "UTF-16LE")
  package static let utf16BigEndian = TextEncoding(rawValue: "UTF-16BE")
  /// The fallback: every byte is a character.
  package static let latin1 = TextEncoding(rawValue: "ISO-8859-1")
  /// Latin-1 with letters and punctuation in place of some control characters.
  package static let windows1252 = TextEncoding(rawValue: "WINDOWS-1252")

  /// Creates the encoding of a code page of Windows; fails for 0, which states none.
  package init?(codePage: Int) {
    switch codePage {
    case ...0: return nil
    case 10_000: self.init(rawValue: "MACINTOSH")
    case 10_007: self.init(rawValue: "MAC-CYRILLIC")
    case 20_866: self.init(rawValue: "KOI8-R")
    case 21_866: self.init(rawValue: "KOI8-U")
    case 28_591...28_606: self.init(rawValue: "ISO-8859-\(codePage - 28_590)")
    case 51_932: self.init(rawValue: "EUC-JP")
    case 54_936: self.init(rawValue: "GB18030")
    case 65_001: self = .utf8
    default: self.init(rawValue: "CP\(codePage)")
    }
  }
}

extension TextEncoding {
  /// The encoding that Windows uses by the same name: it has more characters. In Shift JIS, byte 5C is a backslash then, and
  /// not a yen sign.
  fileprivate var extended: String {
    switch rawValue {
    case "SHIFT_JIS": "CP932"
    case "EUC-KR": "UHC"
    case "GB2312", "GBK": "GB18030"
    case "BIG5": "BIG5-HKSCS"
    default: rawValue
    }
  }
}

extension CharsetConverter {
  /// Fails if iconv does not support the encoding.
  package init?(_ encoding: TextEncoding) { self.init(from: encoding.extended) }

  /// Decodes a text; nil if it is not valid in the encoding.
  package static func text(_ bytes: [UInt8], _ encoding: TextEncoding) -> String? {
    guard let converter = CharsetConverter(encoding) else { return nil }
    return converter.utf8(bytes).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Encodes UTF-8; nil if it is not valid, or if the encoding lacks one of its characters.
  package static func bytes(of utf8: [UInt8], in encoding: TextEncoding) -> [UInt8]? {
    guard let converter = CharsetConverter(from: "UTF-8", to: encoding.extended) else { return nil }
    return converter.utf8(utf8)
  }
}

/// Operations on ASCII words in bytes of any encoding that contains ASCII.
package enum ASCIIText {
  /// Returns text with lower-case ASCII letters; invalid UTF-8 becomes the replacement character.
  package static func lowercased(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  /// Returns whether the bytes contain a word, with the same case.
  package static func contains(_ word: String, _ bytes: ArraySlice<UInt8>) -> Bool {
    let word = Array(word.utf8)
    return bytes.indices.contains { bytes[$0...].starts(with: word) }
  }

  /// Parses a number of one to nine digits.
  package static func number(_ bytes: some Collection<UInt8>) -> Int? {
    guard (1...9).contains(bytes.count), bytes.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return bytes.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}

package enum UTF16Order {
  case little, big

  /// Detects UTF-16 by its byte order mark, or by the zeros that ASCII has in every other byte. Returns the order and
  /// the offset of the text; nil if the text is not UTF-16.
  package static func find(_ content: [UInt8]) -> (UTF16Order, start: Int)? {
    if content.starts(with: [0xFF, 0xFE]) { return (.little, 2) }
    if content.starts(with: [0xFE, 0xFF]) { return (.big, 2) }
    guard content.count >= 4 else { return nil }
    let units = stride(from: 0, to: min(content.count, 512) - 1, by: 2)
    let (high, low) = (units.count { content[$0] == 0 }, units.count { content[$0 + 1] == 0 })
    // Few characters have a zero as their other byte, such as U+4E00; a unit of two zeros is none of a text.
    guard max(high, low) * 3 >= content.prefix(512).count / 2, min(high, low) * 4 <= max(high, low),
      !units.contains(where: { content[$0] == 0 && content[$0 + 1] == 0 })
    else { return nil }
    return high > low ? (.big, 0) : (.little, 0)
  }

  /// Converts UTF-16 to UTF-8. An incomplete unit at the end is dropped; invalid units become the replacement
  /// character.
  package func utf8(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return self == .little ? second << 8 | first : first << 8 | second
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)[...]
  }

  package func utf16(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    String(decoding: bytes, as: UTF8.self).utf16.flatMap { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      return self == .little ? [low, high] : [high, low]
    }
  }
}
