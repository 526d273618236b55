extension HelpText {
  package static let mixer = HelpPage(
    synopsis: ["drumdub mixer [--json]"],
    overview: [
      "Lists the mixers that the command mixer NAME loads while the player runs, and the effects and "
        + "instruments that a mixer can have, with the range and the initial value of each parameter.",
      "Also lists the LV2 plug-ins in $LV2_PATH, or in ~/.lv2 and the folders of the system, with the reason of each that "
        + "is refused: it has to declare that it can run in real time, and to require nothing that drumdub does not have. "
        + "The list is kept until a plug-in is installed or removed. Before its first use, a plug-in is tried in a process "
        + "of its own, and refused if it crashes there.",
      "Also lists the presets of SoundFonts, which are instruments.",
      "While a JACK server runs, also lists its programs: effects, instruments, which take MIDI, and generators.",
    ],
    tables: [
      HelpPage.Table(
        title: "Options",
        rows: [
          HelpPage.Row(
            "--json",
            "print one JSON object: {presets:[{name,path,shipped}],units:[{name,kind,uri,author,category,refused,"
              + "presets,parameters:[{name,title,unit,minimum,maximum,default}]}]}; kind is effect, instrument, lv2 or jack; the unit of a choice is its names, a|b, and its value their number from 0"
          ),
          HelpPage.help,
        ])
    ])
}
