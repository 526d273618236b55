import Studio
import SystemBase
import Testing

@testable import Application
@testable import TerminalUI

/// The modes in which strips play and record lanes of takes.
@MainActor @Suite struct MixerLaneTests {
  private let bench: TimelineBench

  init() throws {
    bench = try TimelineBench([])
    let catalog = MixCatalog(userFolder: FilePath("/u"), shippedFolder: nil)
    let owner = MixOwner(bench.player.engine.control, catalog) { _, _ in }
    bench.application.mixer = MixerController(owner: owner, model: bench.player.model)
    bench.session.perform(.mixer(.open))
  }

  private func states() throws -> String {
    MixerContent(try #require(bench.session.layer(MixerLayer.self))) { _ in nil }.chosen.states
  }

  @Test func keyTurnsTheModeOfTheChosenStripWhichShowsItUnlessItIsTheUsualOne() throws {
    #expect(try states() == "")
    for (mode, shown) in [(LaneMode.latch, "latch"), (.read, "read"), (.off, "off"), (.touch, "")] {
      let outcome = bench.session.perform(.mixerScreen(.laneMode)).outcome
      #expect(outcome == .shown(.take(.lane(.mode(.music, mode)))))
      #expect(try states() == shown)
    }
    bench.session.perform(.mixer(.mute))
    bench.session.perform(try Command.parse("lanes music latch"))
    #expect(try states() == "mute latch")
    #expect(bench.shown(80, 24).contains("mute latch"))
  }
}
