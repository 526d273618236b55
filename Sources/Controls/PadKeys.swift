import Application
import TerminalKit

/// Which keys strike the eight pads.
package struct PadKeys: Hashable, Sendable {
  /// Two hands on the home row.
  package let home: [Character]
  /// The same with Shift.
  package let homeAccents: [Character]
  /// The row of digits.
  package let digits: [Character]
  package let digitAccents: [Character]

  package static let qwerty = PadKeys(
    home: "asdfjkl;", accents: "ASDFJKL:", digits: "12345678", digitAccents: "!@#$%^&*")
  package static let qwertz = PadKeys(
    home: "asdfjklö", accents: "ASDFJKLÖ", digits: "12345678", digitAccents: "!\"§$%&/(")
  package static let azerty = PadKeys(
    home: "qsdfjklm", accents: "QSDFJKLM", digits: "&é\"'(-è_", digitAccents: "12345678")

  /// The value of `pad-keys`: a preset's name, or eight different characters. The digits then stay those of a US
  /// keyboard, but for the ones among the eight.
  package init?(_ text: String) {
    switch text {
    case "qwerty": self = .qwerty
    case "qwertz": self = .qwertz
    case "azerty": self = .azerty
    default:
      guard text.count == Command.padCount, Set(text).count == text.count else { return nil }
      guard text.allSatisfy({ !$0.isWhitespace }) else { return nil }
      self.init(
        home: text, accents: String(text.map(USKeyboard.shifted)), digits: PadKeys.qwerty.digits,
        digitAccents: PadKeys.qwerty.digitAccents)
    }
  }

  private init(home: String, accents: String, digits: String, digitAccents: String) {
    self.init(home: home, accents: accents, digits: Array(digits), digitAccents: Array(digitAccents))
  }

  private init(home: String, accents: String, digits: [Character], digitAccents: [Character]) {
    self.home = Array(home)
    homeAccents = Array(accents)
    self.digits = digits
    self.digitAccents = digitAccents
  }

  /// The keys and what they strike; of a key named twice, the first counts.
  var bindings: [(KeyChord, Command)] {
    bind(home, accent: false) + bind(homeAccents, accent: true) + digitBindings
  }

  /// Those of the row of digits alone.
  var digitBindings: [(KeyChord, Command)] {
    bind(digits, accent: false) + bind(digitAccents, accent: true)
  }

  private func bind(_ keys: [Character], accent: Bool) -> [(KeyChord, Command)] {
    keys.enumerated().map { (KeyChord(.character($1)), .pad($0 + 1, accent: accent)) }
  }
}
