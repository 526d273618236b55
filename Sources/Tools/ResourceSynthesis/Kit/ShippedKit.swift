import SystemBase

/// A kit of the program: its name, its folder below `Kits`, and its pads.
struct ShippedKit: Sendable {
  let name: String
  let folder: String
  /// Makes the strokes of the kit differ from those of others.
  let seed: UInt64
  let pads: [KitPad]

  static let all = [acoustic, electronic]

  var json: String {
    let lines = pads.map(\.json).joined(separator: ",\n")
    return #"{"format":"drumdub-kit","version":1,"name":"\#(name)","pads":["# + "\n\(lines)\n]}\n"
  }

  /// Writes `kit.json` and the samples into a folder.
  func write(to folder: FilePath) throws(FileError) {
    try FileBytes.makeFolder(folder)
    for pad in pads { try write(pad, to: folder) }
    try AtomicFile.replace(folder.appending("kit.json"), with: Array(json.utf8))
  }

  private func write(_ pad: KitPad, to folder: FilePath) throws(FileError) {
    let tags = [
      VorbisComment.Tag("TITLE", pad.name), VorbisComment.Tag("ARTIST", "DrumDub"),
      VorbisComment.Tag("ALBUM", "\(name) kit"),
    ]
    for (file, sample) in zip(pad.files.joined(), pad.samples(seed: seed).joined()) {
      let samples = SampleFormat.samples16(sample, seed: seed)
      try FLACFile.write(mono: samples, encoding: .flac16, tags: tags, to: folder.appending(file))
    }
  }
}

extension ShippedKit {
  /// The positions of the hi-hat's pedal, as far as the cymbals are apart.
  private static let (open, halfOpen, closed) = (0...39, 40...89, 90...127)

  /// The default kit: an acoustic drum set with percussion.
  static let acoustic = ShippedKit(
    name: "DrumDub", folder: "DrumDub", seed: 0xD12B_0000_0000,
    pads: [
      KitPad(1, "snare", colour: "#E8673C", gain: "7", midiNote: 38, .full, Snare()),
      KitPad(2, "bass", colour: "#C2413B", gain: "6.5", midiNote: 36, .full, BassDrum()),
      KitPad(3, "tambourine", colour: "#F2B33D", gain: "8", pan: "0.2", midiNote: 54, .some, Tambourine()),
      KitPad(4, "maraca", colour: "#B8C24A", gain: "6.5", pan: "-0.25", midiNote: 70, .some, Maraca()),
      KitPad(
        5, "closed hat", colour: "#4FB8A8", gain: "9", pan: "0.15", midiNote: 42, .full,
        HiHat(position: .closed)
      ).choking().pedal(closed),
      KitPad(
        6, "open hat", colour: "#4A90C8", gain: "1.5", pan: "0.15", midiNote: 46, .full,
        HiHat(position: .open)
      )
      .choking().pedal(open),
      KitPad(7, "clap", colour: "#8C6BC4", gain: "6.5", pan: "-0.1", midiNote: 39, .some, Clap()),
      KitPad(8, "cowbell", colour: "#C464A0", gain: "6", pan: "-0.2", midiNote: 56, .some, Cowbell()),
      KitPad(
        9, "high tom", colour: "#E08A4A", gain: "5", pan: "-0.2", midiNote: 50, .full,
        Tom(frequency: 158, ring: 0.55)),
      KitPad(
        10, "mid tom", colour: "#D0744A", gain: "4", pan: "0.05", midiNote: 47, .full,
        Tom(frequency: 118, ring: 0.65)),
      KitPad(
        11, "low tom", colour: "#B85C44", gain: "4.5", pan: "0.3", midiNote: 43, .full,
        Tom(frequency: 82, ring: 0.8)),
      KitPad(
        12, "crash", colour: "#E6C75A", gain: "0", pan: "-0.3", midiNote: 49, .some, Cymbal(kind: .crash)
      ).overlapping(),
      KitPad(
        13, "ride", colour: "#C9B458", gain: "1.5", pan: "0.35", midiNote: 51, .some, Cymbal(kind: .ride)
      )
      .overlapping(),
      KitPad(
        14, "ride bell", colour: "#A8B060", gain: "-3", pan: "0.35", midiNote: 53, .some, Cymbal(kind: .bell)
      ).overlapping(),
      KitPad(
        15, "pedal hat", colour: "#3F9C94", gain: "7", pan: "0.15", midiNote: 44, .full,
        HiHat(position: .pedal)
      ).choking(),
      KitPad(16, "cross stick", colour: "#D98A6A", gain: "7", midiNote: 37, .full, CrossStick()),
      KitPad(
        17, "half-open hat", colour: "#4CA4B8", gain: "4.5", pan: "0.15", midiNote: 23, .some,
        HiHat(position: .halfOpen)
      ).choking().pedal(halfOpen),
    ])

