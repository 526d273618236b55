import Glibc

/// The character set of a terminal or of standard output, which the user's environment states.
package struct CharacterSet: Hashable, Sendable {
  package static let utf8 = CharacterSet(isUTF8: true, upper: [:])
  package static let ascii = CharacterSet(isUTF8: false, upper: [:])
  /// The character set that the environment of this process states.
  package static let own = CharacterSet { name in getenv(name).map { String(cString: $0) } }

  package let isUTF8: Bool
  /// The characters of the bytes from 128 on, in sets of one byte for each character.
  private let upper: [Character: UInt8]

  private init(isUTF8: Bool, upper: [Character: UInt8]) { (self.isUTF8, self.upper) = (isUTF8, upper) }

  /// Reads the character set from the variables of the locale. Without one, or with one that is not installed and does
  /// not state its set, it is UTF-8, because nearly all terminals use it. With `C` or `POSIX`, it is ASCII.
  package init(_ variable: (String) -> String?) {
    guard let name = CharacterSet.locale(variable) else {
      self = .utf8
      return
    }
    if ["C", "POSIX"].contains(name) {
      self = .ascii
      return
    }
    let stated = name.split(separator: ".", maxSplits: 1).dropFirst().first?.prefix { $0 != "@" }
    self.init(name: stated.map(String.init) ?? CharacterSet.installed(name))
  }

  /// Creates a character set by a name that iconv(3) has; ASCII if there is none, or if all its characters beyond have
  /// more bytes.
  private init(name: String) {
    if name.filter({ $0 != "-" }).lowercased() == "utf8" {
      self = .utf8
      return
    }
    self.init(isUTF8: false, upper: CharacterSet.upper(of: name))
  }

  /// Returns the name of the locale for characters; nil if there is none.
  package static func locale(_ variable: (String) -> String?) -> String? {
    ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { variable($0).flatMap { $0.isEmpty ? nil : $0 } }.first
  }

  /// Returns the character set of a locale; UTF-8 if it is not installed.
  private static func installed(_ locale: String) -> String {
    guard let object = newlocale(Int32(1 << LC_CTYPE), locale, nil) else { return "UTF-8" }
    defer { freelocale(object) }
    return nl_langinfo_l(Int32(CODESET), object).map { String(cString: $0) } ?? "UTF-8"
  }

  private static func upper(of name: String) -> [Character: UInt8] {
    guard let converter = CharsetConverter(from: name) else { return [:] }
    var found: [Character: UInt8] = [:]
    for byte in UInt8(128)...255 {
      guard let utf8 = converter.utf8([byte]) else { continue }
      if let character = String(decoding: utf8, as: UTF8.self).first { found[character] = byte }
    }
    return found
  }

  /// Returns a text in this character set. A character that it does not have is replaced by one like it, by letters or,
  /// without any, by its number: `\u{65E5}`.
  package func bytes(of text: String) -> [UInt8] {
    if isUTF8 { return Array(text.utf8) }
    return text.flatMap { character in
      if character.unicodeScalars.allSatisfy(\.isASCII) { return Array(character.utf8) }
      return upper[character].map { [$0] } ?? Array(ASCIIFallback.text(for: character).utf8)
    }
  }
}
