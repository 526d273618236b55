import Application
import Controls

/// The help: each command with its keys, in groups, and the commands that lost a key to another one.
package struct HelpContent: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    package let group: CommandGroup
    package var keys: String
    package var text: String
    /// The command; nil for a line that stands for several commands.
    package var command: Command?
    /// The keys that now belong to another command.
    package var lost: String = ""
  }

  /// A line of the help.
  enum Line: Hashable {
    case heading(String)
    /// The index of an entry.
    case entry(Int)
    case blank
  }

  package var entries: [Entry]
  /// The index of the selected entry.
  package var selection = 0
  /// The use of the next key; nil if no key is awaited.
  package var keyEdit: ApplicationState.KeyEdit?
  /// The selected command with all its keys.
  var detail: String?

  /// Creates the list of commands and their keys.
  ///
  /// - Parameter search: only entries that contain this text are listed; empty lists those with keys, and the commands
  ///   without.
  package init(_ map: KeyMap, search: String = "") {
    let moves: [Command] = [
      .seek(-5), .seek(5), .seek(-60), .seek(60), .request(.bars(.seekBy(-1))), .request(.bars(.seekBy(1))),
    ]
    let commands = Command.plain
    let cut = (commands.firstIndex(of: .playback(.previous)) ?? -1) + 1
    let ordered = Array(commands[..<cut]) + moves + Array(commands[cut...])
    let all = HelpContent.pads(map) + ordered.map { HelpContent.entry($0, map) }
    let grouped = CommandGroup.allCases.flatMap { group in all.filter { $0.group == group } }
    entries = search.isEmpty ? grouped : grouped.filter { $0.contains(search) }
  }

  /// The entries under the headings of their groups.
  var lines: [Line] {
    var lines: [Line] = []
    var group: CommandGroup?
    for (index, entry) in entries.enumerated() {
      if entry.group != group {
        if group != nil { lines.append(.blank) }
        lines.append(.heading(entry.group.title))
        group = entry.group
      }
      lines.append(.entry(index))
    }
    return lines
  }

  /// Returns the selected command with its name and all its keys; nil if a line for several commands is selected.
  func detail(_ map: KeyMap) -> String? {
    guard entries.indices.contains(selection), let command = entries[selection].command else { return nil }
    let keys = map.keys(for: command).map(\.name).joined(separator: " ")
    return keys.isEmpty ? command.name : "\(command.name): \(keys)"
  }

  private static func entry(_ command: Command, _ map: KeyMap) -> Entry {
    let keys = map.keys(for: command).filter { if case .media = $0.key { false } else { true } }
    let lost = map.conflicts.filter { $0.lost == command }.map(\.key.label).joined(separator: " ")
    return Entry(
      group: command.group, keys: keys.map(\.label).joined(separator: " "), text: command.summary,
      command: command, lost: lost)
  }

  /// Returns the pads in two lines instead of sixteen.
  private static func pads(_ map: KeyMap) -> [Entry] {
    [(false, "hit the pads"), (true, "accented")].compactMap { accent, text in
      let commands = (1...PadBank.size).map { Command.pad($0, accent ? .accented : .plain) }
      let keys = commands.compactMap { map.keys(for: $0).first?.label }
      let lost = map.conflicts.filter { commands.contains($0.lost) }.map(\.key.label)
      if keys.isEmpty && lost.isEmpty { return nil }
      return Entry(
        group: .drum, keys: keys.joined(separator: " "), text: text, lost: lost.joined(separator: " "))
    }
  }
}

extension HelpContent.Entry {
  fileprivate func contains(_ text: String) -> Bool {
    [self.text, keys, command?.name ?? "", group.title].contains { TextMatch.range(of: text, in: $0) != nil }
  }
}
