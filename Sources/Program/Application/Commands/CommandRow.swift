/// What palette, help, key maps, manual, completions and the remote control know of a command.
package struct CommandRow: Hashable, Sendable {
  /// The name in configuration files, in the palette and for other programs.
  package let name: String
  /// The placeholder of the argument; empty if the command takes none.
  package let placeholder: String
  /// The description in the help, in a few words. For a command with an argument, with the range of the argument.
  package let summary: String
  /// The usual keys, separated by spaces.
  ///
  /// The keys in front of a bar are given as far as no pad has them. If a pad has the first of them, the first free key behind
  /// the bar is given instead. With pads on `q`, `-` and `M` (AZERTY), quit moves to `a`, volume down to `)` and mute to `,`,
  /// which are in the same places. With an accent on `/` (QWERTZ), find moves to `#`.
  package let keys: String
  package let group: CommandGroup
  package let traits: CommandTraits
  /// The screen that alone performs it, and on which its keys act; nil if all screens have it.
  package var screen: ScreenName?
  /// The text in the line of keys of its screen; empty if that of another command names both.
  package var hint = ""
  /// The commands whose default keys it has on its screen, in each key layout, unless the screen has the key.
  package var sameKeys: [Command] = []

  package var takesArgument: Bool { !placeholder.isEmpty }

  package var usage: String { takesArgument ? "\(name) \(placeholder)" : name }
}

/// A screen with keys of its own, which act there before those of all screens. The raw value is its name in lines of the
/// configuration.
package enum ScreenName: String, CaseIterable, Hashable, Sendable {
  case timeline, mixer, takes, practice
  case padForm = "pad-form"
  case settings, lyrics, library
  case linkedLists = "linked-lists"
}

/// What is true of some commands only.
package struct CommandTraits: OptionSet, Hashable, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Treats the keys after the command as text.
  package static let opensPrompt = CommandTraits(rawValue: 1)
  /// A key that is held down performs it again and again.
  package static let repeats = CommandTraits(rawValue: 1 << 1)
  /// Changes only the sound or the terminal: layers and questions stay open.
  package static let keepsLayers = CommandTraits(rawValue: 1 << 2)
  /// Opens no layer: the practice screen and the timeline perform it and stay open.
  package static let opensNothing = CommandTraits(rawValue: 1 << 3)
  /// Needs the queue of this program, or its exact positions: impossible over another player (`--system`).
  package static let needsOwnPlayer = CommandTraits(rawValue: 1 << 4)
  /// Its keys act in the pads-only mode, too.
  package static let whileLocked = CommandTraits(rawValue: 1 << 5)
  /// Its argument is the path of a file or a folder.
  package static let takesPath = CommandTraits(rawValue: 1 << 6)
  /// Sets a value, of which only the newest counts.
  package static let setsValue = CommandTraits(rawValue: 1 << 7)
  /// Asks the user a question at the screen.
  package static let asks = CommandTraits(rawValue: 1 << 8)
}

package enum CommandGroup: CaseIterable, Hashable, Sendable {
  case play, drum, padForm, takes, timeline, mixer, queue, library, screen

  package var title: String {
    switch self {
    case .play: "Play"
    case .drum: "Drum and record"
    case .padForm: "Pad form"
    case .takes: "List of takes"
    case .timeline: "Timeline"
    case .mixer: "Mixer"
    case .queue: "Queue"
    case .library: "Library"
    case .screen: "Screen"
    }
  }
}

/// The commands of an area that take no argument.
package protocol CommandArea: CaseIterable, Hashable, Sendable {
  /// The group of its commands, but of those that state another one.
  static var group: CommandGroup { get }
  /// The screen that alone performs its commands, but those that state another one; nil if all screens have them.
  static var screen: ScreenName? { get }
  static var traits: CommandTraits { get }
  var row: CommandRow { get }
}

extension CommandArea {
  package static var screen: ScreenName? { nil }
  package static var traits: CommandTraits { [] }

  /// Returns a row.
  ///
  /// - Parameters:
  ///   - name: the name in configuration files, in the palette and for other programs.
  ///   - screen: the screen that alone performs it; nil: that of the area.
  ///   - hint: the text in the line of keys.
  ///   - commands: those whose default keys it has on its screen.
  func row(
    _ name: String, _ summary: String, _ keys: String = "", _ traits: CommandTraits = [],
    group: CommandGroup? = nil, on screen: ScreenName? = nil, hint: String = "", like commands: Command...
  ) -> CommandRow {
    CommandRow(
      name: name, placeholder: "", summary: summary, keys: keys, group: group ?? Self.group,
      traits: Self.traits.union(traits), screen: screen ?? Self.screen, hint: hint, sameKeys: commands)
  }
}

extension CommandRow {
  /// The rows of all commands, those with arguments first. Pads are hit by keys, and have none.
  package static let all = Command.arguments.map(\.row) + Command.listed.map(\.row)

  /// Returns the rows for a typed text, the best first: the command whose argument is being typed, or those that contain all
  /// words in their name or their summary.
  package static func matching(_ text: String) -> [CommandRow] {
    if text.contains(" "), let first = text.split(separator: " ").first, let command = Command.argument(first)
    {
      return [command.row]
    }
    let words = text.lowercased().split(separator: " ")
    let found = all.filter { row in
      words.allSatisfy { row.name.contains($0) || row.summary.lowercased().contains($0) }
    }
    guard let first = words.first else { return found }
    let ranks = found.map {
      $0.name == first ? 0 : $0.name.hasPrefix(first) ? 1 : $0.name.contains(first) ? 2 : 3
    }
    return (0...3).flatMap { rank in zip(found, ranks).filter { $0.1 == rank }.map(\.0) }
  }
}
