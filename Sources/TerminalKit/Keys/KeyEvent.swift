/// A key going down, repeating, or coming up.
///
/// Most terminals tell of no more than `press`; those with the kitty keyboard protocol tell all three.
package struct KeyEvent: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case press, `repeat`, release
  }

  package var chord: KeyChord
  package var kind: Kind
  /// The text that the key types; nil where it types none.
  package var text: String?
  /// What a US keyboard has in the key's place, without Shift, where the terminal tells it and it differs.
  package var position: Character?

  package init(
    _ key: Key, _ modifiers: KeyChord.Modifiers = [], kind: Kind = .press, text: String? = nil,
    position: Character? = nil
  ) {
    chord = KeyChord(key, modifiers)
    self.kind = kind
    self.text = text
    self.position = position
  }

  package var key: Key { chord.key }
  package var modifiers: KeyChord.Modifiers { chord.modifiers }

  /// A character typed without any modifier but Shift.
  package static func typed(_ character: Character) -> KeyEvent {
    KeyEvent(.character(character), text: String(character))
  }
}
