import ApplicationTestSupport
import Controls
@testable import KitEditing
import PlayerTestSupport
import SystemBase
import Testing

@testable import Application
@testable import Percussion
@testable import TerminalUI

/// The places of pads: those of the setting, and those that the user has made for a kit.
@MainActor @Suite struct PadPlacesTests {
  private let bench = PlayerBench("a")
  private let application: Application
  private let session: ScreenSession
  /// A kit of another program, whose snare and bass drum have other numbers than in the program's own.
  private let other: Kit
  private var places: KitValues<PadOrder> { application.kits.places }

  init() {
    other = Kit(
      name: "Other", path: FilePath("/k/other"), format: .hydrogen,
      pads: ["Kick", "Snare", "HH"].enumerated().map { Pad(number: $0 + 1, name: $1, layers: []) })
    application = Application(model: bench.model)
    session = ScreenSession(application)
    application.kits = KitController(loaded: other, service: NoServices.shared, events: .idle)
  }

  /// The pads at the first places.
  private var pads: [Int] { (1...5).map { places.order(of: other).pad(at: $0) } }
  private var notice: Notice? { application.state.notices.entries.last?.notice }

  @Test func settingDecidesOnTheKeysOfAKit() {
    #expect(pads == [2, 1, 5, 4, 3], "snare, bass drum, and the closed hat at the fifth place")
    places.usual = PadOrder.Choice.kit.order
    #expect(pads == [1, 2, 3, 4, 5])
    #expect(places.order(of: nil) == PadOrder())
  }

