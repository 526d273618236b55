@testable import Application
@testable import KitEditing
import ApplicationTestSupport
@testable import TerminalUI
import AudioBase
import MixEngine
@testable import Percussion
import PlayerTestSupport
import SystemBase
import TestSupport
import Testing

/// The kits that are listed and loaded, by their commands.
@MainActor @Suite struct KitControllerTests {
  let bench = PlayerBench("a")
  let application: Application
  let session: ScreenSession
  let requests = TestKitService()
  let own = Kit(
    name: "Mine", path: FilePath("/u/Mine"),
    pads: [
      Pad(number: 1, name: "kick", layers: [SampleLayer(samples: [FilePath("/u/Mine/k.wav")])]),
      Pad(number: 10, name: "bell", layers: []),
    ])

  init() {
    application = Application(model: bench.model)
    session = ScreenSession(application)
  }

  func connect(isOwn: Bool = true) -> KitController {
    requests.isOwn = isOwn
    let kits = KitController(loaded: own, service: requests, events: .idle)
    application.kits = kits
    return kits
  }

  private func entry(_ name: String, _ format: Kit.Format = .native, error: FileError? = nil)
    -> KitCatalog.Entry
  {
    KitCatalog.Entry(
      path: FilePath("/u/\(name)"), name: name, format: format, pads: 8, isShipped: false, error: error)
  }

  @Test func samplesOfABankAreLoadedOnceOnChoiceOrStrike() {
    let kits = connect()
    var bank = PadBank(of: own)
    application.receive(bank, isRequested: false)
    #expect(requests.completed.isEmpty, "the first bank is loaded with the kit")
    bank.select(2)
    application.receive(bank, isRequested: true)
    kits.use(PadBank.pads(beside: 9))
    kits.use(PadBank.pads(beside: 16))
    #expect(requests.completed == [PadSet(9...16)])
    kits.use(PadBank.pads(beside: 17))
    #expect(requests.completed.last == PadSet(17...24))
  }

  private func openList() -> KitController {
    let kits = connect()
    session.perform(.pads(.kits))
    kits.receive(
      .listed([
        entry("Big", .hydrogen), entry("Mine"), entry("Bad", error: FileError(.damaged, "/u/Bad/kit.json")),
        entry("Other", .sfz),
      ]))
    return kits
  }

  // MARK: The list

  @Test func openingTheKitListLoadsNoKit() {
    let kits = openList()
    #expect(session.coveringLayer is KitListLayer && kits.list?.selected?.name == "Mine")
    #expect(requests.loaded.isEmpty)
  }

  @Test func movingInTheKitListLoadsTheKitAndEscapeRestoresTheFormer() {
    let kits = openList()
    session.perform(.move(.up))
    #expect(requests.loaded == [FilePath("/u/Big")])
    session.perform(.program(.cancel))
    #expect(requests.loaded == [FilePath("/u/Big"), FilePath("/u/Mine")])
    #expect(session.coveringLayer == nil && kits.list == nil)
  }

  @Test func enterInTheKitListKeepsTheLoadedKit() {
    _ = openList()
    session.perform(.move(.up))
    session.perform(.list(.activate))
    #expect(requests.loaded == [FilePath("/u/Big")] && session.coveringLayer == nil)
    #expect(application.state.notices.last == .setting(.changed(name: "kit", value: "Big")))
  }

  @Test func kitChosenInTheListIsStoredForTheNextStart() {
    var stored: [FilePath] = []
    application.services.chooseKit = {
      stored.append($0)
      return true
    }
    _ = openList()
    session.perform(.move(.up))
    #expect(stored.isEmpty, "only listened to")
    session.perform(.list(.activate))
    #expect(stored == [FilePath("/u/Big")] && application.state.notices.last == .kit(.kept("Big")))
    _ = openList()
    session.perform(.program(.cancel))
    #expect(stored.count == 1)
  }

