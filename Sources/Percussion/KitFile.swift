import AudioBase

/// `kit.json` as it is written: version 1 of `drumdub-kit`.
///
/// Units: gain in dB, pan −1…1, fade in seconds, velocity 1–127. Members that are not known are passed over.
struct KitFile: Decodable {
  struct PadEntry: Decodable {
    var number: Int
    var name: String
    var colour: String?
    var gain: Double?
    var pan: Double?
    var choke: ChokeEntry?
    var midiNote: Int?
    var layers: [LayerEntry]
  }

  struct ChokeEntry: Decodable {
    var group: Int
    var fade: Double?
  }

  struct LayerEntry: Decodable {
    var velocity: [Int]?
    var samples: [String]
  }

  static let format = "drumdub-kit"
  static let version = 1

  var format: String
  var version: Int
  var name: String
  var pads: [PadEntry]
}

extension KitFile {
  /// The kit that the file describes, its samples resolved against its folder.
  func kit(in folder: FilePath) throws(AudioError) -> Kit {
    func refuse(_ reason: String) -> AudioError {
      AudioError(.damaged, folder.appending("kit.json").shown, detail: reason)
    }
    guard format == KitFile.format else { throw refuse("it is no drumdub-kit but \(format)") }
    guard version == KitFile.version else { throw refuse("its version is \(version), this program reads 1") }
    var numbers: Set<Int> = []
    var pads: [Pad] = []
    for entry in self.pads {
      guard (1...64).contains(entry.number) else { throw refuse("pad \(entry.number): pads go from 1 to 64") }
      guard numbers.insert(entry.number).inserted else {
        throw refuse("pad \(entry.number) stands there twice")
      }
      guard let pad = entry.pad(in: folder) else {
        throw refuse("pad \(entry.number): a velocity range is two numbers from 1 to 127")
      }
      pads.append(pad)
    }
    return Kit(name: name, path: folder, pads: pads.sorted { $0.number < $1.number })
  }
}

extension KitFile.PadEntry {
  /// Nil where a layer's velocities are no range.
  fileprivate func pad(in folder: FilePath) -> Pad? {
    var list: [Pad.Layer] = []
    for layer in layers {
      let range = layer.velocity ?? [1, 127]
      guard range.count == 2, range[0] >= 1, range[1] <= 127, range[0] <= range[1] else { return nil }
      list.append(Pad.Layer(velocities: range[0]...range[1], samples: layer.samples.map(folder.appending)))
    }
    let choke = choke.map { Pad.Choke(group: $0.group, fade: min(max($0.fade ?? 0.005, 0), 10)) }
    return Pad(
      number: number, name: name, colour: colour, gain: Decibels(min(gain ?? 0, 24)),
      pan: min(max(pan ?? 0, -1), 1), choke: choke, midiNote: midiNote, layers: list)
  }
}
