import Application
import Controls

/// The help, made from the key map: each command with its keys, and what lost a key to another command.
package struct HelpContent: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    package var keys: String
    package var text: String
    /// Nil for lines that stand for several.
    package var command: Command?
    /// Keys that it had and that do something else now.
    package var lost: String = ""
  }

  package var entries: [Entry]
  /// The index of the entry that a new key would be bound to.
  package var selection = 0
  /// What is looked for; empty shows all.
  package var search: String
  /// The command that waits for its new key.
  package var rebinding: Command?

  /// - Parameter search: entries without it are left out.
  package init(_ map: KeyMap, search: String = "") {
    let moves: [Command] = [.seek(-5), .seek(5), .seek(-60), .seek(60)]
    let commands = Command.plain
    let cut = (commands.firstIndex(of: .previous) ?? -1) + 1
    let ordered = Array(commands[..<cut]) + moves + Array(commands[cut...])
    let all = HelpContent.pads(map) + ordered.map { HelpContent.entry($0, map) }
    self.search = search
    entries =
      search.isEmpty
      ? all.filter { !$0.keys.isEmpty || !$0.lost.isEmpty }
      : all.filter {
        TextMatch.range(of: search, in: $0.text) != nil || TextMatch.range(of: search, in: $0.keys) != nil
          || $0.command.map { TextMatch.range(of: search, in: $0.name) != nil } ?? false
      }
  }

  private static func entry(_ command: Command, _ map: KeyMap) -> Entry {
    let keys = map.keys(for: command).filter { if case .media = $0.key { false } else { true } }
    let lost = map.conflicts.filter { $0.lost == command }.map(\.key.label).joined(separator: " ")
    return Entry(
      keys: keys.prefix(2).map(\.label).joined(separator: " "), text: command.summary, command: command,
      lost: lost)
  }

  /// The pads in two lines, not sixteen.
  private static func pads(_ map: KeyMap) -> [Entry] {
    [(false, "strike the pads"), (true, "accented")].compactMap { accent, text in
      let commands = (1...Command.padCount).map { Command.pad($0, accent: accent) }
      let keys = commands.compactMap { map.keys(for: $0).first?.label }
      let lost = map.conflicts.filter { commands.contains($0.lost) }.map(\.key.label)
      if keys.isEmpty && lost.isEmpty { return nil }
      return Entry(keys: keys.joined(separator: " "), text: text, lost: lost.joined(separator: " "))
    }
  }
}
