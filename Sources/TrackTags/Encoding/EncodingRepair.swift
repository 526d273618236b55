import AudioBase
import TextEncodings

/// Puts texts right that a file calls Latin-1 and that are something else: ID3 written by programs that knew only the
/// encoding of their system.
///
/// Nothing is changed unless it is sure. All texts of a file are judged together, by their words that hold more than
/// ASCII:
/// - They are UTF-8 throughout: no other text is by chance.
/// - Else they must not look like Latin-1, in which letters with accents stand among others without: most of their
///   bytes, six of them at least, lie above ASCII. uchardet must name an encoding of another script (those of Latin
///   letters are too much alike), the bytes must be valid in it, and what comes out must look like words of that script
///   (see `ScriptCheck`).
enum EncodingRepair {
  /// What is guessed from: the encoding's name as uchardet has it, the one to decode by, the script.
  private static let known: [String: (encoding: String, script: ScriptCheck)] = [
    "WINDOWS-1251": ("CP1251", .cyrillic), "KOI8-R": ("KOI8-R", .cyrillic), "IBM866": ("CP866", .cyrillic),
    "IBM855": ("CP855", .cyrillic), "ISO-8859-5": ("ISO-8859-5", .cyrillic),
    "MAC-CYRILLIC": ("MAC-CYRILLIC", .cyrillic),
    "WINDOWS-1253": ("CP1253", .greek), "ISO-8859-7": ("ISO-8859-7", .greek),
    "WINDOWS-1255": ("CP1255", .hebrew), "ISO-8859-8": ("CP1255", .hebrew),
    "WINDOWS-1256": ("CP1256", .arabic), "ISO-8859-6": ("ISO-8859-6", .arabic),
    "TIS-620": ("CP874", .thai), "ISO-8859-11": ("CP874", .thai),
    "SHIFT_JIS": ("CP932", .japanese), "EUC-JP": ("EUC-JP", .japanese),
    "ISO-2022-JP": ("ISO-2022-JP", .japanese),
    "EUC-KR": ("CP949", .korean), "UHC": ("CP949", .korean), "JOHAB": ("JOHAB", .korean),
    "GB18030": ("GB18030", .chinese), "BIG5": ("BIG5", .chinese), "EUC-TW": ("EUC-TW", .chinese),
  ]

  static func repaired(_ fields: [TagField]) -> [TagField] {
    guard fields.contains(where: { $0.isLatin1 && !$0.value.utf8.allSatisfy { $0 < 0x80 } }) else {
      return fields
    }
    guard let encoding = encoding(of: fields) else { return fields }
    return fields.map { field in
      guard field.isLatin1, let bytes = bytes(field.value),
        let text = CharsetConverter.text(bytes, TextEncoding(rawValue: encoding))
      else {
        return field
      }
      return TagField(key: field.key, value: text, hasSlashes: field.hasSlashes)
    }
  }

  /// The encoding that all texts called Latin-1 are in; nil where it is Latin-1, or not sure.
  private static func encoding(of fields: [TagField]) -> String? {
    let texts = fields.filter(\.isLatin1).compactMap { bytes($0.value) }
    let words = texts.flatMap { $0.split(separator: 0x20) }.filter { $0.contains { $0 >= 0x80 } }
    guard !words.isEmpty else { return nil }
    if words.allSatisfy({ String(validating: $0, as: UTF8.self) != nil }) { return "UTF-8" }
    let all = Array(words.joined(separator: [0x20]))
    let high = all.count { $0 >= 0x80 }
    // The second bytes of some encodings are ASCII: of ten bytes six are enough.
    guard high >= 6, high * 10 >= (all.count - words.count + 1) * 6 else { return nil }
    guard let guess = CharsetDetector.guess(all), let (encoding, script) = known[guess] else { return nil }
    let decoded = texts.map { CharsetConverter.text($0, TextEncoding(rawValue: encoding)) }
    guard decoded.allSatisfy({ $0 != nil }) else { return nil }
    return script.accepts(decoded.compactMap { $0 }, from: all) ? encoding : nil
  }

  private static func bytes(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      guard scalar.value < 0x100 else { return nil }
      bytes.append(UInt8(scalar.value))
    }
    return bytes
  }
}
