extension ManualPage {
  /// The kit format, version 1.
  package static let kits: [Block] =
    [
      .section("Kits"),
      .paragraph(
        "A kit is a folder with a file kit.json and its samples, in ~/.local/share/drumdub/kits. Sample paths "
          + "are relative to the folder. Samples are audio files of any supported format. Members that are not "
          + "listed here are kept when the file is written."),
      .example([
        "{\"format\":\"drumdub-kit\",\"version\":1,\"name\":\"Mine\",\"pads\":[",
        "  {\"number\":1,\"name\":\"snare\",\"gain\":-3,\"pan\":0,\"tune\":0,\"mode\":\"oneShot\",",
        "   \"retrigger\":\"overlap\",\"polyphony\":4,\"choice\":\"roundRobin\",",
        "   \"choke\":{\"group\":1,\"silencedBy\":2,\"fade\":0.01},",
        "   \"envelope\":{\"attack\":0,\"decay\":0,\"sustain\":1,\"release\":0.05},",
        "   \"layers\":[{\"velocity\":[1,127],\"samples\":[\"snare.wav\"],\"part\":0}]}]}",
      ]),
      .paragraph("The members of a pad:"),
    ]
    + padMembers.map { .row($0) } + [.paragraph("The members of a layer:")] + layerMembers.map { .row($0) }
    + [
      .paragraph(
        "A damaged pad is left out. If the kit cannot be read, the kit of the program is used. If no sample of a pad can be read, the pad "
          + "of the same number in that kit is used. A message names the file and the reason.")
    ]

  private static let padMembers = [
    HelpPage.Row("number", "1 to 128; keys strike them in banks of eight"),
    HelpPage.Row("name", "the name on the screen"),
    HelpPage.Row("colour", "#rrggbb; optional"),
    HelpPage.Row("gain", "dB, at most 24 (0)"),
    HelpPage.Row("pan", "-1, left, to 1, right (0)"),
    HelpPage.Row("tune", "change of pitch in semitones, -48 to 48 (0)"),
    HelpPage.Row(
      "mode",
      "oneShot plays the sample to its end; gate plays while the key is held down, where the terminal "
        + "reports key releases; toggle plays until the next hit (oneShot)"),
    HelpPage.Row(
      "retrigger, polyphony",
      "what a hit does to earlier hits of the pad: restart fades them out; overlap lets them sound, at most "
        + "polyphony, 1 to 64, at a time, if it is given (restart)"),
    HelpPage.Row(
      "choke",
      "a hit fades out the pads that its group silences: group, from 1; silencedBy, the group whose hits "
        + "silence this pad, 0 for none (group); fade in seconds, 0 to 10 (0.005)"),
    HelpPage.Row(
      "envelope",
      "attack (0), decay (0) and release (0.005) in seconds, to 10; sustain, the level after the decay, 0 to "
        + "1 (1); the release fades out a gate or toggle pad"),
    HelpPage.Row(
      "choice", "which sample of a layer a hit plays: roundRobin, they take turns, or random (roundRobin)"),
    HelpPage.Row("midiNote", "MIDI note, 0 to 127; optional"),
    HelpPage.Row(
      "pedal",
      "[FROM,TO], 0, open, to 127, closed: where the pedal of a hi-hat, controller 4, is while this pad plays the strikes "
        + "on the pads that have the member; those that are more open are silenced as it closes; optional"),
    HelpPage.Row(
      "position",
      "[FROM,TO], 0, the middle, to 127, the edge: where a drum is struck, controller 16, if this pad of several with the "
        + "same midiNote plays; optional"),
    HelpPage.Row("layers", "samples by velocity, as below"),
  ]

  private static let layerMembers = [
    HelpPage.Row("velocity", "the first and the last velocity, 1 to 127 ([1,127])"),
    HelpPage.Row(
      "samples", "paths; a path that is not UTF-8 is {\"path\":TEXT,\"pathBase64\":BYTES}"),
    HelpPage.Row("gain, pan, tune", "added to those of the pad (0)"),
    HelpPage.Row("part", "0 to 15; a hit plays one layer of each part, all at the same time (0)"),
    HelpPage.Row(
      "chance",
      "[FROM,TO], 0 to 1: the layer plays if the random number of the hit is in this range; optional"),
    HelpPage.Row(
      "loop",
      "continuous repeats the sample until it is choked or released, sustain until the key is released; optional"
    ),
  ]

