/// The help of the program and its subcommands.
package enum HelpText {
  package static let player = HelpPage(
    synopsis: ["drumdub [OPTION]... [FILE | DIRECTORY | PLAYLIST | URL]..."]
      + subcommands.flatMap(\.page.synopsis),
    overview: [
      "Plays your music in the terminal while you drum along with the keyboard.",
      "Without arguments, drumdub restores the last queue; at its first start it plays a demo. The pads are on "
        + "the keys a s d f j k l ; and 1 to 8; Shift accents a hit. ? lists all keys, q quits.",
      "A URL is the address of an internet radio station or of a file on a web server, http: or https:. A lost "
        + "connection is made again. Takes over a stream belong to no track.",
    ],
    tables: [
      HelpPage.Table(title: "Options (defaults in parentheses)", rows: settings),
      HelpPage.Table(title: "Other options", rows: options),
    ],
    notes: [
      "The configuration file has the same settings, one name=value in a line, and lines bind KEY COMMAND and "
        + "unbind KEY. See drumdub(5).",
      "Exit codes: 0 done; 1 not done; 2 usage error or no terminal.",
    ])

  /// The subcommands in the order of the manual.
  static let subcommands: [(name: String, page: HelpPage)] = [
    ("scan", scan), ("query", query), ("info", info), ("tags", tags), ("playlist", playlist),
    ("takes", takes), ("export", export), ("record", record), ("kits", kits), ("tempo", tempo),
    ("mixer", mixer), ("devices", devices), ("decode", decode), ("remote", remote), ("attach", attach),
  ]

  package static let settings = Setting.all.map { setting in
    HelpPage.Row("--\(setting.name)\(setting.isFlag ? "" : " \(setting.value)")", setting.summary)
  }

  static let options = [
    HelpPage.Row(
      "--system[=NAME]",
      "drum over another player of the desktop that speaks MPRIS, such as vlc or firefox: its track is shown and "
        + "controlled, and it plays on when drumdub quits; without NAME, the one that runs, or a choice"),
    HelpPage.Row(
      "--add FILE...",
      "add files, folders, playlists or addresses to the queue of the running player, and exit"),
    HelpPage.Row(
      "--detach",
      "play in the background, without a terminal; drumdub attach shows the screen, Ctrl-D there leaves the player "
        + "playing, q ends it"),
    HelpPage.Row(
      "--safe",
      "start without the queue of the last session, takes, mixer and plug-ins, and leave their files as they are, if the "
        + "program does not start with them"),
    HelpPage.Row("--config FILE", "read FILE instead of ~/.config/drumdub/config"), HelpPage.help,
    HelpPage.Row("-V, --version", "print the version and exit"),
  ]

  package static let attach = HelpPage(
    synopsis: ["drumdub attach [--plain]"],
    overview: [
      "Shows the player that plays in the background since --detach, Ctrl-D or a closed terminal with "
        + "on-hangup=detach, in this terminal. A screen of it in another terminal is closed.",
      "Ctrl-D leaves the player playing, also from a prompt without text, and so does closing the terminal; Ctrl-Z "
        + "stops only this command; q ends the player.",
    ],
    tables: [
      HelpPage.Table(
        title: "Options",
        rows: [
          HelpPage.Row("--plain", "write a line for each event instead of drawing, as a dumb terminal does"),
          HelpPage.help,
        ])
    ],
    notes: [
      "Exit codes: 0 the screen was left or the player has ended as usual; 1 no player runs in the background, or it "
        + "has ended otherwise; 2 usage error or no terminal.",
      "A system may end the programs of a user at the last logout, or remove the folder of the socket: loginctl "
        + "enable-linger prevents both.",
    ])

  package static let info = HelpPage(
    synopsis: ["drumdub info [--json] FILE...", "drumdub info --picture OUT FILE"],
    overview: [
      "Prints the metadata of audio files: tags, pictures, duration, audio format. The rating of a file that is in the "
        + "library is that of the library."
    ],
    tables: [
      HelpPage.Table(
        title: "Options",
        rows: [
          HelpPage.Row(
            "--json", "print one JSON object: {files:[...]}; unknown values are left out"),
          HelpPage.Row(
            "--picture OUT",
            "write the best picture of one file, or of its folder, to OUT in its original encoding; if there "
              + "is none, the program's placeholder picture"),
          HelpPage.help,
        ])
    ])

  package static let decode = HelpPage(
    synopsis: ["drumdub decode FILE -o OUT.wav [--rate HZ] [--format s16|s24|float]"],
    overview: [
      "Decodes a file as the player does: mixed down to stereo, at the sample rate of the file. The samples of "
        + "a stereo file are not changed."
    ],
    tables: [
      HelpPage.Table(
        title: "Options",
        rows: [
          HelpPage.Row(
            "-o, --output OUT.wav",
            "the WAV file to write; an existing file is replaced when the new one is complete"),
          HelpPage.Row("--rate HZ", "convert to this sample rate, 1000 to 768000 (that of the file)"),
          HelpPage.Row(
            "--format FORMAT",
            "sample format: float (32 bits), s24 or s16, rounded without dither; lossless if the source has "
              + "no more bits (float)"),
          HelpPage.help,
        ])
    ])
}
