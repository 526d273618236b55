extension ManualPage {
  /// The kit format, version 1.
  static let kits: [Block] =
    [
      .section("Kits"),
      .paragraph(
        "A kit is a folder with a file kit.json and its samples, in ~/.local/share/drumdub/kits. Sample paths "
          + "are relative to the folder. Samples are audio files of any supported format, at most 60 seconds "
          + "long."),
      .example([
        "{\"format\":\"drumdub-kit\",\"version\":1,\"name\":\"Mine\",\"pads\":[",
        "  {\"number\":1,\"name\":\"snare\",\"gain\":-3,\"pan\":0,\"mode\":\"oneShot\",",
        "   \"choke\":{\"group\":1,\"fade\":0.01},\"envelope\":{\"release\":0.05},",
        "   \"layers\":[{\"velocity\":[1,127],\"samples\":[\"snare.wav\"]}]}]}",
      ]),
      .paragraph("The members of a pad:"),
    ]
    + [
      HelpPage.Row("number", "1 to 128; pads 1 to 8 have keys"),
      HelpPage.Row("name", "the name on the screen"),
      HelpPage.Row("colour", "#rrggbb; optional, not used by the screen"),
      HelpPage.Row("gain", "dB, at most 24 (0)"),
      HelpPage.Row("pan", "-1, left, to 1, right (0)"),
      HelpPage.Row(
        "mode",
        "oneShot plays the sample to its end; gate plays while the key is held down, where the terminal "
          + "reports key releases; toggle plays until the next hit (oneShot)"),
      HelpPage.Row(
        "choke", "a hit fades out the other pads of the same group; fade in seconds, 0 to 10 (0.005)"),
      HelpPage.Row("envelope", "release: fade-out of a gate pad, in seconds (0.005)"),
      HelpPage.Row("midiNote", "MIDI note, 0 to 127; optional"),
      HelpPage.Row(
        "layers",
        "samples by velocity: velocity is the first and the last velocity, 1 to 127; several samples of a "
          + "layer take turns"),
    ].map { .row($0) }
    + [
      .paragraph(
        "If the kit cannot be read, the kit of the program is used. If no sample of a pad can be read, the pad "
          + "of the same number in that kit is used. A message names the file and the reason.")
    ]

  /// The take format, version 1.
  static let takes: [Block] =
    [
      .section("Takes"),
      .paragraph(
        "A take is a JSON file ID.dub in ~/.local/share/drumdub/takes. A take belongs to a track by the key of "
          + "the track's sound, so that it is found after the track was moved. Members that are not listed here "
          + "are kept when the file is written."),
      .example([
        "{\"format\":\"drumdub-take\",\"version\":1,\"id\":ID,\"name\":NAME,",
        " \"created\":TIME,\"modified\":TIME,",
        " \"track\":{\"key\":KEY,\"path\":PATH,\"sampleRate\":HZ,\"frames\":COUNT},",
        " \"kit\":{\"name\":NAME,\"path\":PATH},\"tempo\":{\"bpm\":BPM,\"beats\":[...]},",
        " \"layers\":[{\"id\":1,\"name\":NAME,\"gain\":0,\"mute\":false,\"solo\":false,",
        "   \"frames\":[...],\"pads\":[...],\"velocities\":[...],",
        "   \"lengths\":[...],\"samples\":[...]}],",
        " \"history\":{...}}",
      ]),
    ]
    + [
      HelpPage.Row(
        "track", "the track; a take without a track has sampleRate instead, at the top level"),
      HelpPage.Row("key", "32 hexadecimal digits, a hash of the audio data"),
      HelpPage.Row("path, pathBase64", "the file; pathBase64 has the bytes of a path that is not UTF-8"),
      HelpPage.Row("frames", "the position of each hit in frames of the track"),
      HelpPage.Row("pads, velocities", "the pad, 1 to 128, and the velocity, 1 to 127, of each hit"),
      HelpPage.Row("lengths", "how long a gate or toggle pad sounded, in frames; 0 for other pads"),
      HelpPage.Row("samples", "the sample of the pad that each hit played, from 0"),
      HelpPage.Row("gain", "dB"),
      HelpPage.Row("tempo", "beats per minute, and the positions of the beats in frames"),
      HelpPage.Row("history", "the edits that can be undone and redone"),
    ].map { .row($0) }
}
