import MixEngine
import Observation
import TerminalKit
import Testing

@testable import Application
@testable import Player
@testable import SystemBase
@testable import TerminalUI

/// Pads that are struck are drawn alone.
@MainActor @Suite struct MovingPadsTests {
  private let bench = LibraryScreenBench()
  private var surface = Surface(Size(120, 36))

  private func strike(_ pad: Int) {
    bench.model.padSounded(
      StartedHit(pad: pad, velocity: 90, sample: 0, outputFrame: 0, isLate: false, keyTime: .now))
    bench.screen.padSounded(pad)
  }

  @Test mutating func struckPadIsDrawnWithoutTheRestOfTheScreen() {
    strike(1)
    _ = bench.shown(120, 36)
    var isAskedForAll = false
    var moves = 0
    bench.screen.onChange = { isAskedForAll = true }
    bench.model.pads.onChange = { moves += 1 }
    withObservationTracking {
      bench.screen.draw(on: &surface)
    } onChange: {
      MainActor.assumeIsolated { isAskedForAll = true }
    }
    strike(1)
    for _ in 0..<2 { bench.model.padsChanged(PadSet([1])) }
    #expect(moves == 2 && !isAskedForAll)
    #expect(bench.screen.drawMoving(on: &surface) == [bench.screen.layout[.pads].rows])
    #expect(!isAskedForAll)
  }

  /// The mixer gets another strip.
  @Test func firstStrikeOfAPadIsObserved() {
    strike(3)
    var isObserved = false
    withObservationTracking {
      #expect(bench.model.pads.struck == [3])
    } onChange: {
      MainActor.assumeIsolated { isObserved = true }
    }
    strike(3)
    #expect(!isObserved)
    strike(1)
    #expect(isObserved && bench.model.pads.struck == [1, 3])
  }

  @Test mutating func movingPadsKeepTheirKeysUntilAllIsDrawn() {
    bench.screen.draw(on: &surface)
    let keys = bench.screen.shown.pads.map(\.key)
    #expect(keys.contains("a"))
    bench.screen.bindings.mode.layout = .listen
    strike(1)
    let moving = ScreenContent(moving: bench.screen, now: .now)
    #expect(moving.pads.map(\.key) == keys && moving.pads[0].velocity == 90)
    #expect(!ScreenContent(bench.screen, now: .now).pads.contains { $0.key == "a" })
  }
}
