import AudioBase
import SystemBase
import Testing

@testable import Percussion

/// The layers of Hydrogen's instruments: layouts of all versions, velocities, and the choice among samples.
@Suite struct HydrogenLayerTests {
  @Test(arguments: [
    "<filename>a.wav</filename>",
    "<layer><filename>a.wav</filename><min>0</min><max>1</max></layer>",
    "<instrumentComponent><component_id>0</component_id><gain>1</gain><layer><filename>a.wav</filename></layer></instrumentComponent>",
    "<instrumentComponent><name>Main</name><sampleSelectionAlgo>VELOCITY</sampleSelectionAlgo><layer><filename>a.wav</filename></layer></instrumentComponent>",
    "<component><name>Main</name><layer><filename>a.wav</filename></layer></component>",
  ])
  func everyLayoutOfLayersIsRead(_ layout: String) throws {
    #expect(try layers(layout) == [SampleLayer(samples: [FilePath("/kit/a.wav")])])
  }

  @Test func componentsSoundTogetherWithTheirVolumes() throws {
    let list = """
      <componentList><drumkitComponent><id>0</id><name>Near</name><volume>0.5</volume></drumkitComponent>
      <drumkitComponent><id>3</id><name>Room</name><volume>2</volume></drumkitComponent>
      <component><name>Floor</name><volume>0.1</volume></component></componentList>
      """
    let components = [
      ("<component_id>3</component_id><gain>2</gain>", "a"), ("<component_id>0</component_id>", "b"),
      ("<name>Floor</name><gain>1</gain>", "c"), ("<component_id>9</component_id>", "d"),
      ("<name>None</name>", ""),
    ].map { values, file in
      let layer = file.isEmpty ? "" : "<layer><filename>\(file).wav</filename><gain>0.5</gain></layer>"
      return "<instrumentComponent>\(values)\(layer)</instrumentComponent>"
    }
    let found = try layers(components.joined(), list: list)
    #expect(found.map(\.part) == [0, 1, 2, 3] && found.allSatisfy { $0.velocities == 1...127 })
    #expect(found.map { ($0.gain.value * 100).rounded() / 100 } == [6.02, -12.04, -26.02, -6.02])
  }

  @Test func velocityBordersHaveNeitherGapsNorOverlaps() throws {
    // The border 64/127 is exactly a velocity; 0.25 is between two.
    let border = 64 / 127.0
    let found = try layers(layer("a", 0, 0.25) + layer("b", 0.25, border) + layer("c", border, 1))
    #expect(found.map(\.velocities) == [1...31, 32...64, 65...127])
  }

  @Test func theFirstOfOverlappingLayersSounds() throws {
    let found = try layers(layer("b", 0.4, 0.8) + layer("a", 0, 0.5) + layer("c", 0.7, 1))
    #expect(found.map(\.velocities) == [51...101, 1...50, 102...127])
    // A layer around another one sounds on both sides.
    let around = try layers(layer("b", 0.4, 0.6) + layer("a", 0, 1))
    #expect(around.map(\.velocities) == [51...76, 1...50, 77...127])
    #expect(around.map(\.samples) == ["b", "a", "a"].map { [FilePath("/kit/\($0).wav")] })
  }

  @Test func aVelocityInAGapPlaysTheNearestLayer() throws {
    let found = try layers(layer("a", 0.2, 0.4) + layer("b", 0.6, 0.9))
    #expect(found.map(\.velocities) == [1...63, 64...127])
    #expect(try layers(layer("a", 0.9, 0.1) + layer("b", 5, 6)).map(\.velocities) == [1...127])
  }

