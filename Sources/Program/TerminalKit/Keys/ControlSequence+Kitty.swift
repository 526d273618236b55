/// Keys that are reported by code: the kitty keyboard protocol's `CSI code:shifted:base ; modifiers:event ;
/// text u`, and xterm's `CSI 27 ; modifiers ; code ~`. Source:
/// https://sw.kovidgoyal.net/kitty/keyboard-protocol/
extension ControlSequence {
  func kittyKey(_ outer: KeyChord.Modifiers) -> KeyEvent? {
    guard let code = value(0) else { return nil }
    if let key = ControlSequence.key(ofCode: code) {
      return KeyEvent(key, modifiers(outer), kind: kind, text: text(besides: key))
    }
    guard let plain = ControlSequence.character(code) else { return nil }
    let held = modifiers(outer)
    let typed = text.flatMap { $0.count == 1 ? $0.first : nil }
    let shifted = value(0, part: 1).flatMap(ControlSequence.character)
    let character = typed ?? (held.contains(.shift) ? shifted : nil)
    // A character that Shift produced implies Shift.
    let modifiers = character == nil ? held : held.subtracting(.shift)
    return KeyEvent(
      .character(character ?? plain), modifiers, kind: kind, text: text,
      position: value(0, part: 2).flatMap(ControlSequence.character))
  }

  func modifiedKey(_ outer: KeyChord.Modifiers) -> KeyEvent? {
    guard let code = value(2) else { return nil }
    if let key = ControlSequence.key(ofCode: code) { return KeyEvent(key, modifiers(outer)) }
    guard let character = ControlSequence.character(code) else { return nil }
    let held = modifiers(outer)
    // The code is that of the character that was typed.
    let isShifted = character.isUppercase || !character.isLetter
    let modifiers = isShifted ? held.subtracting(.shift) : held
    return KeyEvent(
      .character(character), modifiers, text: modifiers.isEmpty ? String(character) : nil)
  }

  /// The text that the key types, as the terminal reports it.
  private var text: String? {
    guard parameters.count > 2, kind != .release else { return nil }
    let characters = parameters[2].compactMap { $0.flatMap(ControlSequence.character) }
    return characters.isEmpty ? nil : String(characters)
  }

  private func text(besides key: Key) -> String? {
    if case .character = key { return text } else { return nil }
  }

  /// Returns a character that text may contain: no control characters or private use characters.
  private static func character(_ code: Int) -> Character? {
    guard code >= 0x20, code < 0x7F || code >= 0xA0, !(0xE000...0xF8FF).contains(code) else { return nil }
    return UInt32(exactly: code).flatMap(Unicode.Scalar.init).map { Character($0) }
  }

  private static func key(ofCode code: Int) -> Key? {
    switch code {
    case 8, 127: .backspace
    case 9: .tab
    case 13, 57414: .enter
    case 27: .escape
    case 57376...57398: .function(code - 57376 + 13)
    case 57399...57408: .character(Character(Unicode.Scalar(UInt8(code - 57399 + 48))))
    default: others[code]
    }
  }

  /// The keypad and the multimedia keys.
  private static let others: [Int: Key] = [
    57409: .character("."), 57410: .character("/"), 57411: .character("*"), 57412: .character("-"),
    57413: .character("+"), 57415: .character("="), 57416: .character(","),
    57417: .left, 57418: .right, 57419: .up, 57420: .down, 57421: .pageUp, 57422: .pageDown, 57423: .home,
    57424: .end, 57425: .insert, 57426: .delete,
    57428: .media(.play), 57429: .media(.pause), 57430: .media(.playPause), 57432: .media(.stop),
    57435: .media(.next), 57436: .media(.previous), 57438: .media(.volumeDown), 57439: .media(.volumeUp),
    57440: .media(.mute),
  ]
}
