import Application
import Percussion
import TerminalKit

/// The keys of the pads: two rows of eight letters, and the row of digits.
package struct PadKeys: Hashable, Sendable {
  /// Eight keys of the keyboard beside each other.
  struct Row: Hashable, Sendable {
    let plain: [Character]
    /// The characters of the keys with Shift.
    let shifted: [Character]

    init(_ plain: String, shifted: String? = nil) {
      self.plain = Array(plain)
      self.shifted = shifted.map { Array($0) } ?? plain.map(USKeyboard.shifted)
    }
  }

  /// The home row, which strikes the chosen bank.
  let home: Row
  /// The row above the home row, which strikes the next bank in the pads-only mode.
  let upper: Row
  let digits: Row

  package static let qwerty = PadKeys(
    home: Row("asdfjkl;", shifted: "ASDFJKL\""), upper: Row("qweruiop"),
    digits: Row("12345678", shifted: "!@#$%^&*"))
  package static let qwertz = PadKeys(
    home: Row("asdfjklö", shifted: "ASDFJKLÖ"), upper: Row("qweruiop"),
    digits: Row("12345678", shifted: "!\"§$%&/("))
  package static let azerty = PadKeys(
    home: Row("qsdfjklm", shifted: "QSDFJKLM"), upper: Row("azeruiop"),
    digits: Row("&é\"'(-è_", shifted: "12345678"))

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
    (home, digits) = (Row(rows[0]), PadKeys.qwerty.digits)
    upper = rows.count == 2 ? Row(rows[1]) : PadKeys.qwerty.upper
  }

  private init(home: Row, upper: Row, digits: Row) {
    (self.home, self.upper, self.digits) = (home, upper, digits)
  }

  /// The keys as the value of `pad-keys`.
  package var text: String {
    if let preset = PadKeys.presets.first(where: { $0.value == self }) { return preset.key }
    return upper == PadKeys.qwerty.upper
      ? String(home.plain) : "\(String(home.plain)) \(String(upper.plain))"
  }

  /// The bindings of the home row and of the digits; if a key is named twice, the first binding applies.
  var bindings: [(KeyChord, Command)] { bind(home) + digitBindings }

  /// The bindings of the pads-only mode: the row above the home row strikes pads 9 to 16. No command has Alt there, so Alt
  /// alone makes a hit soft, which all terminals send.
  var lockedBindings: [(KeyChord, Command)] {
    bindings + bind(upper, from: PadBank.size + 1)
      + [(home, 1), (upper, PadBank.size + 1), (digits, 1)].flatMap { bindSoft($0, from: $1, with: .alt) }
  }

  /// The bindings of the row of digits.
  var digitBindings: [(KeyChord, Command)] { bind(digits) }

  private func bind(_ row: Row, from first: Int = 1) -> [(KeyChord, Command)] {
    let strokes: [(keys: [Character], stroke: Command.Stroke)] = [
      (row.plain, .plain), (row.shifted, .accented),
    ]
    return strokes.flatMap { keys, stroke in
      keys.enumerated().map { (KeyChord(.character($1)), .pad(first + $0, stroke)) }
    } + bindSoft(row, from: first, with: [.ctrl, .alt])
  }

  /// Binds the keys with modifiers to soft hits. Only terminals that report modifiers send all of those with Ctrl.
  private func bindSoft(
    _ row: Row, from first: Int, with modifiers: KeyChord.Modifiers
  ) -> [(KeyChord, Command)] {
    row.plain.enumerated().map { (KeyChord(.character($1), modifiers), .pad(first + $0, .soft)) }
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
