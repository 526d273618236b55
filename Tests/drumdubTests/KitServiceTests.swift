import SystemBase
import Application
import AudioBase
import AudioFiles
import Percussion
import Player
import TerminalUI
import TestSupport
import Testing

@testable import drumdub

/// Kits that cannot be read, as a whole or in part.
@Suite struct KitServiceTests {
  private static let own = FilePath(#filePath).directory.directory.directory
    .appending("Resources/Kits/Default")
  private let loader = KitLoader(decoders: DecoderRegistry(), converters: SampleRateConverterMaker())
  private let keys = Settings().keyMap

  private func service(_ name: FilePath, own: FilePath = Self.own) -> KitService {
    KitService(name, in: KitCatalog([], unpackingInto: nil), own: own, folder: FilePath("/"), loader: loader)
  }

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
    let service = service(folder.path)
    #expect(service.reference?.name == "DrumDub")
    #expect(PadContent.list(service.kit, keys).map(\.name).prefix(2) == ["snare", "bass"])
    let (_, loaded) = service.load(rate: .standard)
    #expect(loaded.reference?.name == "DrumDub" && loaded.kit?.pads.count == 16)
    guard case .replaced(let error, let name)? = loaded.notices.first, loaded.notices.count == 1 else {
      Issue.record("\(loaded.notices)")
      return
    }
    #expect(error.subject == folder.file("kit.json").shown && error.code == .damaged && name == "DrumDub")
  }

  @Test func withoutAnyKitThePadsAreSilentAndThatIsTold() throws {
    let service = service(FilePath("/nowhere"), own: FilePath("/nowhere else"))
    #expect(service.reference == nil && PadContent.list(service.kit, keys).isEmpty)
    let (_, loaded) = service.load(rate: .standard)
    #expect(loaded.kit == nil && loaded.notices.count == 1)
    #expect(
      loaded.notices.map(NoticeText.sentence) == [
        "the pads are silent: cannot read /nowhere: no such file; choose another by --kit"
      ])
  }

  @Test func takesAreToldWhichKitSounds() throws {
    let folder = try kit(empty)
    let service = service(folder.path)
    #expect(service.reference?.name == "Mine")
    let (_, loaded) = service.load(rate: .standard)
    #expect(loaded.reference?.name == "DrumDub", "nothing of the other one sounds")
    #expect(loaded.kit?.pads.map(\.name) == ["snare"])
  }

  @Test func aDamagedPadIsToldAndTheRestSounds() throws {
    let folder = try kit(
      #"{"format":"drumdub-kit","version":1,"name":"Mine","pads":[{"number":0},{"number":2,"name":"b","layers":[]}]}"#
    )
    let (_, loaded) = service(folder.path).load(rate: .standard)
    #expect(loaded.kit?.pads.map(\.name) == ["b"])
    #expect(
      loaded.notices.map(NoticeText.sentence) == [
        "kit Mine: a part is left out: cannot read \(folder.file("kit.json").shown): the file is damaged "
          + "(pads[0]: pad 0: pads go from 1 to 128)"
      ])
  }

  @Test func theSentenceNamesThePads() {
    let error = FileError(.notFound, "/k/a.wav")
    let missing = KitNotice.MissingSamples(
      kit: "Mine", count: 3, replaced: [2, 5], by: "DrumDub", silent: [9])
    #expect(
      NoticeText.sentence(.samplesMissing(missing, error))
        == "kit Mine: pads 2, 5 sound like the kit DrumDub's; pad 9 is silent; 3 samples are missing, first: "
        + "cannot load /k/a.wav: no such file")
    #expect(
      NoticeText.sentence(.samplesMissing(KitNotice.MissingSamples(kit: "Mine", count: 1), error))
        == "kit Mine: a sample is missing: cannot load /k/a.wav: no such file")
    #expect(
      NoticeText.sentence(.replaced(FileError(.damaged, "/k/kit.json"), by: "DrumDub"))
        == "the pads play the kit DrumDub: cannot read /k/kit.json: the file is damaged or not complete; "
        + "choose another by --kit"
    )
  }
}
