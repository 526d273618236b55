import Application
import Controls
import TerminalKit

/// A key and what it does, for the bottom line.
package struct KeyHint: Hashable, Sendable {
  /// The effect of a click on a key of the hint.
  package enum Action: Hashable, Sendable {
    case command(Command)
    case edit(PromptEdit)
  }

  /// The keys with blanks between them.
  package var keys: String
  package var text: String
  /// The actions of the keys, in their order; a click on the text performs the first.
  package var actions: [Action] = []

  package init(_ keys: String, _ text: String, _ actions: [Action] = []) {
    (self.keys, self.text, self.actions) = (keys, text, actions)
  }

  /// Creates the hint of a key that is pressed while text is typed.
  init(_ key: String, _ text: String, _ edit: PromptEdit) { self.init(key, text, [.edit(edit)]) }

  /// Commands with one hint, and its text.
  typealias Group = (commands: [Command], text: String)

  /// Returns commands with the text of the row of the first.
  static func group(_ commands: [Command]) -> Group { (commands, commands.first?.row.hint ?? "") }

  /// Returns the hints whose commands have keys.
  ///
  /// - Parameter screen: the screen that is open; nil if it has no keys of its own.
  static func hints(_ groups: [Group], _ map: KeyMap, on screen: ScreenName? = nil) -> [KeyHint] {
    groups.compactMap { commands, text in
      let bound = commands.filter { !map.keys(for: $0, on: screen).isEmpty }
      let keys = bound.compactMap { map.keys(for: $0, on: screen).first?.label }
      return keys.isEmpty
        ? nil : KeyHint(keys.joined(separator: " "), text, bound.map(KeyHint.Action.command))
    }
  }
}

extension KeyChord {
  /// The short name of the key on the screen.
  package var label: String {
    let labels: [Key: String] = [
      .up: "↑", .down: "↓", .left: "←", .right: "→", .pageUp: "PgUp", .pageDown: "PgDn", .home: "Home",
      .end: "End",
      .delete: "Del", .insert: "Ins", .enter: "Enter", .escape: "Esc", .tab: "Tab", .backTab: "shift+Tab",
      .backspace: "Backspace",
    ]
    let prefix = name.dropLast(key.name.count)
    if case .function(let number) = key { return "\(prefix)F\(number)" }
    return prefix + (labels[key] ?? key.name)
  }
}