  @Test func swappedPadsAreUndoneAndRedone() throws {
    var changed: [FilePath] = []
    places.onChange = { path, _ in changed.append(path) }
    session.perform(try Command.parse("swap-pads 3 2"))
    #expect(pads == [3, 1, 5, 4, 2] && changed == [other.path])
    #expect(notice == .kit(.places(.swapped("HH", "Snare"))))
    let swapped = try #require(notice)
    #expect(
      swapped.isUndoable
        && NoticeText.sentence(swapped, .empty) == "HH and Snare have swapped their keys; :undo undoes it")
    session.perform(.program(.undo))
    #expect(pads == [2, 1, 5, 4, 3] && notice == .kit(.places(.turned(.undo, kit: "Other"))))
    session.perform(.program(.redo))
    #expect(pads == [3, 1, 5, 4, 2] && notice == .kit(.places(.turned(.redo, kit: "Other"))))
    session.perform(try Command.parse("swap-pads reset"))
    #expect(pads == [2, 1, 5, 4, 3] && notice == .kit(.places(.reset(kit: "Other", isChanged: true))))
    session.perform(.program(.undo))
    #expect(pads == [3, 1, 5, 4, 2])
  }

  @Test func swapOfPadsThatTheKitDoesNotHaveIsRefused() throws {
    session.perform(try Command.parse("swap-pads 1 9"))
    #expect(notice == .kit(.places(.noPad(9, highest: 8))))
    #expect(
      notice.map { NoticeText.sentence($0, .empty) }
        == "no pads are swapped: there is no pad 9, the pads of this kit are 1 to 8")
    for text in ["swap-pads 1 1", "swap-pads 0 1", "swap-pads 1", "swap-pads 1 2 3", "swap-pads"] {
      #expect(throws: CommandError.self) { try Command.parse(text) }
    }
    #expect(try Command.parse("swap-pads 3 2").name == "swap-pads 3 2")
    #expect(try Command.parse("swap-pads reset").name == "swap-pads reset")
  }

  @Test func padsAreListedByTheirKeysAndMoved() throws {
    session.perform(.pads(.list))
    let layer = try #require(session.layer(PadListLayer.self))
    #expect(layer.rows.map(\.text) == ["Snare", "Kick", "HH"] && layer.selection == 0)
    session.perform(.queue(.trackUp))
    session.perform(.queue(.trackDown))
    #expect(layer.rows.map(\.text) == ["Kick", "Snare", "HH"] && layer.selection == 1)
    #expect(pads == [1, 2, 5, 4, 3])
    session.perform(.program(.undo))
    #expect(layer.rows.map(\.text) == ["Snare", "Kick", "HH"])
  }

  @Test func editedPadIsMovedAndSwappedByKeysAndBack() throws {
    session.perform(.pads(.editPad))
    // Pad 1, the bass drum, is at the second place.
    #expect(application.kits.editor?.number == 1)
    session.perform(.padForm(.later))
    #expect(pads == [2, 5, 1, 4, 3])
    session.perform(.program(.undo))
    #expect(pads == [2, 1, 5, 4, 3] && notice == .kit(.places(.turned(.undo, kit: "Other"))))
    session.perform(.padForm(.earlier))
    #expect(pads == [1, 2, 5, 4, 3] && notice == .kit(.places(.swapped("Kick", "Snare"))))
    session.perform(.padForm(.earlier))
    #expect(pads == [1, 2, 5, 4, 3], "it is at the first place")
    session.perform(.padForm(.swap))
    session.type(.insert("3"))
    session.type(.accept)
    #expect(pads == [3, 2, 5, 4, 1] && notice == .kit(.places(.swapped("Kick", "HH"))))
    for (text, expected) in [
      ("9", PadPlacesNotice.noPad(9, highest: 8)), ("1", .notAnother("1")), ("loud", .notAnother("loud")),
    ] {
      session.perform(.padForm(.swap))
      session.type(.insert(text))
      session.type(.accept)
      #expect(notice == .kit(.places(expected)))
    }
    #expect(
      notice.map { NoticeText.sentence($0, .empty) }
        == "no pads are swapped: loud is neither the number nor the key of another pad")
    // A change of the pad is undone first if it was made last.
    application.kits.editor?.move(to: 2)
    session.perform(.padForm(.valueUp))
    session.perform(.program(.undo))
    #expect(application.kits.editor?.isChanged == false && pads == [3, 2, 5, 4, 1])
    session.perform(.program(.undo))
    #expect(pads == [1, 2, 5, 4, 3] && session.coveringLayer is PadFormLayer)
  }

  @Test func footerOfTheFormNamesTheKeysThatMovePads() throws {
    session.perform(.pads(.editPad))
    let layer = try #require(session.layer(PadFormLayer.self))
    let hints = layer.hints(KeyMap()).map { "\($0.keys) \($0.text)" }
    #expect(hints.contains { $0.hasSuffix("↓ move") } && hints.contains { $0.hasSuffix(" swap") })
    var map = KeyMap()
    for key in ["insert", "ctrl+t"] { map.apply(try KeyBinding(key, on: .padForm)) }
    #expect(!layer.hints(map).contains { $0.text == "swap" })
    map.apply(try KeyBinding("f11", to: "swap-pad"))
    #expect(layer.hints(map).contains { $0.text == "swap" && $0.keys == "F11" })
  }

  @Test func copyOfAKitKeepsItsPlaces() {
    var copy = other
    (copy.path, copy.format) = (FilePath("/k/copy"), .native)
    places.keep(valueOf: other, in: copy)
    #expect(places.order(of: copy) == places.order(of: other) && places.order(of: copy) != PadOrder())
    #expect(places.time(of: .undo) == nil)
  }

  @Test func ordersAreStoredByTheirKits() throws {
    let (one, two) = (FilePath("/k/one"), FilePath(bytes: [0x2F, 0xFF]))
    let file = KitValueFile.orders
    let order = try #require(PadOrder([2, 1]))
    var bytes: [UInt8] = []
    file.set(order, of: one, in: &bytes)
    file.set(PadOrder(), of: two, in: &bytes)
    #expect(try file.decode(bytes) == [one: order, two: PadOrder()])
    file.set(nil, of: one, in: &bytes)
    #expect(try file.decode(bytes) == [two: PadOrder()])
    var damaged = Array("{".utf8)
    file.set(order, of: one, in: &damaged)
    #expect(damaged == Array("{".utf8), "a file that cannot be read is not overwritten")
    let unknown = Array(#"{"kits":[{"path":"/k/a","pads":[1,1],"more":1}],"other":2}"#.utf8)
    #expect(try file.decode(unknown).isEmpty)
    bytes = unknown
    file.set(order, of: one, in: &bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("more") && text.contains("other"), "others' members are kept")
  }
}
