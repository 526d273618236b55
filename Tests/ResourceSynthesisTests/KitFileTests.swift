import FoundationEssentials
import SystemBase
import Testing

@Suite struct KitFileTests {
  private struct Kit: Decodable {
    struct Pad: Decodable {
      struct Choke: Decodable, Equatable {
        let group: Int
        let fade: Double
      }
      struct Layer: Decodable {
        let velocity: [Int]
        let samples: [String]
      }
      let number: Int
      let name: String
      let colour: String
      let gain: Double
      let pan: Double
      let mode: String
      let choke: Choke?
      let midiNote: Int
      let layers: [Layer]
    }
    let format: String
    let version: Int
    let name: String
    let pads: [Pad]
  }

  private let kit: Kit

  init() throws {
    let bytes = try FileBytes.read(Committed.kit.appending("kit.json"), limit: 1 << 20)
    kit = try JSONDecoder().decode(Kit.self, from: Data(bytes))
  }

  @Test func theHeadAndThePadsAreThere() {
    #expect(kit.format == "drumdub-kit")
    #expect(kit.version == 1)
    #expect(kit.name == "DrumDub")
    #expect(kit.pads.map(\.number) == Array(1...8))
    #expect(kit.pads.prefix(4).map(\.name) == ["snare", "bass", "tambourine", "maraca"])
    #expect(kit.pads.map(\.midiNote) == [38, 36, 54, 70, 42, 46, 39, 56])
  }

  @Test func everyPadPlaysOneFileOfTheFolderAtAnyVelocity() {
    #expect(kit.pads.flatMap { $0.layers.flatMap(\.samples) } == Committed.samples)
    for pad in kit.pads {
      #expect(pad.layers.map(\.velocity) == [[1, 127]])
      #expect(pad.mode == "oneShot")
      #expect((0...8).contains(pad.gain) && (-0.5...0.5).contains(pad.pan))
      #expect(pad.colour.count == 7 && Int(pad.colour.dropFirst(), radix: 16) != nil)
    }
    #expect(Set(kit.pads.map(\.colour)).count == 8)
  }

  @Test func onlyTheHatsChokeEachOther() {
    #expect(kit.pads.compactMap { $0.choke == nil ? nil : $0.number } == [5, 6])
    #expect(
      kit.pads.compactMap(\.choke) == [Kit.Pad.Choke(group: 1, fade: 0.03), .init(group: 1, fade: 0.03)])
  }
}
