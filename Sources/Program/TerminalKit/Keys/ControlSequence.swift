struct ControlSequence {
  /// The marker of a private sequence: `<`, `=`, `>` or `?`.
  private let marker: UInt8?
  /// The parameters, each with its subparameters; nil for one that is left out.
  let parameters: [[Int?]]
  private let intermediates: [UInt8]
  private let final: UInt8

  init(_ bytes: [UInt8], final: UInt8) {
    let hasMarker = bytes.first.map { (0x3C...0x3F).contains($0) } ?? false
    marker = hasMarker ? bytes.first : nil
    let rest = bytes.dropFirst(hasMarker ? 1 : 0)
    intermediates = rest.filter { $0 < 0x30 }
    let text = rest.filter { $0 >= 0x30 && $0 < 0x3C }
    parameters =
      text.isEmpty
      ? []
      : ControlSequence.fields(text, ";").map { part in
        ControlSequence.fields(Array(part), ":").map { Int(String(decoding: $0, as: UTF8.self)) }
      }
    self.final = final
  }

  private static func fields(_ bytes: [UInt8], _ separator: Unicode.Scalar) -> [ArraySlice<UInt8>] {
    bytes.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false)
  }

  /// Returns a subparameter, both indices counted from 0.
  func value(_ index: Int, part: Int = 0) -> Int? {
    guard index < parameters.count, part < parameters[index].count else { return nil }
    return parameters[index][part]
  }

  private var isPlain: Bool { marker == nil && intermediates.isEmpty }
  var isPasteStart: Bool { isPlain && final == UInt8(ascii: "~") && value(0) == 200 }
  var isOldMouse: Bool { isPlain && final == UInt8(ascii: "M") && value(0) == nil }

  /// Returns the event of the sequence; nil if it is unknown. `outer`: the modifiers before the sequence.
  func event(_ outer: KeyChord.Modifiers) -> TerminalEvent? {
    guard intermediates.isEmpty else { return nil }
    switch (marker.map(Unicode.Scalar.init), letter) {
    case ("?", "u"): return .reply(.keyboardFlags(value(0) ?? 0))
    case ("?", "c"): return .reply(.attributes(parameters.compactMap { $0.first ?? nil }))
    case (">", "c"): return value(0).map { .reply(.kind($0)) }
    case ("<", _): return mouse.map { .mouse($0) }
    case (_?, _): return nil
    case (nil, "I") where parameters.isEmpty: return .focus(true)
    case (nil, "O") where parameters.isEmpty: return .focus(false)
    case (nil, "t"): return cellSize.map { .reply(.cellSize($0)) }
    case (nil, "u"): return kittyKey(outer).map { .key($0) }
    case (nil, "~") where value(0) == 27 && parameters.count == 3:
      return modifiedKey(outer).map { .key($0) }
    case (nil, _): return namedKey(outer).map { .key($0) }
    }
  }

  /// The reply to `CSI 16 t`. Source: xterm's ctlseqs.
  private var cellSize: Size? {
    guard value(0) == 6, let height = value(1), let width = value(2), height > 0, width > 0 else {
      return nil
    }
    return Size(width, height)
  }

  private var mouse: MouseEvent? {
    guard final == UInt8(ascii: "M") || final == UInt8(ascii: "m"), parameters.count == 3,
      let code = value(0), let x = value(1), let y = value(2)
    else { return nil }
    return MouseEvent(code: code, x: x, y: y, isRelease: final == UInt8(ascii: "m"))
  }

  /// Returns the modifiers of the second parameter together with those before the sequence.
  func modifiers(_ outer: KeyChord.Modifiers) -> KeyChord.Modifiers {
    KeyChord.Modifiers(parameter: value(1) ?? 1).union(outer)
  }

  var kind: KeyEvent.Kind {
    switch value(1, part: 1) {
    case 2: .repeat
    case 3: .release
    default: .press
    }
  }

  private func namedKey(_ outer: KeyChord.Modifiers) -> KeyEvent? {
    let numbered = value(0).flatMap(numberedKey)
    guard let found = numbered ?? (letter == "~" ? nil : letteredKey()) else { return nil }
    return KeyEvent(found.0, modifiers(outer).union(found.1), kind: kind)
  }

  /// Returns keys that are reported by number: `CSI 3 ~`, and rxvt's forms with `$`, `^` and `@` for Shift,
  /// Ctrl and both.
  private func numberedKey(_ number: Int) -> (Key, KeyChord.Modifiers)? {
    guard let held = ControlSequence.numberEnds[letter] else { return nil }
    return ControlSequence.keys[number].map { ($0, held) }
  }

  private static let numberEnds: [Unicode.Scalar: KeyChord.Modifiers] = [
    "~": [], "$": .shift, "^": .ctrl, "@": [.shift, .ctrl],
  ]
  private static let keys: [Int: Key] = [
    1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
    11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5),
    17: .function(6), 18: .function(7), 19: .function(8), 20: .function(9), 21: .function(10),
    23: .function(11), 24: .function(12), 25: .function(13), 26: .function(14), 28: .function(15),
    29: .function(16), 31: .function(17), 32: .function(18), 33: .function(19), 34: .function(20),
  ]

  /// Returns keys that are reported by letter, with `1` or nothing as first parameter. `R` with parameters is
  /// the position of the cursor and not F3.
  private func letteredKey() -> (Key, KeyChord.Modifiers)? {
    guard value(0) ?? 1 == 1, !["R", "c"].contains(letter) || parameters.isEmpty else { return nil }
    return ControlSequence.letters[letter]
  }

  private var letter: Unicode.Scalar { Unicode.Scalar(final) }

  private static let letters: [Unicode.Scalar: (Key, KeyChord.Modifiers)] = [
    "A": (.up, []), "B": (.down, []), "C": (.right, []), "D": (.left, []), "F": (.end, []),
    "H": (.home, []), "P": (.function(1), []), "Q": (.function(2), []), "R": (.function(3), []),
    "S": (.function(4), []), "Z": (.backTab, []), "a": (.up, .shift), "b": (.down, .shift),
    "c": (.right, .shift), "d": (.left, .shift),
  ]
  private static let shiftedLetters: [Unicode.Scalar: (Key, KeyChord.Modifiers)] = [
    "a": (.up, .ctrl), "b": (.down, .ctrl), "c": (.right, .ctrl), "d": (.left, .ctrl), "I": (.tab, []),
    "M": (.enter, []), "X": (.character("="), []),
  ]

  /// Returns keys after `ESC O`: cursor and function keys, keys of the keypad, and rxvt's cursor keys with
  /// Ctrl.
  static func singleShiftKey(_ final: UInt8) -> (Key, KeyChord.Modifiers)? {
    if let key = shiftedLetters[Unicode.Scalar(final)] { return key }
    if (UInt8(ascii: "j")...UInt8(ascii: "y")).contains(final) {
      return (.character(Character(Unicode.Scalar(final - 0x40))), [])
    }
    return ControlSequence([], final: final).letteredKey()
  }
}
