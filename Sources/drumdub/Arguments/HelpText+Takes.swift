extension HelpText {
  static let takes = HelpPage(
    synopsis: [
      "drumdub takes [--json] [FILE...]", "drumdub takes rename ID NAME", "drumdub takes delete ID...",
      "drumdub takes restore ID...",
    ],
    overview: [
      "Lists recorded takes: all of them, those of the given tracks (found by their sound, even if the files "
        + "were moved), or those in the given .dub files. An ID may be shortened while it stays unambiguous. "
        + "Deleted takes can be restored."
    ],
    tables: [
      HelpPage.Table(
        title: "Options",
        rows: [
          HelpPage.Row(
            "--json",
            "print one JSON object: {takes:[{id,name,path,track:{path,title,artist,key},created,modified,hits,"
              + "layers,kit,bpm}]}"),
          HelpPage.help,
        ])
    ])
}
