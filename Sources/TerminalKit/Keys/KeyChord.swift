/// A key with its modifiers, to which a command can be bound.
///
/// Always in one form, whichever way a terminal tells it: Shift is part of the character (`A`, not Shift and `a`),
/// and Shift with Tab is `backTab`.
package struct KeyChord: Hashable, Sendable {
  package struct Modifiers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let shift = Modifiers(rawValue: 1)
    package static let alt = Modifiers(rawValue: 2)
    package static let ctrl = Modifiers(rawValue: 4)
    package static let `super` = Modifiers(rawValue: 8)
  }

  package let key: Key
  package let modifiers: Modifiers

  package init(_ key: Key, _ modifiers: Modifiers = []) {
    switch key {
    case .character(let character) where modifiers.contains(.shift):
      self.key = .character(KeyChord.upper(character))
      self.modifiers = modifiers.subtracting(.shift)
    case .tab where modifiers.contains(.shift), .backTab:
      self.key = .backTab
      self.modifiers = modifiers.subtracting(.shift)
    default:
      self.key = key
      self.modifiers = modifiers
    }
  }

  private static let prefixes: [(String, Modifiers)] = [
    ("ctrl+", .ctrl), ("alt+", .alt), ("shift+", .shift), ("super+", .super),
  ]

  /// Reads `left`, `shift+left`, `ctrl+c`, `A`, `;`; nil where no key is called so.
  package init?(name: String) {
    var rest = Substring(name)
    var modifiers: Modifiers = []
    while let prefix = KeyChord.prefixes.first(where: {
      rest.lowercased().hasPrefix($0.0) && rest.count > $0.0.count
    }) {
      rest = rest.dropFirst(prefix.0.count)
      modifiers.insert(prefix.1)
    }
    guard let key = Key(name: String(rest)) else { return nil }
    self.init(key, modifiers)
  }

  /// The name as configuration writes it.
  package var name: String {
    KeyChord.prefixes.filter { modifiers.contains($0.1) }.map(\.0).joined() + key.name
  }

  /// The character with Shift held, where it is a letter; others stay as they are.
  private static func upper(_ character: Character) -> Character {
    let upper = character.uppercased()
    return upper.count == 1 ? (upper.first ?? character) : character
  }
}
