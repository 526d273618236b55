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
