import AudioBase
import SystemBase

/// The content of `kit.json`, version 1 of `drumdub-kit`.
///
/// Units: gain in dB, pan −1…1, fade and release in seconds, velocity 1–127. Unknown members are ignored.
struct KitFile: Decodable {
  struct PadEntry: Decodable {
    var number: Int
    var name: String
    var colour: String?
    var gain: Double?
    var pan: Double?
    var choke: ChokeEntry?
    var mode: String?
    var envelope: EnvelopeEntry?
    var midiNote: Int?
    var layers: [LayerEntry]
  }

  struct ChokeEntry: Decodable {
    var group: Int
    var fade: Double?
  }

  struct EnvelopeEntry: Decodable {
    var release: Double?
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
  func kit(in folder: FilePath) throws(FileError) -> Kit {
    func refuse(_ reason: String) -> FileError {
      FileError(.damaged, folder.appending("kit.json").shown, detail: reason)
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
      guard let layers = entry.layers(in: folder) else {
        throw refuse("pad \(entry.number): a velocity range is two numbers from 1 to 127")
      }
      guard let mode = PadMode(rawValue: entry.mode ?? PadMode.oneShot.rawValue) else {
        throw refuse("pad \(entry.number): its mode is oneShot, gate or toggle")
      }
      pads.append(entry.pad(mode, layers))
    }
    return Kit(name: name, path: folder, pads: pads.sorted { $0.number < $1.number })
  }
}

extension KitFile.PadEntry {
  /// Returns nil if the velocities of a layer are not a range.
  fileprivate func layers(in folder: FilePath) -> [Pad.Layer]? {
    var list: [Pad.Layer] = []
    for layer in layers {
      let range = layer.velocity ?? [1, 127]
      guard range.count == 2, range[0] >= 1, range[1] <= 127, range[0] <= range[1] else { return nil }
      list.append(Pad.Layer(velocities: range[0]...range[1], samples: layer.samples.map(folder.appending)))
    }
    return list
  }

  fileprivate func pad(_ mode: PadMode, _ layers: [Pad.Layer]) -> Pad {
    let choke = choke.map { Pad.Choke(group: $0.group, fade: min(max($0.fade ?? 0.005, 0), 10)) }
    let releases = Pad.releases
    let release = min(max(envelope?.release ?? Pad.usualRelease, releases.lowerBound), releases.upperBound)
    return Pad(
      number: number, name: name, colour: colour, gain: Decibels(min(gain ?? 0, 24)),
      pan: min(max(pan ?? 0, -1), 1), choke: choke, mode: mode, release: release, midiNote: midiNote,
      layers: layers)
  }
}
