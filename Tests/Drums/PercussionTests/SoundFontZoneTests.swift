import Instruments
import SystemBase
import TestSupport
import Testing

@testable import Percussion

/// FluidSynth comes with the other SoundFont that the tests play.
private let hasFluidSynth = Tool.isCI || FilePath("/usr/share/sounds/sf2/TimGM6mb.sf2").exists

/// What a SoundFont states of its drums, in a file that the test writes. The length of each sample names it.
@Suite struct SoundFontZoneTests {
  private typealias Zone = SmallSoundFont.Zone

  private let folder: TemporaryFolder
  private let path: FilePath

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("small.sf2")
    var font = SmallSoundFont()
    font.samples = [("Soft", 2400), ("Hard", 4800), ("Deep", 7200), ("Bell", 9600)]
    let (keys, velocities) = (SmallSoundFont.keys, SmallSoundFont.velocities)
    font.instruments = [
      [
        Zone([SmallSoundFont.anyPitch], nil),
        Zone([keys(10, 10), velocities(0, 63)], 0), Zone([keys(10, 10), velocities(64, 127)], 1),
        Zone([keys(42, 42), SmallSoundFont.exclusiveClass(7)], 0),
        Zone([keys(46, 46), SmallSoundFont.exclusiveClass(7)], 1), Zone([keys(44, 44)], 2),
        Zone([keys(100, 120), SmallSoundFont.exclusiveClass(9)], 3),
        Zone([keys(36, 36), velocities(90, 127)], 2),
      ],
      [Zone([SmallSoundFont.anyPitch, SmallSoundFont.exclusiveClass(3)], nil), Zone([keys(0, 127)], 0)],
    ]
    font.presets = [
      (
        128, 0,
        [
          Zone([velocities(0, 127)], nil), Zone([keys(0, 105)], 0),
          Zone([keys(127, 127), velocities(1, 100), SmallSoundFont.exclusiveClass(5)], 1),
        ]
      ),
      (0, 5, [Zone([], 1)]),
    ]
    try FileBytes.write(font.bytes, to: path)
  }

  private var drums: SoundFont.Preset {
    get throws { try #require(try SoundFont(path).presets.first { $0.bank == SoundFont.drums }) }
  }

  @Test func rangesOfPresetsAndInstrumentsAreTheirIntersection() throws {
    let zones = try SoundFontZones(path).zones(of: drums)
    #expect(
      zones.map(\.keys) == [10...10, 10...10, 42...42, 46...46, 44...44, 100...105, 36...36, 127...127])
    #expect(
      zones.map(\.velocities)
        == [1...63, 64...127, 1...127, 1...127, 1...127, 1...127, 90...127, 1...100])
    #expect(zones.map(\.sample) == ["Soft", "Hard", "Soft", "Hard", "Deep", "Bell", "Deep", "Soft"])
  }

  /// An exclusive class of a preset means nothing.
  @Test func exclusiveClassIsThatOfTheInstrumentOrItsGlobalZone() throws {
    #expect(try SoundFontZones(path).zones(of: drums).map(\.exclusiveClass) == [0, 0, 7, 7, 0, 9, 0, 3])
  }

  @Test func keysWithASoundAreCountedInTheList() throws {
    let catalog = KitCatalog([], soundFonts: SoundFontCatalog([folder.path]), unpackingInto: nil)
    #expect(catalog.entries().map(\.pads) == [12])
  }

  @Test func damagedRecordsGiveFewerZones() throws {
    let whole = try FileBytes.read(path, limit: 1 << 20)
    let start = try #require((0..<whole.count).first { whole[$0...].starts(with: "pdta".utf8) })
    var random = SeededGenerator(seed: 5)
    for _ in 0..<500 {
      var bytes = whole
      for _ in 0..<4 {
        bytes[.random(in: start..<whole.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      try FileBytes.write(bytes, to: path)
      guard let zones = try? SoundFontZones(path), let font = try? SoundFont(path) else { continue }
      for preset in font.presets { #expect(zones.zones(of: preset).count <= 1 << 20) }
    }
  }

  // MARK: The kit

  private func kit() throws -> Kit {
    try KitReader.read(path, unpackingInto: folder.file("cache")).kit
  }

  /// The lengths in frames of the samples of a pad's layers, rounded to 100; the files have 24 bits and two channels.
  private func lengths(_ pad: Pad) throws -> [Int] {
    try pad.layers.map { layer in
      let bytes = try FileBytes.read(try #require(layer.samples.first), limit: 1 << 20)
      return ((bytes.count - 44) / 6 + 50) / 100 * 100
    }
  }

  @Test(.enabled(if: hasFluidSynth)) func everyKeyWithASoundIsAPadWithItsOwnSample() throws {
    let kit = try kit()
    let pads = kit.pads.sorted { ($0.midiNote ?? 0) < ($1.midiNote ?? 0) }
    #expect(pads.map(\.midiNote) == [10, 36, 42, 44, 46, 100, 101, 102, 103, 104, 105, 127])
    #expect(kit.pads.map(\.number) == Array(1...12))
    #expect(kit.pads[1].midiNote == 36 && kit.pads[4].midiNote == 42 && kit.pads[5].midiNote == 46)
    #expect(pads.map(\.name).prefix(6) == ["Soft", "bass", "closed hat", "pedal hat", "open hat", "Bell"])
    let samples = pads.flatMap { $0.layers.flatMap(\.samples) }
    #expect(Set(samples).count == 13 && samples.count == 13)
    #expect(
      try pads.map(lengths) == [
        [2400, 4800], [7200], [2400], [7200], [4800], [9600], [9600], [9600], [9600], [9600], [9600], [2400],
      ])
  }

  @Test(.enabled(if: hasFluidSynth)) func layersHaveTheVelocitiesOfTheFile() throws {
    let kit = try kit()
    func velocities(_ key: Int) -> [ClosedRange<Int>]? {
      kit.pads.first { $0.midiNote == key }?.layers.map(\.velocities)
    }
    #expect(velocities(10) == [1...63, 64...127])
    #expect(velocities(36) == [90...127])
    #expect(velocities(42) == [1...127])
    #expect(velocities(127) == [1...100])
  }

  @Test(.enabled(if: hasFluidSynth)) func keyWithTwoExclusiveClassesKeepsBoth() throws {
    var font = SmallSoundFont()
    font.samples = [("Soft", 2400), ("Hard", 4800)]
    let (keys, exclusive) = (SmallSoundFont.keys, SmallSoundFont.exclusiveClass)
    font.instruments = [
      [
        Zone([keys(36, 36), exclusive(1)], 0), Zone([keys(38, 38), exclusive(1)], 0),
        Zone([keys(38, 38), exclusive(2)], 1), Zone([keys(42, 42), exclusive(2)], 0), Zone([keys(46, 46)], 0),
      ]
    ]
    font.presets = [(128, 0, [Zone([keys(0, 127)], 0)])]
    try FileBytes.write(font.bytes, to: path)
    let pads = try kit().pads.sorted { ($0.midiNote ?? 0) < ($1.midiNote ?? 0) }
    #expect(pads.map(\.midiNote) == [36, 38, 42, 46])
    #expect(pads.map(\.choke?.group) == [1, 1, 1, nil])
    #expect(pads.map(\.choke?.silencedBy) == [nil, 1, nil, nil])
    // Pads are in the order of General MIDI: key 38 is the first.
    #expect(pads.map(\.choke?.pads) == [[pads[1].number], [], [pads[1].number], nil])
  }

  @Test(.enabled(if: hasFluidSynth)) func chokeGroupsAreTheExclusiveClasses() throws {
    let groups = try kit().pads.map { [$0.midiNote ?? 0, $0.choke?.group ?? 0] }
    let expected = [
      10: 0, 36: 0, 42: 7, 44: 0, 46: 7, 100: 9, 101: 9, 102: 9, 103: 9, 104: 9, 105: 9, 127: 3,
    ]
    #expect(Dictionary(uniqueKeysWithValues: groups.map { ($0[0], $0[1]) }) == expected)
  }
}
