import SystemBase
import AudioBase
import AudioFiles
import Percussion
import Player
import TerminalUI
import TestSupport
import Testing

@testable import drumdub

/// The kit that sounds where the one that was named cannot be read.
@Suite struct KitChoiceTests {
  private static let own = FilePath(#filePath).directory.directory.directory
    .appending("Resources/Kits/Default")
  private let loader = KitLoader(decoders: DecoderRegistry(), converters: SampleRateConverterMaker())
  private let keys = Settings().keyMap

  private func kit(_ json: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(json, to: "kit.json")
    return folder
  }

  private let empty =
    #"{"format":"drumdub-kit","version":1,"name":"Mine","pads":["#
    + #"{"number":1,"name":"kick","layers":[{"samples":["gone.wav"]}]}]}"#

  @Test func aKitThatCannotBeReadIsReplacedByTheProgramsOwn() throws {
    let folder = try kit("{")
    let choice = KitChoice(folder.path, standIn: Self.own, loader: loader)
    #expect(choice.reference?.name == "DrumDub")
    #expect(choice.padContents(keys).map(\.name).prefix(2) == ["snare", "bass"])
    let (_, loaded) = choice.load(with: loader, rate: .standard)
    #expect(loaded.reference?.name == "DrumDub" && loaded.kit?.pads.count == 8)
    guard case .kitReplaced(let error, let name)? = loaded.notices.first, loaded.notices.count == 1 else {
      Issue.record("\(loaded.notices)")
      return
    }
    #expect(error.subject == folder.file("kit.json").shown && error.code == .damaged && name == "DrumDub")
  }

  @Test func withoutAnyKitThePadsAreSilentAndThatIsTold() throws {
    let choice = KitChoice(FilePath("/nowhere"), standIn: FilePath("/nowhere else"), loader: loader)
    #expect(choice.reference == nil && choice.padContents(keys).isEmpty)
    let (_, loaded) = choice.load(with: loader, rate: .standard)
    #expect(loaded.kit == nil && loaded.notices.count == 1)
    #expect(
      loaded.notices.map(NoticeText.sentence) == [
        "the pads are silent: cannot read /nowhere/kit.json: no such file; choose another by --kit"
      ])
  }

  @Test func takesAreToldWhichKitSounds() throws {
    let folder = try kit(empty)
    let choice = KitChoice(folder.path, standIn: Self.own, loader: loader)
    #expect(choice.reference?.name == "Mine")
    let (_, loaded) = choice.load(with: loader, rate: .standard)
    #expect(loaded.reference?.name == "DrumDub", "nothing of the other one sounds")
    #expect(loaded.kit?.pads.map(\.name) == ["snare"])
  }

  @Test func theSentenceNamesThePads() {
    let error = FileError(.notFound, "/k/a.wav")
    let missing = PlayerNotice.MissingSamples(
      kit: "Mine", count: 3, replaced: [2, 5], by: "DrumDub", silent: [9])
    #expect(
      NoticeText.sentence(.samplesMissing(missing, error))
        == "kit Mine: pads 2, 5 sound like the kit DrumDub's; pad 9 is silent; 3 samples are missing, first: "
        + "cannot load /k/a.wav: no such file")
    #expect(
      NoticeText.sentence(.samplesMissing(PlayerNotice.MissingSamples(kit: "Mine", count: 1), error))
        == "kit Mine: a sample is missing: cannot load /k/a.wav: no such file")
    #expect(
      NoticeText.sentence(.kitReplaced(FileError(.damaged, "/k/kit.json"), by: "DrumDub"))
        == "the pads play the kit DrumDub: cannot read /k/kit.json: the file is damaged; choose another by --kit"
    )
  }
}
