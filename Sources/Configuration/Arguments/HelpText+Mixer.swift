extension HelpText {
  package static let mixer = HelpPage(
    synopsis: ["drumdub mixer [--json]"],
    overview: [
      "Lists the mixers that the command mixer NAME loads while the player runs, and the effects and instruments that a mixer "
        + "can have, with the range and the initial value of each parameter."
    ],
    tables: [
      HelpPage.Table(
        title: "Options",
        rows: [
          HelpPage.Row(
            "--json",
            "print one JSON object: {presets:[{name,path,shipped}],units:[{name,kind,parameters:[{name,unit,minimum,"
              + "maximum,default}]}]}; the unit of a choice is its names, a|b, and its value their number from 0"
          ),
          HelpPage.help,
        ])
    ])
}
