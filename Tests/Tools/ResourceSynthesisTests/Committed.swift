import FoundationEssentials
import SystemBase

/// The resource files in the checkout.
enum Committed {
  static let resources = FilePath(#filePath).directory.directory.directory.directory.appending("Resources")
  static let demo = resources.appending("Demo/First Light.flac")
}

/// A kit in the checkout, as its `kit.json` describes it.
struct CommittedKit: Decodable, Sendable {
  struct Pad: Decodable, Sendable {
    struct Choke: Decodable, Equatable {
      let group: Int
      let fade: Double
    }
    struct Envelope: Decodable { let release: Double }
    struct Layer: Decodable {
      let velocity: [Int]
      let gain: Double?
      let part: Int?
      let samples: [String]
    }
    let number: Int
    let name: String
    let colour: String
    let gain: Double
    let pan: Double
    let mode: String
    let retrigger: String?
    let polyphony: Int?
    let choke: Choke?
    let envelope: Envelope?
    let midiNote: Int
    let layers: [Layer]

    /// Whether strokes of different velocities have different samples.
    var hasLayers: Bool { layers.count > 1 }

    /// The index of the layer of a velocity.
    func layer(at velocity: Int) -> Int? {
      layers.firstIndex { ($0.velocity[0]...$0.velocity[1]).contains(velocity) }
    }
  }

  let format: String
  let version: Int
  let name: String
  /// The level of the room in dB.
  let room: Double?
  let pads: [Pad]

  /// The folders below `Kits` of the kits with one channel and without a room.
  static let folders = ["DrumDub", "Electronic"]
  /// The folder of the kit with overheads and a room.
  static let studio = "Studio"

  static func path(_ folder: String) -> FilePath { Committed.resources.appending("Kits/\(folder)") }

  init(_ folder: String) throws {
    let bytes = try FileBytes.read(Self.path(folder).appending("kit.json"), limit: 1 << 20)
    self = try JSONDecoder().decode(CommittedKit.self, from: Data(bytes))
  }

  /// The names of the samples in the order of the file.
  var samples: [String] { pads.flatMap { $0.layers.flatMap(\.samples) } }
}
