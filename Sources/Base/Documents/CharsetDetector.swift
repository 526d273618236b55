import CUchardet
import SystemBase

/// Detects the encoding of a text by its bytes.
package enum CharsetDetector {
  /// The number of bytes beyond ASCII that a reliable result needs.
  private static let fewest = 8
  /// The number of bytes that are examined.
  private static let most = 256 << 10

  /// Returns the encoding if it is certain; nil if it is not, or if uchardet is not installed. Any thread.
  ///
  /// It is certain if uchardet reports an encoding of another script than Latin, there are enough bytes, and
  /// all of them are valid in it. Western encodings are too similar to be distinguished.
  package static func encoding(of bytes: [UInt8]) -> TextEncoding? {
    guard bytes.count(where: { $0 >= 0x80 }) >= fewest, let name = refinedName(bytes) else { return nil }
    let encoding = TextEncoding(rawValue: name)
    guard isNonLatin(name), let converter = CharsetConverter(encoding), converter.utf8(bytes) != nil else {
      return nil
    }
    return encoding
  }

  /// Returns uchardet's result, with the Cyrillic encodings of Windows and Macintosh distinguished by the
  /// position of the capitals, which uchardet confuses because they share the small letters.
  private static func refinedName(_ bytes: [UInt8]) -> String? {
    let name = guess(bytes)
    guard name == "MAC-CYRILLIC" else { return name }
    let windows = bytes.count { (0xC0...0xDF).contains($0) }
    return windows > bytes.count { (0x80...0x9F).contains($0) } ? "WINDOWS-1251" : name
  }

  /// Returns uchardet's name of the encoding in capitals; nil if it has no result. Any thread.
  package static func guess(_ bytes: [UInt8]) -> String? {
    guard drumdub_uchardet_load() == nil else { return nil }
    guard let detector = drumdub_uchardet_new() else { return nil }
    defer { drumdub_uchardet_delete(detector) }
    let result = bytes.prefix(most).withUnsafeBytes { buffer in
      drumdub_uchardet_handle_data(
        detector, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count)
    }
    guard result == 0 else { return nil }
    drumdub_uchardet_data_end(detector)
    let name = drumdub_uchardet_get_charset(detector).map { String(cString: $0) } ?? ""
    return name.isEmpty ? nil : name.uppercased()
  }

  /// Returns whether an encoding is for another script than Latin.
  private static func isNonLatin(_ name: String) -> Bool {
    [
      "SHIFT_JIS", "EUC-JP", "EUC-KR", "UHC", "JOHAB", "GB18030", "GB2312", "BIG5", "EUC-TW", "WINDOWS-1251",
      "KOI8-R",
      "ISO-8859-5", "IBM855", "IBM866", "MAC-CYRILLIC", "WINDOWS-1253", "ISO-8859-7", "WINDOWS-1255",
      "ISO-8859-8",
      "WINDOWS-1256", "ISO-8859-6", "TIS-620",
    ].contains(name)
  }
}
