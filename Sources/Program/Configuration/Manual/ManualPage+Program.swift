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
        + [.section("Keys")] + [keysIntroduction, libraryKeys, palette, messages].map { .paragraph($0) }
        + keys
        + guide + audio + surroundings + events
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

  private static let libraryKeys =
    "In the library, the key that plays or opens plays the selected track next and keeps the queue. If the queue is "
    + "empty, the list becomes the queue, played from the selected track on."

  /// The rows of the key help, with the names of the keys as the configuration file writes them.
  private static var keys: [Block] {
    let map = KeyMap()
    let entries = HelpContent(map).entries.filter { !$0.keys.isEmpty }
    return CommandGroup.allCases.flatMap { group in
      [.subsection(group.title)]
        + entries.filter { $0.group == group }.map { entry in
          .row(HelpPage.Row(entry.command.map { keyNames($0, map) } ?? entry.keys, entry.text))
        }
    }
  }

  private static let palette =
    "The key : opens the command palette, where any command of drumdub(5) is run by its name, with an argument where "
    + "it takes one: seek 1:30, volume -6, theme light, set replaygain track. Tab completes names and values. "
    + "set with a name alone tells the value."

  private static let messages =
    "The last line shows the latest message. One that is longer than the line covers the keys above it for 15 seconds; "
    + "N lists all messages."

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
    HelpPage.Row(
      "XDG_RUNTIME_DIR",
      "base folder of the sockets for the remote control and for drumdub attach, in drumdub/; without it, attach uses "
        + "/tmp/drumdub-UID"),
    HelpPage.Row("XDG_MUSIC_DIR", "the music folder that is offered for the first scan"),
  ]
}
