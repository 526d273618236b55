@testable import Application
import ApplicationTestSupport
import AudioBase
import Controls
@testable import KitEditing
@testable import Percussion
import PlayerTestSupport
import SystemBase
import TerminalKit
import Testing

@testable import TerminalUI

/// The form for a pad on the screen, and clicks on it.
@MainActor @Suite struct PadFormMouseTests {
  private let takes: TakeBench
  private let kits: KitController
  private let session: ScreenSession
  private let screen: PlayerScreen
  private let requests = TestKitService()

  /// A form for a pad with two layers.
  init() throws {
    let path = FilePath("/u/Mine")
    let layers = zip([1...60, 61...127], ["soft", "hard"]).map {
      SampleLayer(velocities: $0, samples: [path.appending("\($1).wav")])
    }
    let kit = Kit(
      name: "Mine", path: path,
      pads: [Pad(number: 1, name: "kick", layers: layers), Pad(number: 10, name: "bell", layers: [])])
    takes = try TakeBench([])
    let application = takes.makeApplication()
    requests.isOwn = true
    kits = KitController(loaded: kit, service: requests, events: .idle)
    application.kits = kits
    session = ScreenSession(application)
    screen = PlayerScreen(
      session: session, bindings: KeyBindings(KeyMaps()), pads: PadContent.list(kit), theme: .monochrome)
    session.perform(.pads(.editPad))
  }

  private var lines: [String] {
    var surface = Surface(Size(120, 50))
    screen.draw(on: &surface)
    return surface.lines
  }

  @Test func formNamesTheKeyOfItsPadAndAnotherBank() {
    #expect(lines.contains { $0.contains("1, key a  ") })
    session.perform(.move(.start))
    session.perform(.padForm(.farUp))
    session.perform(.padForm(.valueUp))
    #expect(kits.editor?.number == 10 && lines.contains { $0.contains("10, key s of bank 2  ") })
  }

  /// Clicks on the first cell of a text.
  private func click(_ text: String) throws {
    let lines = lines
    let y = try #require(lines.firstIndex { $0.contains(text) })
    let start = try #require(lines[y].firstRange(of: text)).lowerBound
    let point = Point(CharacterWidth.columns(of: String(lines[y][..<start])), y)
    #expect(screen.receive(MouseEvent(.press, button: .left, at: point)) == .done)
  }

  @Test func clickSelectsARow() throws {
    try click("Retrigger")
    #expect(kits.editor?.field == .retrigger)
    try click("Choke group")
    #expect(kits.editor?.field == .choke && requests.loneSamples.isEmpty && kits.editor?.isChanged == false)
  }

  @Test func clickOnAListedLayerChoosesAndPlaysIt() throws {
    requests.loneSample = .index(1)
    try click("61–127")
    #expect(kits.editor?.chosenLayer == .one(1) && kits.editor?.field == .layer)
    #expect(requests.loneSamples == [[1, 0]])
    try click("1–60")
    #expect(kits.editor?.chosenLayer == .one(0) && requests.loneSamples == [[1, 0], [0, 0]])
    #expect(kits.editor?.isChanged == false && session.coveringLayer is PadFormLayer)
  }
}
