import SystemBase

/// The default kit: eight synthesised instruments.
enum DefaultKit {
  static let pads = [
    KitPad(
      1, "snare", file: "snare.flac", colour: "#E8673C", gain: "7", pan: "0", midiNote: 38, Snare()),
    KitPad(
      2, "bass", file: "bass.flac", colour: "#C2413B", gain: "7", pan: "0", midiNote: 36, BassDrum()),
    KitPad(
      3, "tambourine", file: "tambourine.flac", colour: "#F2B33D", gain: "3.5", pan: "0.2", midiNote: 54,
      Tambourine()),
    KitPad(
      4, "maraca", file: "maraca.flac", colour: "#B8C24A", gain: "7", pan: "-0.25", midiNote: 70, Maraca()),
    KitPad(
      5, "closed hat", file: "closed-hat.flac", colour: "#4FB8A8", gain: "6.5", pan: "0.15", midiNote: 42,
      chokes: true, HiHat(isOpen: false)),
    KitPad(
      6, "open hat", file: "open-hat.flac", colour: "#4A90C8", gain: "1.5", pan: "0.15", midiNote: 46,
      chokes: true, HiHat(isOpen: true)),
    KitPad(
      7, "clap", file: "clap.flac", colour: "#8C6BC4", gain: "6.5", pan: "-0.1", midiNote: 39, Clap()),
    KitPad(
      8, "cowbell", file: "cowbell.flac", colour: "#C464A0", gain: "6", pan: "-0.2", midiNote: 56, Cowbell()),
  ]

  static var json: String {
    let lines = pads.map { "  " + $0.json }.joined(separator: ",\n")
    return #"{"format":"drumdub-kit","version":1,"name":"DrumDub","pads":["# + "\n\(lines)\n]}\n"
  }

  /// Writes `kit.json` and its samples into a folder.
  static func write(to folder: FilePath) throws(FileError) {
    try FileBytes.makeFolder(folder)
    for pad in pads {
      let sound = pad.sound.render(seed: 0xD12B_0000 + UInt64(pad.number))
      let tags = [
        VorbisComment.Tag("TITLE", pad.name), VorbisComment.Tag("ARTIST", "DrumDub"),
        VorbisComment.Tag("ALBUM", "DrumDub kit"),
      ]
      try FLACFile.write(
        SampleFormat.frames24(sound), encoding: .flac24, tags: tags, to: folder.appending(pad.file))
    }
    try FileBytes.replace(folder.appending("kit.json"), with: Array(json.utf8))
  }
}
