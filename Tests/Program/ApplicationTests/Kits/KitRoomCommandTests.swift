import ApplicationTestSupport
import AudioBase
import PlayerTestSupport
import SystemBase
import Testing

@testable import Application
@testable import KitEditing
@testable import Percussion
@testable import TerminalUI

/// The level of the room of the loaded kit: by its command and by its row in the form for a pad.
@MainActor @Suite struct KitRoomCommandTests {
  private let bench = PlayerBench("a")
  private let application: Application
  private let session: ScreenSession
  private let requests = TestKitService()
  private let kit: Kit
  private let kits: KitController

  init() {
    let path = FilePath("/u/Hall")
    var room = SampleLayer(samples: [path.appending("room.wav")])
    room.part = Kit.roomPart
    var kit = Kit(
      name: "Hall", path: path,
      pads: [
        Pad(number: 1, name: "kick", layers: [SampleLayer(samples: [path.appending("k.wav")]), room])
      ])
    kit.room = Decibels(-4)
    application = Application(model: bench.model)
    session = ScreenSession(application)
    requests.isOwn = true
    kits = KitController(loaded: kit, service: requests, events: .idle)
    application.kits = kits
    self.kit = kit
  }

  private var level: Decibels? { kits.rooms.level(of: kit) }
  private var notice: Notice? { application.state.notices.entries.last?.notice }
  private var sentence: String? { notice.map { NoticeText.sentence($0, .empty) } }

  private func perform(_ text: String) throws { session.perform(try Command.parse(text)) }

  @Test func levelIsSetAndUndoneAndRedone() throws {
    #expect(level == Decibels(-4) && requests.rooms.isEmpty)
    try perform("room -9.5")
    #expect(level == Decibels(-9.5) && requests.rooms == [kit.path: Decibels(-9.5)])
    #expect(sentence == "the room of Hall is at −9.5 dB; :undo undoes it")
    try perform("room off")
    #expect(level == .silence && requests.rooms == [kit.path: .silence])
    #expect(sentence == "the room of Hall is off; :undo undoes it")
    session.perform(.program(.undo))
    #expect(level == Decibels(-9.5) && requests.rooms == [kit.path: Decibels(-9.5)])
    #expect(sentence == "undone: the room of Hall is at −9.5 dB")
    session.perform(.program(.undo))
    #expect(level == Decibels(-4) && requests.rooms.isEmpty)
    session.perform(.program(.redo))
    #expect(level == Decibels(-9.5) && sentence == "done again: the room of Hall is at −9.5 dB")
    try perform("room reset")
    #expect(level == Decibels(-4) && requests.rooms.isEmpty)
    #expect(sentence == "the room of Hall is at −4 dB again, as in the kit; :undo undoes it")
    try perform("room reset")
    #expect(sentence == "the room of Hall is at −4 dB, as in the kit: it was not set")
    #expect(session.presentValue("room") == "−4 dB")
  }

  @Test func argumentsAreLevelsOffAndReset() throws {
    for text in ["room -60.0", "room 12.0", "room off", "room reset"] {
      #expect(try Command.parse(text).name == text)
    }
    #expect(try Command.parse("room 100%").name == "room 0.0")
    for text in ["room", "room -61", "room 13", "room loud", "room -6 dB"] {
      #expect(throws: CommandError.self) { try Command.parse(text) }
    }
  }

  @Test func kitWithoutARoomSaysSo() throws {
    let dry = Kit(name: "Dry", path: FilePath("/u/Dry"), pads: [Pad(number: 1, name: "a", layers: [])])
    application.kits = KitController(loaded: dry, service: requests, events: .idle)
    try perform("room -6")
    #expect(notice == .kit(.room(.noRoom(kit: "Dry"))) && requests.rooms.isEmpty)
    #expect(sentence == "the kit Dry has no samples of a room; Studio is a kit that has")
    #expect(session.presentValue("room") == nil)
    session.perform(.pads(.editPad))
    #expect(application.kits.editor?.fields.contains(.room) == false)
  }

