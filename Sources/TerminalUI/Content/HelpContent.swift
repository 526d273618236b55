import TerminalKit

/// The help: each command with its keys.
package struct HelpContent: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    package var keys: String
    package var text: String
  }

  package var entries: [Entry]
  /// The first entry that is shown, where not all fit.
  package var first = 0

  /// The commands that have keys in this map.
  package init(_ map: KeyMap) {
    let moves: [UserCommand] = [.seek(-5), .seek(5), .seek(-60), .seek(60)]
    let commands = UserCommand.plain
    let cut = (commands.firstIndex(of: .previous) ?? -1) + 1
    let ordered = Array(commands[..<cut]) + moves + Array(commands[cut...])
    entries = HelpContent.pads(map) + ordered.compactMap { HelpContent.entry($0, map) }
  }

  private static func entry(_ command: UserCommand, _ map: KeyMap) -> Entry? {
    let keys = map.keys(for: command).filter { if case .media = $0.key { false } else { true } }
    guard !keys.isEmpty else { return nil }
    return Entry(keys: keys.prefix(2).map(\.label).joined(separator: " "), text: command.summary)
  }

  /// The pads in two lines, not sixteen.
  private static func pads(_ map: KeyMap) -> [Entry] {
    [(false, "strike the pads"), (true, "the same, accented")].compactMap { accent, text in
      let keys = (1...UserCommand.padCount).compactMap {
        map.keys(for: .pad($0, accent: accent)).first?.label
      }
      return keys.isEmpty ? nil : Entry(keys: keys.joined(separator: " "), text: text)
    }
  }
}
