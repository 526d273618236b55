import Documents

/// Checks whether a decoded text looks like words of the script of its assumed encoding.
enum ScriptValidator {
  case cyrillic, greek, hebrew, arabic, thai, japanese, korean, chinese

  /// Returns whether decoded texts are plausible.
  ///
  /// - Parameter bytes: the bytes before decoding.
  func accepts(_ texts: [String], from bytes: [UInt8]) -> Bool {
    let scalars = texts.joined(separator: " ").unicodeScalars.filter { $0.value >= 0x80 }
    let fitting = scalars.count { isOwn($0.value) || ScriptValidator.isMark($0.value) }
    guard fitting == scalars.count, !scalars.isEmpty else { return false }
    switch self {
    case .cyrillic, .greek: return texts.allSatisfy(ScriptValidator.hasWordsInOrder)
    case .hebrew, .arabic, .thai: return true
    case .japanese: return scalars.contains { ScriptValidator.isKana($0.value) }
    case .korean: return scalars.count { (0xAC00...0xD7A3).contains($0.value) } * 10 >= scalars.count * 8
    case .chinese: return scalars.count >= 4 && !ScriptValidator.mayBeKorean(bytes)
    }
  }

  /// Returns whether a code point is a letter of the script.
  private func isOwn(_ value: UInt32) -> Bool {
    switch self {
    case .cyrillic: (0x400...0x45F).contains(value) || value == 0x490 || value == 0x491
    case .greek: (0x386...0x3CE).contains(value)
    case .hebrew: (0x591...0x5F4).contains(value)
    case .arabic: (0x60C...0x6D2).contains(value)
    case .thai: (0xE01...0xE5B).contains(value)
    case .japanese: ScriptValidator.isKana(value) || ScriptValidator.isIdeograph(value)
    case .korean: (0xAC00...0xD7A3).contains(value) || ScriptValidator.isIdeograph(value)
    case .chinese: ScriptValidator.isIdeograph(value)
    }
  }

  /// Returns whether a code point is punctuation of any script: quotes, dashes, the numero sign, East Asian
  /// full stops and brackets.
  private static func isMark(_ value: UInt32) -> Bool {
    [0xA0, 0xAB, 0xB0, 0xB7, 0xBB, 0x2116, 0x2122].contains(value) || (0x2010...0x2026).contains(value)
      || (0x3000...0x3011).contains(value) || (0xFF01...0xFF5E).contains(value) || value == 0x200C
      || value == 0x200D
  }

  private static func isKana(_ value: UInt32) -> Bool {
    (0x3040...0x30FF).contains(value) || (0xFF65...0xFF9F).contains(value) || value == 0x3005
  }

  private static func isIdeograph(_ value: UInt32) -> Bool {
    (0x4E00...0x9FFF).contains(value) || (0x3400...0x4DBF).contains(value)
      || (0x20000...0x2EBEF).contains(value)
  }

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