  @Test func kitThatIsHeardHasTheLevelThatWasSet() throws {
    #expect(kits.heard == kit)
    try perform("room -9.5")
    #expect(kits.heard?.room == Decibels(-9.5) && kits.heard?.pads == kit.pads && kits.loaded == kit)
    // A saved copy has the level in its file: none is kept for it.
    var copy = try #require(kits.heard)
    copy.path = FilePath("/u/Copy")
    kits.receive(.saved(.success(copy)))
    #expect(kits.rooms.level(of: copy) == Decibels(-9.5) && requests.rooms[copy.path] == nil)
    #expect(session.presentValue("room") == "−9.5 dB")
    try perform("room off")
    var silent = try #require(kits.heard)
    silent.path = FilePath("/u/Silent")
    kits.receive(.saved(.success(silent)))
    #expect(kits.rooms.level(of: silent) == .silence && session.presentValue("room") == "off")
  }

  @Test func copyOfAKitKeepsTheLevel() {
    var copy = kit
    copy.path = FilePath("/u/Copy")
    kits.rooms.set(Decibels(3), of: kit)
    kits.rooms.keep(valueOf: kit, in: copy)
    #expect(kits.rooms.level(of: copy) == Decibels(3) && requests.rooms[copy.path] == Decibels(3))
  }

  // MARK: The form

  /// Opens the form at the row of the room.
  private func openForm() throws {
    session.perform(.pads(.editPad))
    let row = try #require(kits.editor?.fields.firstIndex(of: .room))
    kits.editor?.move(to: row)
  }

  private var row: String? { session.coveringLayer?.selectedRow?.row }

  @Test func rowOfTheFormMovesTheLevelAtOnceAndIsNoChangeOfTheKit() throws {
    try openForm()
    #expect(row?.hasSuffix("Room: −4 dB") == true)
    session.perform(.padForm(.valueDown))
    #expect(level == Decibels(-5) && row?.hasSuffix("Room: −5 dB; −4 dB in the kit") == true)
    session.perform(.padForm(.farUp))
    #expect(level == Decibels(1) && requests.rooms == [kit.path: Decibels(1)])
    session.perform(.padForm(.reset))
    #expect(level == Decibels(-4) && notice == .kit(.room(.reset(kit: "Hall", kit.room, isChanged: true))))
    session.perform(.list(.activate))
    session.type(.insert("off"))
    session.type(.accept)
    #expect(level == .silence && row?.hasSuffix("Room: off; −4 dB in the kit") == true)
    session.perform(.list(.activate))
    session.type(.insert("loud"))
    session.type(.accept)
    #expect(level == .silence && notice == .kit(.invalidValue(.room)))
    #expect(sentence == "not changed: Room is dB, -60 to 12, off or reset")
    #expect(kits.editor?.isChanged == false && requests.applied.isEmpty)
  }

  @Test func undoTakesBackTheLatestOfTheRoomAndThePad() throws {
    try openForm()
    session.perform(.padForm(.valueUp))
    kits.editor?.move(to: 2)
    session.perform(.padForm(.valueUp))
    try perform("room -20")
    #expect(kits.editor?.pad.gain == Decibels(1) && kits.editor?.room == Decibels(-20))
    session.perform(.program(.undo))
    #expect(level == Decibels(-3) && kits.editor?.pad.gain == Decibels(1))
    session.perform(.program(.undo))
    #expect(level == Decibels(-3) && kits.editor?.pad.gain == .unity)
    session.perform(.program(.undo))
    #expect(level == Decibels(-4) && kits.editor?.room == Decibels(-4))
    #expect(session.coveringLayer is PadFormLayer)
  }

  @Test func levelMovesInStepsDownToOff() {
    let levels: [(Double, Double, Double)] = [
      (-59, -6, -60), (-60, -1, -.infinity), (-.infinity, 1, -60), (11, 6, 12), (0.1, 0.2, 0.3),
    ]
    for (level, step, expected) in levels {
      #expect(KitValues<Decibels>.moved(Decibels(level), by: step) == Decibels(expected))
    }
  }
}
