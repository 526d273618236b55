import TextEncodings

/// Whether a text that was decoded by a guess looks like words of the script that the guess speaks of.
enum ScriptCheck {
  case cyrillic, greek, hebrew, arabic, thai, japanese, korean, chinese

  /// - Parameter bytes: those that were decoded.
  func accepts(_ texts: [String], from bytes: [UInt8]) -> Bool {
    let scalars = texts.joined(separator: " ").unicodeScalars.filter { $0.value >= 0x80 }
    let fitting = scalars.count { isOwn($0.value) || ScriptCheck.isMark($0.value) }
    guard fitting == scalars.count, !scalars.isEmpty else { return false }
    switch self {
    case .cyrillic, .greek: return texts.allSatisfy(ScriptCheck.hasWordsInOrder)
    case .hebrew, .arabic, .thai: return true
    case .japanese: return scalars.contains { ScriptCheck.isKana($0.value) }
    case .korean: return scalars.count { (0xAC00...0xD7A3).contains($0.value) } * 10 >= scalars.count * 8
    case .chinese: return scalars.count >= 4 && !ScriptCheck.mayBeKorean(bytes)
    }
  }

  /// The letters of the script.
  private func isOwn(_ value: UInt32) -> Bool {
    switch self {
    case .cyrillic: (0x400...0x45F).contains(value) || value == 0x490 || value == 0x491
    case .greek: (0x386...0x3CE).contains(value)
    case .hebrew: (0x591...0x5F4).contains(value)
    case .arabic: (0x60C...0x6D2).contains(value)
    case .thai: (0xE01...0xE5B).contains(value)
    case .japanese: ScriptCheck.isKana(value) || ScriptCheck.isIdeograph(value)
    case .korean: (0xAC00...0xD7A3).contains(value) || ScriptCheck.isIdeograph(value)
    case .chinese: ScriptCheck.isIdeograph(value)
    }
  }

  /// What stands in texts of every script: quotes, dashes, the numero sign, full stops and brackets of the East.
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

  /// No capital follows a small letter in a word: in the wrong one of two encodings of a script it does.
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

  /// The encodings of China and Korea share their bytes: a text that is Hangul throughout may be either.
  private static func mayBeKorean(_ bytes: [UInt8]) -> Bool {
    guard let text = CharsetConverter.text(bytes, TextEncoding(rawValue: "EUC-KR")) else { return false }
    return text.unicodeScalars.allSatisfy { $0.value < 0x80 || (0xAC00...0xD7A3).contains($0.value) }
  }
}
