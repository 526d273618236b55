/// The help of the program and its subcommands, in the markup of `Markup`.
package enum HelpText {
  package static let player: HelpPage = """
    drumdub [OPTION]... [FILE | DIRECTORY | PLAYLIST | URL]...
    \(subcommands.flatMap(\.page.synopsis).joined(separator: "\n"))

    Plays your music in the terminal while you drum along with the keyboard.

    Without arguments, drumdub restores the last queue; at its first start it plays a demo. The pads are on the keys a s
    d f j k l ; and 1 to 8; Shift accents a hit, Ctrl with Alt makes it soft. ? lists all keys, q quits.

    A URL is the address of an internet radio station or of a file on a web server, http: or https:. A lost connection
    is made again. Takes over a stream belong to no track.

    Options (defaults in parentheses):
    \(settings)

    Other options:
    \(options)

    The configuration file has the same settings, one name=value in a line, and lines bind KEY COMMAND and unbind KEY.
    See drumdub(5).

    Exit codes: 0 done; 1 not done; 2 usage error or no terminal.
    """

  /// The subcommands in the order of the manual.
  package static let subcommands: [(name: String, page: HelpPage)] = [
    ("scan", scan), ("query", query), ("history", history), ("info", info), ("tags", tags),
    ("playlist", playlist), ("takes", takes), ("export", export), ("record", record), ("kits", kits),
    ("tempo", tempo), ("drums", drums), ("mixer", mixer), ("devices", devices), ("decode", decode),
    ("remote", remote), ("attach", attach),
  ]

  /// The rows of the settings.
  static let settings = Setting.all.map { setting in
    "--\(setting.name)\(setting.isFlag ? "" : " \(setting.value)")  \(setting.summary)"
  }.joined(separator: "\n")

  /// The rows of the options that are no settings.
  static let options = """
    --system[=NAME]  drum over another player of the desktop that speaks MPRIS, such as vlc or firefox: its track is
        shown and controlled, and it plays on when drumdub quits; without NAME, the one that runs, or a choice
    --add FILE...  add files, folders, playlists or addresses at the end of the queue of the running player, and exit;
        if none runs, play them
    --next FILE...  the same after the current track
    --detach  play in the background, without a terminal; drumdub attach shows the screen, Ctrl-D there leaves the
        player playing, q ends it
    --safe  start without the queue of the last session, takes, mixer and plug-ins, and leave their files as they are,
        if the program does not start with them
    --config FILE  read FILE instead of ~/.config/drumdub/config
    \(help)
    -V, --version  print the version and exit
    """

  /// The row of the option that each page has.
  static let help = "-h, --help  print this help and exit"
}
