extension HelpText {
  package static let devices = HelpPage(
    synopsis: ["drumdub devices [--json]"],
    overview: [
      "Lists the outputs, inputs and MIDI inputs of the machine by the names that --output, --input and --midi take: "
        + "those of the sound server where one runs, those of ALSA, the JACK server, and the ports of the ALSA "
        + "sequencer. A star marks the default. Monitors are inputs that capture what an output plays."
    ],
    tables: [
      HelpPage.Table(
        title: "Options",
        rows: [
          HelpPage.Row(
            "--json",
            "print one JSON object: {outputs:[{name,description,default}],inputs:[{name,description,default,monitor}],"
              + "midi:[{name,description,default}]}"),
          HelpPage.help,
        ])
    ])
}
