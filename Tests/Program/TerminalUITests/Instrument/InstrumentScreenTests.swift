import AudioBase
import MixEngine
import Studio
import SystemBase
import TerminalKit
import Testing

@testable import Application
@testable import TerminalUI

/// The instrument on the screen, and the mouse in it.
@MainActor @Suite struct InstrumentScreenTests {
  private let bench = LibraryScreenBench()
  private let engine = AudioEngine(sampleRate: .standard, program: PadProgram(pads: []))

  init() {
    let owner = MixOwner(engine.control, MixCatalog(userFolder: FilePath("/u"), shippedFolder: nil)) { _, _ in
    }
    bench.application.mixer = MixerController(owner: owner, model: bench.model)
    bench.session.perform(.pads(.instrument))
  }

  @Test func stringsAndChordsAreDrawnWithTheirKeys() {
    for (width, height) in [(120, 36), (80, 24), (66, 14)] {
      let shown = bench.shown(width, height)
      for text in [
        "E4 0  ──", "B3 0  ──", "G3 1  ──", "D3 2  ──", "A2 2  ──", "E2 0  ──", "1 E", "7 Em", "0 Bm",
      ] {
        #expect(shown.contains(text), "\(text) at \(width)x\(height)")
      }
    }
  }

  @Test func smallScreenSaysWhatTheInstrumentNeeds() {
    #expect(bench.shown(40, 12).contains("needs 64 × 10 cells"))
    _ = bench.shown(20, 5)
  }

  @Test func clickOnAChordChoosesIt() throws {
    _ = bench.shown(80, 24)
    let place = InstrumentLayout(in: bench.screen.layout.overlay).chord(3)
    bench.screen.receive(MouseEvent(.press, button: .left, at: place.origin))
    #expect(bench.application.mixer?.instrument.chord == .g)
    #expect(bench.shown(80, 24).contains("E4 3  ──"))
  }

  @Test func keysAndStringsAreGivenToTheTerminalWhileTheScreenIsOpen() throws {
    _ = bench.shown(80, 24)
    let keys = bench.screen.instrumentKeys(on: Surface(Size(80, 24)))
    #expect(keys?.strings.height == 6)
    bench.session.perform(.program(.cancel))
    _ = bench.shown(80, 24)
    #expect(bench.screen.instrumentKeys(on: Surface(Size(80, 24))) == nil)
  }
}
