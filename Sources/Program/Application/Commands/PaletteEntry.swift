/// A row of the command palette.
package enum PaletteEntry: Hashable, Sendable {
  case command(Command)
  case form(CommandForm)

  /// All commands in the order of the help; pads are hit by keys.
  package static let all = CommandForm.all.map(PaletteEntry.form) + Command.plain.map(PaletteEntry.command)

  package var name: String {
    switch self {
    case .command(let command): command.name
    case .form(let form): form.name
    }
  }

  package var summary: String {
    switch self {
    case .command(let command): command.summary
    case .form(let form): form.summary
    }
  }

  /// Returns the entries for a typed text, the best first: the command whose argument is being typed, or those that
  /// contain all words in their name or their summary.
  package static func matching(_ text: String) -> [PaletteEntry] {
    if text.contains(" "), let first = text.split(separator: " ").first, let form = CommandForm.named(first) {
      return [.form(form)]
    }
    let words = text.lowercased().split(separator: " ")
    let found = all.filter { entry in
      words.allSatisfy { entry.name.contains($0) || entry.summary.lowercased().contains($0) }
    }
    guard let first = words.first else { return found }
    let ranks = found.map {
      $0.name == first ? 0 : $0.name.hasPrefix(first) ? 1 : $0.name.contains(first) ? 2 : 3
    }
    return (0...3).flatMap { rank in zip(found, ranks).filter { $0.1 == rank }.map(\.0) }
  }
}
