/// A key by its character or name, not by its position.
package enum Key: Hashable, Sendable {
  /// The character that the key types, Shift included: `a`, `A`, `;`, `ö`, a space.
  case character(Character)
  case enter, escape, tab, backTab, backspace, delete, insert
  case up, down, left, right, pageUp, pageDown, home, end
  /// A function key, from 1.
  case function(Int)
  case media(Media)

  package enum Media: String, CaseIterable, Hashable, Sendable {
    case play, pause, playPause, stop, next, previous, volumeUp, volumeDown, mute
  }

  private static let names: [(String, Key)] = [
    ("space", .character(" ")), ("plus", .character("+")),
    ("enter", .enter), ("escape", .escape), ("tab", .tab), ("backtab", .backTab), ("backspace", .backspace),
    ("delete", .delete), ("insert", .insert), ("up", .up), ("down", .down), ("left", .left),
    ("right", .right),
    ("pageup", .pageUp), ("pagedown", .pageDown), ("home", .home), ("end", .end),
    ("media-play", .media(.play)), ("media-pause", .media(.pause)), ("media-play-pause", .media(.playPause)),
    ("media-stop", .media(.stop)), ("media-next", .media(.next)), ("media-previous", .media(.previous)),
    ("media-volume-up", .media(.volumeUp)), ("media-volume-down", .media(.volumeDown)),
    ("media-mute", .media(.mute)),
    // Alternative names; the first name of a key is displayed.
    ("return", .enter), ("esc", .escape), ("del", .delete), ("ins", .insert), ("bs", .backspace),
    ("pgup", .pageUp), ("pgdn", .pageDown),
  ]

  /// Creates the key with a name in the configuration: `space`, `left`, `f2`, or a single character.
  package init?(name: String) {
    if name.count == 1, let character = name.first {
      self = .character(character)
      return
    }
    let name = name.lowercased()
    if let key = Key.names.first(where: { $0.0 == name }) {
      self = key.1
    } else if name.hasPrefix("f"), let number = Int(name.dropFirst()), (1...35).contains(number) {
      self = .function(number)
    } else {
      return nil
    }
  }

  package var name: String {
    switch self {
    case .character(let character): return character == " " ? "space" : String(character)
    case .function(let number): return "f\(number)"
    default:
      guard let name = Key.names.first(where: { $0.1 == self })?.0 else {
        preconditionFailure("a key without a name")
      }
      return name
    }
  }
}