  @Test func roundRobinLayersTakeTurns() throws {
    let algorithm = "<sampleSelectionAlgo>ROUND_ROBIN</sampleSelectionAlgo>"
    let pad = try pad(algorithm + layer("a", 0, 1) + layer("b", 0, 1) + layer("c", 0.5, 1))
    #expect(pad.choice == .roundRobin)
    #expect(pad.layers.map(\.velocities) == [1...127, 64...127])
    #expect(pad.layers.map(\.samples.count) == [2, 1])
    let apart = try self.pad(algorithm + layer("a", 0, 1) + layer("b", 0, 1, "<gain>0.5</gain>"))
    #expect(
      apart.layers.map(\.samples.count) == [1, 1] && apart.layers.map(\.velocities) == [1...127, 1...127])
  }

  @Test func randomLayersAreChosenAtRandom() throws {
    let algorithm = "<sampleSelectionAlgo>RANDOM</sampleSelectionAlgo>"
    let pad = try pad(algorithm + layer("a", 0, 1) + layer("b", 0, 1))
    #expect(pad.choice == .random && pad.layers.map(\.samples.count) == [2] && pad.layers[0].chance == nil)
  }

  @Test func randomLayersOfComponentsAreChosenTogether() throws {
    let component = "<instrumentComponent>\(layer("a", 0, 1))\(layer("b", 0.5, 1))</instrumentComponent>"
    let pad = try pad("<sampleSelectionAlgo>RANDOM</sampleSelectionAlgo>" + component + component)
    #expect(pad.choice == .roundRobin && pad.layers.map(\.part) == [0, 0, 0, 1, 1, 1])
    #expect(pad.layers.prefix(3).map(\.velocities) == [1...63, 64...127, 64...127])
    #expect(pad.layers.prefix(3).map(\.chance) == [nil, 0...0.5, 0.5...1])
  }

  @Test func aComponentHasItsOwnSelection() throws {
    let random =
      "<instrumentComponent><sampleSelectionAlgo>RANDOM</sampleSelectionAlgo>\(layer("a", 0, 1))\(layer("b", 0, 1))</instrumentComponent>"
    let pad = try pad("<sampleSelectionAlgo>VELOCITY</sampleSelectionAlgo>" + random)
    #expect(pad.choice == .random && pad.layers.map(\.samples.count) == [2])
  }

  @Test func layersWithoutSamplesAreReported() throws {
    let content = try read(
      "<layer><min>0</min></layer>\n<layer><filename></filename></layer>" + layer("a", 0, 1))
    #expect(content.kit.pads[0].layers.map(\.velocities) == [1...127])
    #expect(content.ignored == ["layer without a sample on line 1", "layer without a sample on line 2"])
  }

  @Test func emptySampleOfHydrogenIsIgnored() throws {
    let content = try read("<isMuted>true</isMuted><layer><filename>emptySample.flac</filename></layer>")
    #expect(content.kit.pads[0].layers.isEmpty && content.ignored.isEmpty)
  }

  @Test func layersAndComponentsAreBounded() throws {
    let content = try read("<name>a</name>" + String(repeating: layer("a", 0, 1), count: 600))
    #expect(content.ignored == ["layers of instrument \"a\" after the first 512"])
    let component = "<instrumentComponent>\(layer("a", 0, 1))</instrumentComponent>"
    let wide = try read("<name>a</name>" + String(repeating: component, count: 40))
    #expect(wide.kit.pads[0].layers.map(\.part) == Array(0..<32))
    #expect(wide.ignored == ["components of instrument \"a\" after the first 32"])
  }

  private func layer(_ name: String, _ low: Double, _ high: Double, _ more: String = "") -> String {
    "<layer><filename>\(name).wav</filename><min>\(low)</min><max>\(high)</max>\(more)</layer>"
  }

  private func layers(_ instrument: String, list: String = "") throws -> [SampleLayer] {
    try read(instrument, list: list).kit.pads[0].layers
  }

  private func pad(_ instrument: String) throws -> Pad { try read(instrument).kit.pads[0] }

  private func read(_ instrument: String, list: String = "") throws -> KitFileContent {
    let xml =
      "<drumkit_info>\(list)<instrumentList><instrument>\(instrument)</instrument></instrumentList></drumkit_info>"
    return try HydrogenFile.decode(Array(xml.utf8), in: FilePath("/kit"), subject: "drumkit.xml")
  }
}
