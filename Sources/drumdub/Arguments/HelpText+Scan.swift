extension HelpText {
  static let scan = HelpPage(
    synopsis: [
      "drumdub scan [DIR...] [--loudness] [--json] [--library FILE]",
      "drumdub scan --remove DIR... [--json] [--library FILE]",
    ],
    overview: [
      "Updates the library index from the disk: new, changed, moved and deleted files. Without DIR, scans all "
        + "folders that were scanned before. Moved files keep their ratings and play counts. Files on an "
        + "unmounted drive stay in the index and are shown as away. A CUE sheet, beside a file or embedded in "
        + "it, adds its tracks in place of the file."
    ],
    tables: [
      HelpPage.Table(
        title: "Options",
        rows: [
          HelpPage.Row(
            "--json",
            "print one JSON object: {files,added,changed,moved,removed,unchanged,away,"
              + "unreadable:[{path,reason}],seconds}; with --loudness also measured and "
              + "unmeasured:[{path,reason}]"),
          HelpPage.Row(
            "--loudness",
            "measure tracks without ReplayGain tags (ReplayGain 2, EBU R 128), album by album; the results "
              + "are stored in the index, the files are not changed"),
          HelpPage.Row(
            "--remove", "remove the folders and their tracks from the index; the files stay on the disk"),
          HelpPage.Row("--library FILE", "library index (~/.local/share/drumdub/library.db)"),
          HelpPage.help,
        ])
    ],
    notes: [
      "Ctrl-C stops the scan and keeps what is done. Unreadable files are reported, and tried again after they "
        + "change."
    ])
}
