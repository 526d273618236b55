import Percussion
import Application
import TerminalKit

/// The keys of the pads: two rows of eight letters, and the row of digits.
package struct PadKeys: Hashable, Sendable {
  /// The home row, which strikes the chosen bank.
  package let home: [Character]
  /// The home row with Shift.
  package let homeAccents: [Character]
  /// The row above the home row, which strikes the next bank in the pads-only mode.
  package let upper: [Character]
  package let upperAccents: [Character]
  /// The row of digits.
  package let digits: [Character]
  package let digitAccents: [Character]

  package static let qwerty = PadKeys(
    home: "asdfjkl;", accents: "ASDFJKL\"", upper: "qweruiop", digits: "12345678", digitAccents: "!@#$%^&*")
  package static let qwertz = PadKeys(
    home: "asdfjklö", accents: "ASDFJKLÖ", upper: "qweruiop", digits: "12345678", digitAccents: "!\"§$%&/(")
  package static let azerty = PadKeys(
    home: "qsdfjklm", accents: "QSDFJKLM", upper: "azeruiop", digits: "&é\"'(-è_", digitAccents: "12345678")

  private static let presets: KeyValuePairs = ["qwerty": qwerty, "qwertz": qwertz, "azerty": azerty]

  /// Reads the value of `pad-keys`: the name of a preset, or the eight characters of a row, and after a space those of the
  /// row above. The digits then stay those of a US keyboard, and so does a row above that is not given, except the keys
  /// that have another pad.
  package init?(_ text: String) {
    if let preset = PadKeys.presets.first(where: { $0.key == text }) {
      self = preset.value
      return
    }
    let rows = text.split(whereSeparator: \.isWhitespace).map(String.init)
    guard 1...2 ~= rows.count, rows.allSatisfy({ $0.count == PadBank.size }) else { return nil }
    let keys = rows.joined()
    guard Set(keys).count == keys.count else { return nil }
    self.init(
      home: rows[0], accents: String(rows[0].map(USKeyboard.shifted)),
      upper: rows.count == 2 ? rows[1] : String(PadKeys.qwerty.upper),
      digits: String(PadKeys.qwerty.digits), digitAccents: String(PadKeys.qwerty.digitAccents))
  }

  /// The keys as the value of `pad-keys`.
  package var text: String {
    if let preset = PadKeys.presets.first(where: { $0.value == self }) { return preset.key }
    return upper == PadKeys.qwerty.upper ? String(home) : "\(String(home)) \(String(upper))"
  }

  private init(home: String, accents: String, upper: String, digits: String, digitAccents: String) {
    self.home = Array(home)
    homeAccents = Array(accents)
    self.upper = Array(upper)
    upperAccents = upper.map(USKeyboard.shifted)
    self.digits = Array(digits)
    self.digitAccents = Array(digitAccents)
  }

  /// The bindings of the home row and of the digits; if a key is named twice, the first binding applies.
  var bindings: [(KeyChord, Command)] {
    bind(home, accent: false) + bind(homeAccents, accent: true) + digitBindings
  }

  /// The bindings of the pads-only mode: the row above the home row strikes pads 9 to 16.
  var lockedBindings: [(KeyChord, Command)] {
    bindings + bind(upper, from: PadBank.size + 1, accent: false)
      + bind(upperAccents, from: PadBank.size + 1, accent: true)
  }

  /// The bindings of the row of digits.
  var digitBindings: [(KeyChord, Command)] {
    bind(digits, accent: false) + bind(digitAccents, accent: true)
  }

  private func bind(_ keys: [Character], from first: Int = 1, accent: Bool) -> [(KeyChord, Command)] {
    keys.enumerated().map { (KeyChord(.character($1)), .pad(first + $0, accent ? .accented : .plain)) }
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
