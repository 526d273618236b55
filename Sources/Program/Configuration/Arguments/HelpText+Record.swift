extension HelpText {
  package static let record = HelpPage(
    synopsis: [
      "drumdub record [-o OUT] [--input DEVICE] [--format s16|s24|float] [--rate HZ] [--channels 1|2] "
        + "[--duration SECONDS]"
    ],
    overview: [
      "Records a microphone, a line in or the monitor of an output until Ctrl-C, to a WAV (RF64 if it is larger than "
        + "4 GB), FLAC or Ogg Vorbis file, by the extension of OUT. On a terminal the levels are shown, and CLIP if the "
        + "input is too loud.",
      "The file is valid each second, so that a killed program loses a second at most. If the device disappears, the "
        + "file keeps what was recorded, and the recording goes on in it when the device is back.",
    ],
    tables: [
      HelpPage.Table(
        title: "Options",
        rows: [
          HelpPage.Row(
            "-o, --output OUT",
            "the file to write; a number is added to a name that exists (a name with the date in "
              + "~/.local/share/drumdub/recordings)"),
          HelpPage.Row("--input DEVICE", "\(InputChoice.syntax) (the setting input, else alsa)"),
          HelpPage.Row(
            "--format FORMAT", "the samples: s16, s24 or float (s24); WAV has all, FLAC has s16 and s24"),
          HelpPage.Row("--rate HZ", "the sample rate, 8000 to 192000 (that of the input, else 48000)"),
          HelpPage.Row("--channels 1|2", "mono or stereo (that of the input)"),
          HelpPage.Row("--duration SECONDS", "stop after this time"),
          HelpPage.help,
        ])
    ])
}
