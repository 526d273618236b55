import AudioBase
import MixEngine
import SystemBase
import Testing

@testable import Percussion

/// The toms of electronic kits on kits with any number of toms.
@Suite struct KitTomsTests {
  private func pad(_ number: Int, _ note: Int?, _ name: String = "tom") -> Pad {
    var pad = Pad(number: number, name: name, layers: [SampleLayer(samples: [FilePath("/k/\(number).wav")])])
    pad.midiNote = note
    return pad
  }

  @Test func kitOfThreeTomsGetsALowerCopyOfItsLowestOne() {
    var low = pad(11, 43, "low tom")
    low.tune = 1
    let toms = KitToms([pad(1, 38, "snare"), pad(9, 50), pad(10, 47), low])
    #expect(toms.pads == [9, 10, 11, 128] && toms.rims == toms.pads)
    #expect(toms.copies.map(\.tune) == [-3] && toms.copies.map(\.midiNote) == [41])
    #expect(toms.copies.first?.layers == low.layers)
  }

  @Test func oneTomIsCopiedDownwardsAndAFloorTomUpwards() {
    let single = KitToms([pad(3, 47), pad(128, 36, "kick")])
    #expect(single.pads == [3, 127, 126, 125])
    #expect(single.copies.map(\.tune) == [-4, -8, -12] && single.copies.map(\.midiNote) == [45, 43, 41])
    let floor = KitToms([pad(3, 41)])
    #expect(floor.pads == [126, 127, 128, 3])
    #expect(floor.copies.map(\.tune) == [4, 8, 12] && floor.copies.map(\.midiNote) == [43, 45, 47])
  }

  @Test func kitOfManyTomsPlaysThoseThatAreFurthestApart() {
    let notes = [41, 43, 45, 47, 48, 50]
    let toms = KitToms(notes.enumerated().map { pad($0 + 1, $1) })
    #expect(toms.pads == [6, 4, 3, 1] && toms.copies.isEmpty)
    #expect(KitToms([pad(1, 50), pad(2, 48), pad(3, 45), pad(4, 41)]).pads == [1, 2, 3, 4])
  }

  @Test func rimsAreFoundByTheirNamesAndAreNoToms() {
    let toms = KitToms([
      pad(1, 48), pad(2, 50, "Tom 1 Rim"), pad(3, 45), pad(4, 47, "Tom 2 Rim"), pad(5, 43), pad(6, 41),
      pad(7, 37, "rim shot"),
    ])
    #expect(toms.pads == [1, 3, 5, 6] && toms.rims == [2, 4, 5, 6])
  }

  @Test func rimBelongsToTheTomOfItsNameOrItsNumber() {
    let named = KitToms([
      pad(1, 50, "high tom"), pad(2, 47, "mid tom"), pad(3, 43, "low tom"), pad(4, 41, "floor tom"),
      pad(5, 88, "Low Tom rim"),
    ])
    #expect(named.rims == [1, 2, 5, 4])
    let numbered = KitToms([
      pad(1, 50), pad(2, 47), pad(3, 43), pad(4, 41), pad(5, 88, "tom 3 rim"), pad(6, 89, "rim of tom 2"),
    ])
    #expect(numbered.rims == [1, 6, 5, 4])
    // Toms 2 and 5 are not among the four that are struck, nor are their rims.
    let many = KitToms(
      (1...6).map { pad($0, [50, 48, 47, 45, 43, 41][$0 - 1], "Tom \($0)") }
        + (1...6).map { pad(10 + $0, 87 + $0, "Tom \($0) Rim") })
    #expect(many.pads == [1, 3, 4, 6] && many.rims == [11, 13, 14, 16])
  }

  @Test func kitWithoutTomsHasNone() {
    var held = pad(2, 45)
    held.mode = .gate
    var empty = pad(3, 43)
    empty.layers = []
    let toms = KitToms([pad(1, 38, "snare"), held, empty, pad(4, nil)])
    #expect(toms.pads.isEmpty && toms.rims.isEmpty && toms.copies.isEmpty)
  }

  @Test func copiesAreLoadedAndAreNotPadsOfTheKit() throws {
    let kit = try TestKit(
      pads: #"{"number":1,"name":"tom","layers":[{"samples":["a.wav","gone.wav"]}]}"#)
    try kit.write("a.wav", frames: 1_000)
    var read = try kit.read()
    read.pads[0].midiNote = 47
    let loaded = kit.loader.load(read, rate: .standard, standIn: { nil })
    #expect(loaded.kit.pads.map(\.number) == [1] && loaded.program.count == 128)
    #expect(loaded.warnings.map(\.pad) == [1] && !loaded.isReplaced)
    let counts = [0, 127, 126, 125].map { loaded.program[$0].layers.first?.samples.first?.frames.count ?? 0 }
    #expect(counts[0] == 1_000 && zip(counts, counts.dropFirst()).allSatisfy { $0 < $1 }, "\(counts)")
    #expect(loaded.program[1].layers.isEmpty)
  }
}
