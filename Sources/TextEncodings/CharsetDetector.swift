import CUchardet

/// Tells by its bytes how a text is encoded that does not say so.
package enum CharsetDetector {
  /// Fewer bytes beyond ASCII say nothing for sure.
  private static let fewest = 8
  /// Bytes that are judged by; a file of any length is of one encoding.
  private static let most = 256 << 10

  /// Nil where it is not sure, or uchardet is not installed. Any thread.
  ///
  /// Sure means: uchardet names an encoding, there are enough bytes to judge by, and all of them mean something in it.
  /// Of the western encodings it names one as readily as another: they are no news.
  package static func encoding(of bytes: [UInt8]) -> TextEncoding? {
    guard bytes.count(where: { $0 >= 0x80 }) >= fewest, let name = refinedName(bytes) else { return nil }
    let encoding = TextEncoding(rawValue: name)
    guard isTelling(name), let converter = CharsetConverter(encoding), converter.utf8(bytes) != nil else {
      return nil
    }
    return encoding
  }

  /// The Cyrillic encodings of Windows and of the Macintosh share their small letters, and uchardet takes the one for
  /// the other; where the capitals are tells them apart.
  private static func refinedName(_ bytes: [UInt8]) -> String? {
    let name = guess(bytes)
    guard name == "MAC-CYRILLIC" else { return name }
    let windows = bytes.count { (0xC0...0xDF).contains($0) }
    return windows > bytes.count { (0x80...0x9F).contains($0) } ? "WINDOWS-1251" : name
  }

  /// The encoding that the bytes seem to be in, in capitals; nil where there is no guess. Any thread.
  package static func guess(_ bytes: [UInt8]) -> String? {
    guard drumdub_uchardet_load() == nil else { return nil }
    var name = [CChar](repeating: 0, count: 64)
    let result = bytes.prefix(most).withUnsafeBytes { buffer in
      drumdub_uchardet_detect(
        buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count, &name, name.count)
    }
    guard result == 0, name[0] != 0 else { return nil }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).uppercased()
  }

  /// Encodings of other scripts than the Latin one.
  private static func isTelling(_ name: String) -> Bool {
    [
      "SHIFT_JIS", "EUC-JP", "EUC-KR", "UHC", "JOHAB", "GB18030", "GB2312", "BIG5", "EUC-TW", "WINDOWS-1251",
      "KOI8-R",
      "ISO-8859-5", "IBM855", "IBM866", "MAC-CYRILLIC", "WINDOWS-1253", "ISO-8859-7", "WINDOWS-1255",
      "ISO-8859-8",
      "WINDOWS-1256", "ISO-8859-6", "TIS-620",
    ].contains(name)
  }
}