  /// Sounds of a drum machine, and held effects.
  static let electronic = ShippedKit(
    name: "Electronic", folder: "Electronic", seed: 0xE1EC_0000_0000,
    pads: [
      KitPad(1, "snare", colour: "#FF5C7A", gain: "6", midiNote: 38, .some, MachineSnare()),
      KitPad(2, "bass", colour: "#FF3D5A", gain: "4", midiNote: 36, .machine, MachineBass()),
      KitPad(3, "clap", colour: "#FF8A3D", gain: "7", midiNote: 39, .some, MachineClap()),
      KitPad(4, "shaker", colour: "#D6E04A", gain: "6", pan: "-0.25", midiNote: 70, .some, MachineShaker()),
      KitPad(
        5, "closed hat", colour: "#3DE0C8", gain: "7", pan: "0.1", midiNote: 42, .some,
        MachineCymbal(ring: 0.12)
      )
      .choking().pedal(closed),
      KitPad(
        6, "open hat", colour: "#3DB8FF", gain: "6", pan: "0.1", midiNote: 46, .some, MachineCymbal(ring: 0.6)
      )
      .choking().pedal(open),
      KitPad(7, "rim", colour: "#8A7AFF", gain: "6", pan: "0.1", midiNote: 37, .machine, MachineRim()),
      KitPad(
        8, "cowbell", colour: "#E05CFF", gain: "7", pan: "-0.15", midiNote: 56, .machine, MachineCowbell()),
      KitPad(
        9, "high tom", colour: "#FFB03D", gain: "4", pan: "-0.2", midiNote: 50, .machine,
        MachineTom(frequency: 165)),
      KitPad(
        10, "mid tom", colour: "#FF9A3D", gain: "3.5", midiNote: 47, .machine, MachineTom(frequency: 122)),
      KitPad(
        11, "low tom", colour: "#FF7A3D", gain: "4.5", pan: "0.25", midiNote: 43, .machine,
        MachineTom(frequency: 88)),
      KitPad(
        12, "crash", colour: "#FFE03D", gain: "0.5", pan: "-0.2", midiNote: 49, .machine,
        MachineCymbal(ring: 4.2, tail: 0.75)
      ).overlapping(),
      KitPad(13, "zap", colour: "#5CFF8A", gain: "1", midiNote: 78, .machine, Zap()),
      KitPad(14, "drone", colour: "#4A6AFF", gain: "2", midiNote: 79, .single, Drone())
        .holding("gate", release: "0.15"),
      KitPad(15, "riser", colour: "#6AA0FF", gain: "-2", midiNote: 58, .single, Riser())
        .holding("gate", release: "0.08"),
      KitPad(16, "pulse", colour: "#B07AFF", gain: "0", midiNote: 80, .single, Pulse())
        .holding("toggle", release: "0.05"),
      KitPad(
        17, "half-open hat", colour: "#3DCCE4", gain: "6.5", pan: "0.1", midiNote: 23, .single,
        MachineCymbal(ring: 0.3)
      )
      .choking().pedal(halfOpen),
    ])
}
