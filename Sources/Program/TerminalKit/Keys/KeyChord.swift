/// A key with its modifiers, to which a command can be bound.
///
/// It has one form, however the terminal reports it: Shift is part of the character (`A`, not Shift and `a`),
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
  /// The key that is pressed before it, as in `dd`; nil for a key alone.
  package let leader: Character?

  package init(_ key: Key, _ modifiers: Modifiers = [], after leader: Character? = nil) {
    self.leader = leader
    switch key {
    case .character(let character) where modifiers.contains(.shift):
      self.key = .character(KeyChord.upper(character))
      self.modifiers = modifiers.subtracting(.shift)
    case .tab where modifiers.contains(.shift), .backTab:
      self.key = .backTab
      self.modifiers = modifiers.subtracting(.shift)
    default:
      (self.key, self.modifiers) = (key, modifiers)
    }
  }

  private static let prefixes: [(String, Modifiers)] = [
    ("ctrl+", .ctrl), ("alt+", .alt), ("shift+", .shift), ("super+", .super),
  ]

  /// Parses a name such as `left`, `shift+left`, `ctrl+c`, `A`, `;`, or the two characters of keys that are pressed one after
  /// the other; nil if there is no such key.
  package init?(name: String) {
    if name.count == 2, Key(name: name) == nil, let leader = name.first, let last = name.last {
      // f0 is a function key that does not exist.
      guard !leader.isWhitespace, !last.isWhitespace, leader.lowercased() != "f" || !last.isNumber else {
        return nil
      }
      self.init(.character(last), after: leader)
      return
    }
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

  /// The name in the configuration.
  package var name: String { prefix + key.name }

  /// The part of the name in front of that of the key.
  package var prefix: String {
    let leader = leader.map { String($0) } ?? ""
    if modifiers.isEmpty { return leader }
    return leader + KeyChord.prefixes.filter { modifiers.contains($0.1) }.map(\.0).joined()
  }

  /// Returns the capital of a letter; other characters are unchanged.
  private static func upper(_ character: Character) -> Character {
    let upper = character.uppercased()
    return upper.count == 1 ? (upper.first ?? character) : character
  }
}
