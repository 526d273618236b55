import AudioBase
import SystemBase
import TestSupport
import Testing

@testable import Percussion

/// The identity of kits: what sounds and how, not where it is and what it is called.
@Suite struct KitHashTests {
  private func kit(_ folder: TemporaryFolder, _ bytes: [UInt8]) throws -> Kit {
    try folder.write(bytes, to: "a.wav")
    try folder.write([9], to: "b.wav")
    let layer = SampleLayer(samples: [folder.file("a.wav"), folder.file("b.wav"), folder.file("gone.wav")])
    return Kit(name: "K", path: folder.path, pads: [Pad(number: 3, name: "p", layers: [layer])])
  }

  @Test func kitHashIgnoresNamesAndPlaces() throws {
    let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
    let bytes = [UInt8](repeating: 5, count: 3_000_000)
    let hash = try kit(folder, bytes).contentHash()
    var moved = try kit(other, bytes)
    moved.name = "L"
    (moved.pads[0].name, moved.pads[0].colour, moved.pads[0].midiNote) = ("q", "#FFFFFF", 3)
    moved.unknown.append("a", 1)
    #expect(moved.contentHash() == hash)
  }

  @Test func kitHashChangesWithEverythingAudible() throws {
    let folder = try TemporaryFolder()
    var bytes = [UInt8](repeating: 5, count: 3_000_000)
    let first = try kit(folder, bytes)
    var hashes: Set = [first.contentHash()]
    let changes: [(inout Pad) -> Void] = [
      { $0.number = 4 }, { $0.gain = Decibels(-1) }, { $0.pan = 0.5 }, { $0.tune = 1 }, { $0.mode = .gate },
      { $0.retrigger = .overlap() }, { $0.retrigger = .overlap(limit: 2) }, { $0.choice = .random },
      { $0.choke = Pad.Choke(group: 1, fade: 0.5) }, { $0.choke = Pad.Choke(group: 1, fade: 0.25) },
      { $0.envelope.attack = 1 }, { $0.envelope.release = 1 }, { $0.layers[0].velocities = 1...2 },
      { $0.layers[0].samples.reverse() }, { $0.layers[0].gain = Decibels(-1) }, { $0.layers[0].part = 1 },
      { $0.layers[0].chance = 0...0.5 }, { $0.layers[0].loop = .sustain },
      { ($0.layers[0].loop, $0.layers[0].loopStart) = (.sustain, 1) },
      { ($0.layers[0].loop, $0.layers[0].loopEnd) = (.sustain, 1) },
      {
        $0.choke = Pad.Choke(group: 1, fade: 0.25)
        $0.choke?.pads = [2]
      },
      { $0.layers[0].start = 1 }, { $0.layers[0].end = 1 }, { $0.layers[0].response.track = 0 },
      { $0.layers[0].response.curve = [VelocityResponse.Point(velocity: 1, level: 1)] },
      { $0.layers[0].turn = SampleLayer.Turn(position: 1, count: 2) }, { $0.layers.append($0.layers[0]) },
    ]
    for change in changes {
      var kit = first
      change(&kit.pads[0])
      hashes.insert(kit.contentHash())
    }
    #expect(hashes.count == changes.count + 1)
    bytes[2_500_000] = 6
    hashes.insert(try kit(folder, bytes).contentHash())
    #expect(hashes.count == changes.count + 2)
  }

  @Test func kitHashOfAKnownKitIsStable() throws {
    let folder = try TemporaryFolder()
    let hash = "\(try kit(folder, [1, 2, 3]).contentHash())"
    #expect(hash == "00c58c697d491e12f88d5df524c46f99", "takes hold hashes of this form")
  }
}
