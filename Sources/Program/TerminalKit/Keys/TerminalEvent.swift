package enum TerminalEvent: Hashable, Sendable {
  case key(KeyEvent)
  /// Text that was pasted, cut at `KeyDecoder.longestPaste` bytes.
  case paste(String)
  /// The terminal's window has gained (true) or lost the keyboard focus.
  case focus(Bool)
  case mouse(MouseEvent)
  case reply(TerminalReply)
}

/// A reply of the terminal that the program uses; other replies are dropped.
package enum TerminalReply: Hashable, Sendable {
  /// The terminal supports the kitty keyboard protocol; the flags that are set.
  case keyboardFlags(Int)
  /// Whether the terminal accepted the query picture of the kitty graphics protocol.
  case kittyGraphics(Bool)
  /// The features of the terminal, by the numbers of the primary device attributes (DA1).
  case attributes([Int])
  /// The kind of the terminal, by the first number of the secondary device attributes (DA2).
  case kind(Int)
  /// The size of a cell in pixels.
  case cellSize(Size)
  /// The colour of the terminal's own ground.
  case ground(Colour)
}

/// A press, repetition or release of a key.
///
/// Most terminals only report `press`; those with the kitty keyboard protocol report all three.
package struct KeyEvent: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case press, `repeat`, release
  }

  package var chord: KeyChord
  package var kind: Kind
  /// The text that the key types; nil if it types none.
  package var text: String?
  /// The character at this position of a US keyboard, without Shift, if the terminal reports it and it
  /// differs.
  package var position: Character?

  package init(
    _ key: Key, _ modifiers: KeyChord.Modifiers = [], kind: Kind = .press, text: String? = nil,
    position: Character? = nil
  ) {
    chord = KeyChord(key, modifiers)
    (self.kind, self.text, self.position) = (kind, text, position)
  }

  package var key: Key { chord.key }
  package var modifiers: KeyChord.Modifiers { chord.modifiers }

  /// Returns a character typed without any modifier but Shift.
  package static func typed(_ character: Character) -> KeyEvent {
    KeyEvent(.character(character), text: String(character))
  }
}

package struct MouseEvent: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case press, release, drag, wheelUp, wheelDown
  }

  package enum Button: Hashable, Sendable {
    case left, middle, right
  }

  package let kind: Kind
  /// The button; nil if the kind has none.
  package let button: Button?
  /// The cell, counted from the terminal's upper left corner.
  package let point: Point
  package let modifiers: KeyChord.Modifiers

  package init(
    _ kind: Kind, button: Button? = nil, at point: Point, modifiers: KeyChord.Modifiers = []
  ) {
    (self.kind, self.button, self.point, self.modifiers) = (kind, button, point, modifiers)
  }

  /// Decodes an SGR report, `CSI < code ; x ; y M`, or `m` for a release. Source: xterm's ctlseqs, "Mouse
  /// Tracking".
  init?(code: Int, x: Int, y: Int, isRelease: Bool) {
    guard x > 0, y > 0, code >= 0 else { return nil }
    let place = Point(x - 1, y - 1)
    var held: KeyChord.Modifiers = []
    if code & 4 != 0 { held.insert(.shift) }
    if code & 8 != 0 { held.insert(.alt) }
    if code & 16 != 0 { held.insert(.ctrl) }
    if code & 64 != 0 {
      // 66 and 67 are a tilted wheel.
      guard code & 3 < 2 else { return nil }
      self.init(code & 1 == 0 ? .wheelUp : .wheelDown, at: place, modifiers: held)
      return
    }
    guard code & 3 < 3, code < 128 else { return nil }
    let button: Button = code & 3 == 0 ? .left : (code & 3 == 1 ? .middle : .right)
    let kind: Kind = isRelease ? .release : (code & 32 != 0 ? .drag : .press)
    self.init(kind, button: button, at: place, modifiers: held)
  }
}
