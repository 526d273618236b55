import Percussion
import Application
import Controls
import TerminalUI

/// A part of the manual that is made from the tables that `--help`, the key help and the settings show.
enum ManualTable: String {
  case synopsis
  case description
  case options
  case keys
  case subcommands
  case settings
  case commands
  case screens
  case themeParts = "theme-parts"

  var parts: [Markup] {
    switch self {
    case .synopsis: [.example(HelpText.player.synopsis)]
    case .description: HelpText.player.overview
    case .options: Markup.parse("\(HelpText.settings)\n\(HelpText.options)")
    case .keys: ManualTable.keyGroups
    case .subcommands:
      HelpText.subcommands.flatMap { name, page in
        [.subsection("drumdub \(name)"), .example(page.synopsis)] + page.parts
      }
    case .settings:
      [.rows(Setting.all.map { Markup.Row(term: "\($0.name)=\($0.value)", text: $0.summary) })]
    case .commands: [.rows(ManualTable.commandRows)]
    case .screens:
      [.paragraph("The screens are: \(ScreenName.allCases.map(\.rawValue).joined(separator: ", ")).")]
    case .themeParts:
      [.paragraph("The parts are: \(Theme.Slot.allCases.map(\.name).joined(separator: ", ")).")]
    }
  }

  /// The rows of the key help, with the names of the keys as the configuration file writes them.
  private static var keyGroups: [Markup] {
    let map = KeyMap()
    let entries = HelpContent(map).entries.filter { !$0.keys.isEmpty }
    return CommandGroup.allCases.flatMap { group in
      let rows = entries.filter { $0.group == group }.map { entry in
        Markup.Row(term: entry.command.map { keyNames($0, map) } ?? entry.keys, text: entry.text)
      }
      return [Markup.subsection(group.title), .rows(rows)]
    }
  }

  private static var commandRows: [Markup.Row] {
    let map = KeyMap()
    let plain = Command.listed.map { command in
      let keys = keyNames(command, map)
      let screen = command.row.screen.map { "in the screen \($0.rawValue): " } ?? ""
      return Markup.Row(
        term: command.name, text: command.summary + (keys.isEmpty ? "" : " (\(screen)\(keys))"))
    }
    let forms = Command.arguments.map { Markup.Row(term: $0.row.usage, text: $0.row.summary) }
    let numbered = [
      Markup.Row(
        term: "pad NUMBER [VELOCITY]",
        text: "hit a pad: 1 to \(PadBank.size) are the pads of the chosen bank, in the pads-only mode 1 to "
          + "\(2 * PadBank.size) those of two banks, greater numbers the pad of that number in every bank; velocity 1 "
          + "to 127, else that of the setting velocity"),
      Markup.Row(term: "accent NUMBER", text: "hit a pad with the velocity of the setting accent-velocity"),
    ]
    return plain + forms + numbered
  }

  private static func keyNames(_ command: Command, _ map: KeyMap) -> String {
    map.keys(for: command).map(\.name).joined(separator: " ")
  }
}
