import Application
import TerminalKit

/// The keys of the eight pads.
package struct PadKeys: Hashable, Sendable {
  /// The home row.
  package let home: [Character]
  /// The home row with Shift.
  package let homeAccents: [Character]
  /// The row of digits.
  package let digits: [Character]
  package let digitAccents: [Character]

  package static let qwerty = PadKeys(
    home: "asdfjkl;", accents: "ASDFJKL\"", digits: "12345678", digitAccents: "!@#$%^&*")
  package static let qwertz = PadKeys(
    home: "asdfjklö", accents: "ASDFJKLÖ", digits: "12345678", digitAccents: "!\"§$%&/(")
  package static let azerty = PadKeys(
    home: "qsdfjklm", accents: "QSDFJKLM", digits: "&é\"'(-è_", digitAccents: "12345678")

  private static let presets: KeyValuePairs = ["qwerty": qwerty, "qwertz": qwertz, "azerty": azerty]

  /// Reads the value of `pad-keys`: the name of a preset, or eight different characters. The digits then stay those of
  /// a US keyboard, except those among the eight.
  package init?(_ text: String) {
    if let preset = PadKeys.presets.first(where: { $0.key == text }) {
      self = preset.value
      return
    }
    guard text.count == PadBank.size, Set(text).count == text.count else { return nil }
    guard text.allSatisfy({ !$0.isWhitespace }) else { return nil }
    self.init(
      home: text, accents: String(text.map(USKeyboard.shifted)), digits: PadKeys.qwerty.digits,
      digitAccents: PadKeys.qwerty.digitAccents)
  }

  /// The keys as the value of `pad-keys`.
  package var text: String { PadKeys.presets.first { $0.value == self }?.key ?? String(home) }

  private init(home: String, accents: String, digits: String, digitAccents: String) {
    self.init(home: home, accents: accents, digits: Array(digits), digitAccents: Array(digitAccents))
  }

  private init(home: String, accents: String, digits: [Character], digitAccents: [Character]) {
    self.home = Array(home)
    homeAccents = Array(accents)
    self.digits = digits
    self.digitAccents = digitAccents
  }

  /// The bindings of all pad keys; if a key is named twice, the first binding applies.
  var bindings: [(KeyChord, Command)] {
    bind(home, accent: false) + bind(homeAccents, accent: true) + digitBindings
  }

  /// The bindings of the row of digits.
  var digitBindings: [(KeyChord, Command)] {
    bind(digits, accent: false) + bind(digitAccents, accent: true)
  }

  private func bind(_ keys: [Character], accent: Bool) -> [(KeyChord, Command)] {
    keys.enumerated().map { (KeyChord(.character($1)), .pad($0 + 1, accent ? .accented : .plain)) }
  }
}

/// The characters of a US keyboard with Shift.
enum USKeyboard {
  private static let plain = Array("`1234567890-=[]\\;',./")
  private static let withShift = Array("~!@#$%^&*()_+{}|:\"<>?")

  /// Returns the character with Shift, or the same if Shift changes nothing.
  static func shifted(_ character: Character) -> Character {
    if let index = plain.firstIndex(of: character) { return withShift[index] }
    let upper = character.uppercased()
    return upper.count == 1 ? (upper.first ?? character) : character
  }
}
