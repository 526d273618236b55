import HostTools
import SystemBase

/// A kit of the program: its name, its folder below `Kits`, and its pads.
struct ShippedKit: Sendable {
  let name: String
  let folder: String
  /// Makes the strokes of the kit differ from those of others.
  let seed: UInt64
  /// The gain of the room of all pads in dB; nil for a kit without one.
  var room: String?
  /// The gain of all layers in dB, for samples that are as much softer, and so need less space.
  var layerGain = 0.0
  let pads: [KitPad]

  static let all = [drumdub, electronic, studio]

  var json: String {
    let lines = pads.map { $0.json(layerGain: layerGain) }.joined(separator: ",\n")
    let room = room.map { #""room":\#($0),"# } ?? ""
    return #"{"format":"drumdub-kit","version":1,"name":"\#(name)",\#(room)"pads":["# + "\n\(lines)\n]}\n"
  }

  func write(to folder: FilePath) throws(FileError) {
    try FileBytes.makeFolder(folder)
    for pad in pads { try write(pad, to: folder) }
    try AtomicFile.replace(folder.appending("kit.json"), with: Array(json.utf8))
  }

  private var peak: Double { SampleFormat.fullPeak * ExactMaths.factor(decibels: -layerGain) }

  private func write(_ pad: KitPad, to folder: FilePath) throws(FileError) {
    let tags = [("TITLE", pad.name), ("ARTIST", "DrumDub"), ("ALBUM", "\(name) kit")].map {
      VorbisComment.Tag($0, $1)
    }
    for sample in pad.samples(seed: seed, peak: peak) {
      let channels = sample.channels.enumerated().map { number, channel in
        SampleFormat.samples16(channel, from: sample.start, seed: seed &+ UInt64(number))
      }
      try FLACFile.write(channels: channels, tags: tags, to: folder.appending(sample.file))
    }
  }
}

extension ShippedKit {
  /// The positions of the hi-hat's pedal, as far as the cymbals are apart.
  static let (open, halfOpen, closed) = (0...39, 40...89, 90...127)

  /// The default kit: a dry drum set with percussion, one channel a sample, which loads fastest.
  static let drumdub = ShippedKit(
    name: "DrumDub", folder: "DrumDub", seed: 0xD12B_0000_0000,
    pads: [
      KitPad(1, "snare", "#E8673C", gain: "7", note: 38, .full, Snare()),
      KitPad(2, "bass", "#C2413B", gain: "6.5", note: 36, .full, BassDrum()),
      KitPad(3, "tambourine", "#F2B33D", gain: "8", pan: "0.2", note: 54, .some, Tambourine()),
      KitPad(4, "maraca", "#B8C24A", gain: "6.5", pan: "-0.25", note: 70, .some, Maraca()),
      KitPad(5, "closed hat", "#4FB8A8", gain: "9", pan: "0.15", note: 42, .full, HiHat.closed)
        .choking().pedal(closed),
      KitPad(6, "open hat", "#4A90C8", gain: "1.5", pan: "0.15", note: 46, .full, HiHat.open)
        .choking().pedal(open),
      KitPad(7, "clap", "#8C6BC4", gain: "6.5", pan: "-0.1", note: 39, .some, Clap()),
      KitPad(8, "cowbell", "#C464A0", gain: "6", pan: "-0.2", note: 56, .some, Cowbell()),
      KitPad(
        9, "high tom", "#E08A4A", gain: "5", pan: "-0.2", note: 50, .full, Tom(frequency: 158, ring: 0.55)),
      KitPad(
        10, "mid tom", "#D0744A", gain: "4", pan: "0.05", note: 47, .full, Tom(frequency: 118, ring: 0.65)),
      KitPad(
        11, "low tom", "#B85C44", gain: "4.5", pan: "0.3", note: 43, .full, Tom(frequency: 82, ring: 0.8)),
      KitPad(12, "crash", "#E6C75A", gain: "0", pan: "-0.3", note: 49, .some, Cymbal.crash).overlapping(),
      KitPad(13, "ride", "#C9B458", gain: "1.5", pan: "0.35", note: 51, .some, Cymbal.ride).overlapping(),
      KitPad(14, "ride bell", "#A8B060", gain: "-3", pan: "0.35", note: 53, .some, Cymbal.bell).overlapping(),
      KitPad(15, "pedal hat", "#3F9C94", gain: "7", pan: "0.15", note: 44, .full, HiHat.pedal).choking(),
      KitPad(16, "cross stick", "#D98A6A", gain: "7", note: 37, .full, CrossStick()),
      KitPad(17, "half-open hat", "#4CA4B8", gain: "4.5", pan: "0.15", note: 23, .some, HiHat.halfOpen)
        .choking().pedal(halfOpen),
    ])

  /// Sounds of a drum machine, and held effects.
  static let electronic = ShippedKit(
    name: "Electronic", folder: "Electronic", seed: 0xE1EC_0000_0000,
    pads: [
      KitPad(1, "snare", "#FF5C7A", gain: "6", note: 38, .some, MachineSnare()),
      KitPad(2, "bass", "#FF3D5A", gain: "4", note: 36, .few, MachineBass()),
      KitPad(3, "clap", "#FF8A3D", gain: "7", note: 39, .some, MachineClap()),
      KitPad(4, "shaker", "#D6E04A", gain: "6", pan: "-0.25", note: 70, .some, MachineShaker()),
      KitPad(5, "closed hat", "#3DE0C8", gain: "7", pan: "0.1", note: 42, .some, MachineCymbal(ring: 0.12))
        .choking().pedal(closed),
      KitPad(6, "open hat", "#3DB8FF", gain: "6", pan: "0.1", note: 46, .some, MachineCymbal(ring: 0.6))
        .choking().pedal(open),
      KitPad(7, "rim", "#8A7AFF", gain: "6", pan: "0.1", note: 37, .few, MachineRim()),
      KitPad(8, "cowbell", "#E05CFF", gain: "7", pan: "-0.15", note: 56, .few, MachineCowbell()),
      KitPad(
        9, "high tom", "#FFB03D", gain: "4", pan: "-0.2", note: 50, .few, MachineTom(frequency: 165)),
      KitPad(10, "mid tom", "#FF9A3D", gain: "3.5", note: 47, .few, MachineTom(frequency: 122)),
      KitPad(
        11, "low tom", "#FF7A3D", gain: "4.5", pan: "0.25", note: 43, .few, MachineTom(frequency: 88)),
      KitPad(
        12, "crash", "#FFE03D", gain: "0.5", pan: "-0.2", note: 49, .few,
        MachineCymbal(ring: 4.2, tail: 0.75)
      ).overlapping(),
      KitPad(13, "zap", "#5CFF8A", gain: "1", note: 78, .few, Zap()),
      KitPad(14, "drone", "#4A6AFF", gain: "2", note: 79, .single, Drone()).holding("gate", release: "0.15"),
      KitPad(15, "riser", "#6AA0FF", gain: "-2", note: 58, .single, Riser()).holding("gate", release: "0.08"),
      KitPad(16, "pulse", "#B07AFF", gain: "0", note: 80, .single, Pulse())
        .holding("toggle", release: "0.05"),
      KitPad(
        17, "half-open hat", "#3DCCE4", gain: "6.5", pan: "0.1", note: 23, .single, MachineCymbal(ring: 0.3)
      )
      .choking().pedal(halfOpen),
    ])
}
