/// How a text is encoded; the raw value is a name that iconv knows.
package struct TextEncoding: RawRepresentable, Hashable, Sendable {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  package static let utf8 = TextEncoding(rawValue: "UTF-8")
  package static let utf16LittleEndian = TextEncoding(rawValue: "UTF-16LE")
  package static let utf16BigEndian = TextEncoding(rawValue: "UTF-16BE")
  /// The last resort: every byte is a character.
  package static let latin1 = TextEncoding(rawValue: "ISO-8859-1")
  /// Latin-1 with letters where that has control characters.
  package static let windows1252 = TextEncoding(rawValue: "WINDOWS-1252")
}

/// Words of a file format in bytes that may be of any encoding that holds ASCII.
package enum ASCIIText {
  /// Letters of ASCII alone change; bytes that are no UTF-8 become the replacement character.
  package static func lowercased(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  package static func contains(_ word: String, _ bytes: ArraySlice<UInt8>) -> Bool {
    let word = Array(word.utf8)
    return bytes.indices.contains { bytes[$0...].starts(with: word) }
  }

  /// Digits alone, at most nine of them.
  package static func number(_ bytes: some Collection<UInt8>) -> Int? {
    guard (1...9).contains(bytes.count), bytes.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return bytes.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}

/// Which byte of a pair comes first.
package enum UTF16Order {
  case little, big

  /// By the mark, or by the zeros that ASCII has in every other place.
  ///
  /// - Returns: the order and where the text begins; nil for what is no UTF-16.
  package static func find(_ content: [UInt8]) -> (UTF16Order, start: Int)? {
    if content.starts(with: [0xFF, 0xFE]) { return (.little, 2) }
    if content.starts(with: [0xFE, 0xFF]) { return (.big, 2) }
    guard content.count >= 4, content.count.isMultiple(of: 2) else { return nil }
    let head = content.prefix(512)
    let zeros = head.indices.filter { head[$0] == 0 }
    guard zeros.count * 4 >= head.count else { return nil }
    if zeros.allSatisfy({ !$0.isMultiple(of: 2) }) { return (.little, 0) }
    if zeros.allSatisfy({ $0.isMultiple(of: 2) }) { return (.big, 0) }
    return nil
  }

  /// A byte left over at the end is dropped; what is no character becomes the replacement character.
  package func utf8(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return self == .little ? second << 8 | first : first << 8 | second
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)[...]
  }
}