  /// The take format, version 1.
  package static let takes: [Block] =
    [
      .section("Takes"),
      .paragraph(
        "A take is a JSON file ID.dub in ~/.local/share/drumdub/takes. A take belongs to a track by the key of "
          + "the track's sound, so that it is found after the track was moved. Members that are not listed here "
          + "are kept when the file is written. A tempo that was set for a track is in the file KEY.tempo."),
      .example([
        "{\"format\":\"drumdub-take\",\"version\":1,\"id\":ID,\"name\":NAME,",
        " \"created\":TIME,\"modified\":TIME,",
        " \"track\":{\"key\":KEY,\"path\":PATH,\"sampleRate\":HZ,\"frames\":COUNT,",
        "   \"title\":TITLE,\"artist\":ARTIST,\"offset\":SECONDS,",
        "   \"signature\":{\"version\":1,\"fingerprint\":TEXT,\"starts\":[...],\"signs\":TEXT}},",
        " \"loop\":[START,END],",
        " \"kit\":{\"name\":NAME,\"path\":PATH,\"hash\":HASH,",
        "   \"pads\":[...],\"padNotes\":[...]},",
        " \"tempo\":{\"bpm\":BPM,\"beats\":[...],\"signature\":\"4/4\"},",
        " \"layers\":[{\"id\":1,\"name\":NAME,\"gain\":0,\"mute\":false,\"solo\":false,",
        "   \"frames\":[...],\"pads\":[...],\"velocities\":[...],",
        "   \"lengths\":[...],\"samples\":[...],",
        "   \"notes\":{\"places\":[...],\"frames\":[...],\"keys\":[...],\"strings\":[...],",
        "     \"velocities\":[...],\"lengths\":[...]},",
        "   \"controls\":{\"places\":[...],\"frames\":[...],\"controllers\":[...],\"values\":[...]}}],",
        " \"history\":{...}}",
      ]),
    ]
    + [
      HelpPage.Row(
        "track", "the track; a take without a track has sampleRate instead, at the top level"),
      HelpPage.Row(
        "loop",
        "the frames of a take without a track that repeat: the first one and the one after the last; optional"
      ),
      HelpPage.Row("key", "32 hexadecimal digits, a hash of the audio data"),
      HelpPage.Row("path, pathBase64", "the file; pathBase64 has the bytes of a path that is not UTF-8"),
      HelpPage.Row(
        "offset",
        "the time by which the sound of this file is later than in the file that an imported take came with"),
      HelpPage.Row(
        "signature",
        "what recognises the recording in other files: the fingerprint of Chromaprint of the first 90 s, 32 bits an item; "
          + "the starts of excerpts at 11025 Hz; for each of them 2048 signs, bits that tell whether the mono sound rises; "
          + "all with the lowest byte first in base 64"),
      HelpPage.Row(
        "hash",
        "32 hexadecimal digits, a hash of the samples of the kit and of how its pads play them; optional"),
      HelpPage.Row(
        "padNotes", "the MIDI notes of the pads of the kit, so that another kit can play the take"),
      HelpPage.Row(
        "ids",
        "the number of each hit, by which edits name it, ascending; optional where they count from 0"),
      HelpPage.Row("frames", "the position of each hit in frames of the track"),
      HelpPage.Row("pads, velocities", "the pad, 1 to 128, and the velocity, 1 to 127, of each hit"),
      HelpPage.Row("lengths", "how long a gate or toggle pad sounded, in frames; 0 for other pads"),
      HelpPage.Row("samples", "the sample of the pad that each hit played, from 0"),
      HelpPage.Row(
        "notes",
        "the notes of the instrument: their places among the hits and notes of the layer, from 0, keys, 0 to 127, and "
          + "strings, from 0 for the lowest one, or -1; optional"),
      HelpPage.Row(
        "controls",
        "the movements of controllers: their places among all of the layer, controllers of MIDI with values from 0 to 127, "
          + "and -1 for the bend, with 2048 for each semitone; optional"),
      HelpPage.Row("gain", "dB"),
      HelpPage.Row(
        "tempo",
        "beats per minute after the last beat, positions of beats in frames, and an optional time signature"),
      HelpPage.Row("history", "the edits that can be undone and redone"),
    ].map { .row($0) }
}
