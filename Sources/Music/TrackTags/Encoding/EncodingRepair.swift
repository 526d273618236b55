import AudioBase
import Documents
import SystemBase

/// Corrects tags that are declared as Latin-1 but have another encoding: ID3 tags of programs that wrote the
/// encoding of their system.
///
/// A text is changed only if the encoding is certain. All texts of a file are examined together, by their
/// words with bytes beyond ASCII:
/// - If all are valid UTF-8, they are UTF-8: other texts are not valid UTF-8 by chance.
/// - Otherwise they must not look like Latin-1, in which accented letters are mixed with plain ones: at least
///   six and most of their bytes are beyond ASCII. uchardet must report an encoding of another script
///   (encodings of Latin letters are too similar), the bytes must be valid in it, and the result must look
///   like words of that script (see `ScriptValidator`).
enum EncodingRepair {
  /// By uchardet's name of an encoding: iconv's name and the script.
  private static let known: [String: (encoding: String, script: ScriptValidator)] = [
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
    guard let encoding = encoding(of: fields) ?? windows(fields) else { return fields }
    return fields.map { field in
      guard field.isLatin1, let bytes = bytes(field.value),
        let text = CharsetConverter.text(bytes, TextEncoding(rawValue: encoding))
      else {
        return field
      }
      return TagField(key: field.key, value: text, hasSlashes: field.hasSlashes)
    }
  }

  /// Returns the encoding of all texts declared as Latin-1; nil if it is Latin-1 or not certain.
  private static func encoding(of fields: [TagField]) -> String? {
    let texts = fields.filter(\.isLatin1).compactMap { bytes($0.value) }
    let words = texts.flatMap { $0.split(separator: 0x20) }.filter { $0.contains { $0 >= 0x80 } }
    guard !words.isEmpty else { return nil }
    if words.allSatisfy({ String(validating: $0, as: UTF8.self) != nil }) { return "UTF-8" }
    let all = Array(words.joined(separator: [0x20]))
    let high = all.count { $0 >= 0x80 }
    // In some encodings the second bytes of characters are ASCII, so six of ten bytes are enough.
    guard high >= 6, high * 10 >= (all.count - words.count + 1) * 6 else { return nil }
    guard let guess = CharsetDetector.guess(all), let (encoding, script) = known[guess] else { return nil }
    let decoded = texts.map { CharsetConverter.text($0, TextEncoding(rawValue: encoding)) }
    guard decoded.allSatisfy({ $0 != nil }) else { return nil }
    return script.accepts(decoded.compactMap { $0 }, from: all) ? encoding : nil
  }

  /// Returns Windows-1252 if a text contains its letters and punctuation, which are control characters in Latin-1.
  private static func windows(_ fields: [TagField]) -> String? {
    let hasControls = fields.contains { field in
      field.isLatin1 && field.value.unicodeScalars.contains { (0x80...0x9F).contains($0.value) }
    }
    return hasControls ? TextEncoding.windows1252.rawValue : nil
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

/// Checks whether a decoded text looks like words of the script of its assumed encoding.
enum ScriptValidator {
  case cyrillic, greek, hebrew, arabic, thai, japanese, korean, chinese

  /// Returns whether texts that were decoded from these bytes are plausible.
  func accepts(_ texts: [String], from bytes: [UInt8]) -> Bool {
    let scalars = texts.joined(separator: " ").unicodeScalars.filter { $0.value >= 0x80 }
    let accepted = letters + ScriptValidator.marks
    let fitting = scalars.count { scalar in accepted.contains { $0.contains(scalar.value) } }
    guard fitting == scalars.count, !scalars.isEmpty else { return false }
    switch self {
    case .cyrillic, .greek: return texts.allSatisfy(ScriptValidator.hasWordsInOrder)
    case .hebrew, .arabic, .thai: return true
    case .japanese:
      return scalars.contains { scalar in ScriptValidator.kana.contains { $0.contains(scalar.value) } }
    case .korean: return scalars.count { (0xAC00...0xD7A3).contains($0.value) } * 10 >= scalars.count * 8
    case .chinese: return scalars.count >= 4 && !ScriptValidator.mayBeKorean(bytes)
    }
  }

  private var letters: [ClosedRange<UInt32>] {
    switch self {
    case .cyrillic: [0x400...0x45F, 0x490...0x491]
    case .greek: [0x386...0x3CE]
    case .hebrew: [0x591...0x5F4]
    case .arabic: [0x60C...0x6D2]
    case .thai: [0xE01...0xE5B]
    case .japanese: ScriptValidator.kana + ScriptValidator.ideographs
    case .korean: [0xAC00...0xD7A3] + ScriptValidator.ideographs
    case .chinese: ScriptValidator.ideographs
    }
  }

  private static let kana: [ClosedRange<UInt32>] = [0x3040...0x30FF, 0xFF65...0xFF9F, 0x3005...0x3005]
  private static let ideographs: [ClosedRange<UInt32>] = [
    0x4E00...0x9FFF, 0x3400...0x4DBF, 0x20000...0x2EBEF,
  ]

  /// Punctuation of any script: quotes, dashes, the numero sign, East Asian full stops and brackets.
  private static let marks: [ClosedRange<UInt32>] =
    [0xA0, 0xAB, 0xB0, 0xB7, 0xBB, 0x2116, 0x2122].map { $0...$0 }
    + [0x2010...0x2026, 0x3000...0x3011, 0xFF01...0xFF5E, 0x200C...0x200D]

  /// Returns whether no word has a capital after a small letter, as it happens when text is decoded with the
  /// wrong encoding of the same script.
  private static func hasWordsInOrder(_ text: String) -> Bool {
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      if let previous, previous.value >= 0x80, scalar.value >= 0x80, previous.properties.isLowercase,
        scalar.properties.isUppercase
      {
        return false
      }
      previous = scalar
    }
    return true
  }

  /// Returns whether a text decodes to Hangul only. It may be Chinese or Korean, whose encodings use the same bytes.
  private static func mayBeKorean(_ bytes: [UInt8]) -> Bool {
    guard let text = CharsetConverter.text(bytes, TextEncoding(rawValue: "EUC-KR")) else { return false }
    return text.unicodeScalars.allSatisfy { $0.value < 0x80 || (0xAC00...0xD7A3).contains($0.value) }
  }
}