  /// A kit of the user in the folder `own`, and the kit of the program, both with the name DrumDub.
  private func folders(_ own: String) throws -> (folder: TemporaryFolder, catalog: KitCatalog) {
    let folder = try TemporaryFolder()
    for (path, name) in [(own, "DrumDub"), ("shipped/DrumDub", "DrumDub"), ("shipped/Other", "Other")] {
      try FileBytes.makeFolder(folder.file(path))
      try folder.write(
        #"{"format":"drumdub-kit","version":1,"name":"\#(name)","pads":[]}"#, to: "\(path)/kit.json")
    }
    let catalog = KitCatalog(
      [KitCatalog.Folder(folder.file("mine")), KitCatalog.Folder(folder.file("shipped"), isShipped: true)],
      unpackingInto: nil)
    return (folder, catalog)
  }

  @Test(arguments: ["mine/DrumDub", "mine/x"])
  func chosenKitOfTwoWithOneNameIsThatOfTheNextStart(own: String) throws {
    let (folder, catalog) = try folders(own)
    for path in [own, "shipped/DrumDub", "shipped/Other"] {
      var stored: FilePath?
      application.services.chooseKit = {
        stored = $0
        return true
      }
      let kits = connect()
      session.perform(.pads(.kits))
      kits.receive(.listed(catalog.entries()))
      kits.select(try #require(kits.list?.rows.firstIndex { $0.path == folder.file(path) }))
      session.perform(.list(.activate))
      let next = try catalog.read(try #require(stored)).kit
      #expect(next.path == folder.file(path))
    }
  }

  @Test func kitOfTheProgramIsStoredByItsNameWhereNoOtherHasIt() throws {
    let (folder, catalog) = try folders("mine/DrumDub")
    var list = KitList(origin: nil)
    list.receive(catalog.entries())
    let other = try #require(list.rows.first { $0.path == folder.file("shipped/Other") })
    #expect(list.choice(of: other) == FilePath("Other"), "the folder of the program may move")
  }

  @Test func kitOfAProgramChangeIsLoadedFromItsPathWhateverItsBytes() {
    let kits = connect()
    application.connectKits()
    let path = FilePath(bytes: Array("/u/~\u{1}".utf8) + [0xE9])
    kits.choose(program: 1, at: .now)
    kits.followPrograms(at: HostTime.now.advanced(bySeconds: 1))
    var other = entry("Other")
    other.path = path
    kits.receive(.listed([entry("Big"), other]))
    #expect(requests.loaded == [path])
    #expect(application.state.notices.last == .setting(.changed(name: "kit", value: "Other")))
  }

  @Test func programChangesInARowLoadOnlyTheLastKit() {
    let kits = connect()
    application.connectKits()
    let lists = requests.lists
    var time = HostTime.now
    for program in 0..<100 {
      kits.choose(program: program % 2, at: time)
      time = time.advanced(bySeconds: 0.04)
      kits.followPrograms(at: time)
      // A list that was requested otherwise.
      kits.receive(.listed([entry("Big"), entry("Other")]))
    }
    #expect(requests.lists == lists && requests.loaded.isEmpty && kits.nextProgram != nil)
    kits.followPrograms(at: time.advanced(bySeconds: 0.02))
    kits.receive(.listed([entry("Big"), entry("Other")]))
    #expect(requests.lists == lists + 1 && requests.loaded == [entry("Other").path])
  }

  @Test func programChangesThatArriveLateReadTheFoldersOnceAtATime() {
    let kits = connect()
    application.connectKits()
    let lists = requests.lists
    let now = HostTime.now
    for program in 0..<100 {
      kits.choose(program: program % 2, at: now.advanced(bySeconds: -1))
      kits.followPrograms(at: now)
    }
    #expect(requests.lists == lists + 1 && kits.nextProgram == nil)
    kits.receive(.listed([entry("Big"), entry("Other")]))
    #expect(requests.loaded.isEmpty)
    kits.followPrograms(at: now)
    kits.receive(.listed([entry("Big"), entry("Other")]))
    #expect(requests.lists == lists + 2 && requests.loaded == [entry("Other").path])
  }

  @Test func aDamagedKitIsNotLoaded() {
    let kits = openList()
    session.perform(.move(.down))
    #expect(kits.list?.selected?.name == "Bad" && requests.loaded.isEmpty)
    session.perform(.list(.activate))
    #expect(requests.loaded.isEmpty && session.coveringLayer == nil)
  }

  @Test func typedTextFiltersKitsAndEnterLoadsTheMatch() {
    let kits = openList()
    #expect(session.perform(.search(.find)).response == .done)
    session.type(.insert("oth"))
    #expect(kits.list?.rows.map(\.name) == ["Other"] && requests.loaded.isEmpty)
    session.type(.accept)
    #expect(requests.loaded == [FilePath("/u/Other")] && session.coveringLayer is KitListLayer)
    session.perform(.search(.find))
    session.type(.cancel)
    #expect(kits.list?.rows.count == 4)
    session.perform(.search(.find))
    session.type(.insert("SFZ"))
    #expect(kits.list?.rows.map(\.name) == ["Other"])
  }

  @Test func playbackCommandLeavesTheKitListOpenAndAnotherLayerKeepsTheKit() {
    _ = openList()
    session.perform(.move(.up))
    session.perform(.playback(.volumeUp))
    #expect(session.coveringLayer is KitListLayer)
    session.perform(.program(.notices))
    #expect(session.coveringLayer is NoticesLayer && requests.loaded == [FilePath("/u/Big")])
  }
}
