import Application
import Controls
import TerminalUI

extension ManualPage {
  /// drumdub(1): the command line and the keys.
  static var program: ManualPage {
    let player = HelpText.player
    return ManualPage(
      title: "drumdub", number: 1, purpose: "music player for the terminal that you drum along to",
      blocks: [.section("Synopsis"), .example(player.synopsis), .section("Description")]
        + player.overview.map { .paragraph($0) }
        + [.section("Options"), .paragraph("Default values are in parentheses.")]
        + (HelpText.settings + HelpText.options).map { .row($0) }
        + [.section("Keys"), .paragraph(keysIntroduction)] + keys.map { .row($0) }
        + [.section("Subcommands")] + HelpText.subcommands.flatMap(subcommand)
        + [.section("Exit status")] + exitCodes.map { .row($0) }
        + [.section("Environment")] + environment.map { .row($0) }
        + [.section("Files"), .paragraph("See drumdub(5).")]
        + [.section("See also"), .paragraph("drumdub(5)")])
  }

  private static func subcommand(_ command: (name: String, page: HelpPage)) -> [Block] {
    [.subsection("drumdub \(command.name)"), .example(command.page.synopsis)]
      + command.page.overview.map { .paragraph($0) }
      + command.page.tables.flatMap { table in
        [.paragraph("\(table.title):")] + table.rows.map { .row($0) }
      } + command.page.notes.map { .paragraph($0) }
  }

  private static let keysIntroduction =
    "The default keys. Each key can be changed on the help screen (?), or with bind and unbind in the "
    + "configuration file; drumdub(5) lists the commands."

  /// The rows of the key help, with the names of the keys as the configuration file writes them.
  private static var keys: [HelpPage.Row] {
    let map = KeyMap()
    return HelpContent(map).entries.map { entry in
      let names = entry.command.map { keyNames($0, map) } ?? entry.keys
      return HelpPage.Row(names, entry.text)
    }
  }

  static func keyNames(_ command: Command, _ map: KeyMap) -> String {
    map.keys(for: command).map(\.name).joined(separator: " ")
  }

  private static let exitCodes = [
    HelpPage.Row("0", "done"),
    HelpPage.Row("1", "at least one input or file could not be processed; the others were"),
    HelpPage.Row("2", "usage error, or no terminal"),
  ]

  private static let environment = [
    HelpPage.Row("DRUMDUB_RESOURCES", "folder of the program's resources: kits, themes, demo, pictures"),
    HelpPage.Row("NO_COLOR", "if set and not empty, no colours are used"),
    HelpPage.Row("XDG_CONFIG_HOME", "base folder of the configuration (~/.config)"),
    HelpPage.Row("XDG_DATA_HOME", "base folder of library, takes, kits (~/.local/share)"),
    HelpPage.Row("XDG_STATE_HOME", "base folder of the saved session (~/.local/state)"),
    HelpPage.Row("XDG_CACHE_HOME", "base folder of waveforms (~/.cache)"),
    HelpPage.Row("XDG_MUSIC_DIR", "the music folder that is offered for the first scan"),
  ]
}
