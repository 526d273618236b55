extension HelpText {
  static let playlist = HelpPage(
    synopsis: ["drumdub playlist [--json] FILE"],
    overview: [
      "Prints the entries of a playlist: M3U, M3U8, PLS, XSPF or a CUE sheet. The format is detected from the "
        + "content, then from the file name. Missing files are listed and marked as missing. URLs are listed "
        + "but cannot be played. Lines that are not understood are reported with their line numbers."
    ],
    tables: [
      HelpPage.Table(
        title: "Options",
        rows: [
          HelpPage.Row(
            "--json",
            "print one JSON object: {format,encoding,title,entries:[{path or url,title,artist,duration,start,"
              + "end,missing}],warnings:[{line,message}]}; times are in seconds, unknown values are left out"),
          HelpPage.help,
        ])
    ])
}
