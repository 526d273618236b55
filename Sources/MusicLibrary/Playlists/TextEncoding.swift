/// How a text file is encoded.
package enum TextEncoding: String, Hashable, Sendable {
  case utf8 = "UTF-8"
  case utf16LittleEndian = "UTF-16LE"
  case utf16BigEndian = "UTF-16BE"
  /// The last resort: every byte is a character.
  case latin1 = "ISO-8859-1"
}
