import SystemBase
import Testing

@testable import Percussion

/// The places of the pads of a kit.
@Suite struct PadOrderTests {
  private func kit(_ format: Kit.Format, _ pads: [(String, Int?)]) -> Kit {
    Kit(
      name: "k", path: FilePath("/k"), format: format,
      pads: pads.enumerated().map { index, drum in
        var pad = Pad(number: index + 1, name: drum.0, layers: [])
        pad.midiNote = drum.1
        return pad
      })
  }

  /// The names of the pads at the places, empty where there is none.
  private func names(_ kit: Kit) -> [String] {
    let order = PadOrder(rolesOf: kit)
    return (1...PadBank.count(of: kit) * PadBank.size).map { place in
      kit.pads.first { $0.number == order.pad(at: place) }?.name ?? ""
    }
  }

  @Test func drumsOfAKitOfAnotherProgramAreAtTheSamePlacesAsThoseOfTheOwnOne() {
    // The instruments of Hydrogen's GMRockKit, numbered from note 36.
    let drums = [
      "Kick", "Stick", "Snare", "Hand Clap", "Snare Rimshot", "Floor Tom", "Hat Closed", "Tom 2",
      "Hat Pedal", "Tom 1", "Hat Open", "Cowbell", "Ride", "Crash", "Ride Rock", "Crash Jazz",
    ]
    let kit = kit(.hydrogen, drums.enumerated().map { ($1, 36 + $0) })
    #expect(
      names(kit) == [
        "Snare", "Kick", "Snare Rimshot", "Ride Rock", "Hat Closed", "Hat Open", "Hand Clap", "Cowbell",
        "Tom 1", "Tom 2", "Floor Tom", "Crash", "Ride", "Crash Jazz", "Hat Pedal", "Stick",
      ])
  }

  @Test func padsOfAKitWithMeaninglessNotesHaveTheRolesOfTheirNames() {
    let kit = kit(.hydrogen, [("HHopen", 36), ("BD", 37), ("noise", 38), ("SNR", 39), ("HHclosed", 40)])
    #expect(names(kit) == ["SNR", "BD", "noise", "", "HHclosed", "HHopen", "", ""])
  }

  @Test func kitWithoutHandPercussionHasTomsAndCrashInTheFirstBank() {
    let drums = ["Kick", "Snare", "Tom 1", "Tom 2", "Tom 3", "HH", "HH open", "Crash", "Ride"]
    #expect(
      names(kit(.hydrogen, drums.map { ($0, nil) })) == [
        "Snare", "Kick", "Tom 1", "Tom 2", "HH", "HH open", "Tom 3", "Crash", "", "", "", "", "Ride", "", "",
        "",
      ])
  }

  @Test func nativeKitKeepsItsPlacesButForTheDrumsOfASet() {
    let own = kit(.native, [("bass", 36), ("snare", 38), ("clap", 39), ("rim", 37), ("zap", nil)])
    #expect(names(own) == ["snare", "bass", "clap", "rim", "zap", "", "", ""])
    #expect(PadOrder(rolesOf: kit(.native, [("kick", nil), ("hat", nil), ("snare", nil)])) == PadOrder())
  }

  @Test func drumsOfASoundFontStayAtTheirPlaces() {
    let notes = SoundFontKit.notes
    #expect(PadOrder(rolesOf: kit(.soundFont, notes.map { ("drum \($0)", $0) })) == PadOrder())
  }

  @Test(arguments: ["DrumDub", "Electronic"]) func shippedKitsStayAsTheyAre(name: String) throws {
    let checkout = (1...4).reduce(FilePath(#filePath)) { path, _ in path.directory }
    let kit = try KitReader.read(checkout.appending("Resources/Kits/\(name)")).kit
    #expect(PadOrder(rolesOf: kit) == PadOrder())
  }

  @Test func orderIsAPermutationWhateverTheKit() throws {
    var random = SeededGenerator(seed: 47)
    for count in 1...128 {
      let formats = Kit.Format.allCases
      let drums = (0..<count).map { ("pad \($0)", Int?.some(Int.random(in: 20...90, using: &random))) }
      let order = PadOrder(rolesOf: kit(formats[count % formats.count], drums))
      let size = (count + 7) / 8 * 8
      #expect(Set((1...size).map { order.pad(at: $0) }) == Set(1...size))
      #expect((1...size).allSatisfy { order.place(ofPad: order.pad(at: $0)) == $0 })
    }
  }

  @Test func swappedPadsChangeTheirPlacesAndBack() throws {
    var order = PadOrder()
    order.swap(2, 12)
    #expect(order.pad(at: 2) == 12 && order.pad(at: 12) == 2 && order.place(ofPad: 12) == 2)
    #expect(order.pad(at: 3) == 3 && order.pad(at: 90) == 90 && PadOrder(order.numbers) == order)
    order.swap(2, 12)
    #expect(order == PadOrder() && PadOrder([1, 2, 3]) == PadOrder())
    #expect(PadOrder([2, 2]) == nil && PadOrder([0, 1]) == nil && PadOrder(Array(1...129)) == nil)
  }
}
