import MixEngine
import TerminalKit
import Testing

@testable import Application
@testable import Player
@testable import SystemBase
@testable import TerminalUI

/// Between two changes of texts, only what moves is drawn over the last drawing.
@MainActor @Suite struct MovingFrameTests {
  private let bench = LibraryScreenBench()

  private func whole(_ size: Size) -> Surface {
    var surface = Surface(size)
    bench.screen.draw(on: &surface)
    return surface
  }

  private func setLevels(_ left: Float, _ right: Float) {
    bench.screen.sound.meter = { _ in MeterContent(left: left, right: right) }
  }

  @Test(arguments: [Size(120, 36), Size(80, 24), Size(60, 22)], [false, true])
  func framesOfWhatMovesEqualADrawingOfEverything(size: Size, hasSpectrum: Bool) {
    var random = SeededGenerator(seed: 5)
    if hasSpectrum { bench.session.perform(.program(.spectrum)) }
    setLevels(-20, -20)
    _ = bench.shown(size.width, size.height)
    var surface = whole(size)
    for step in 1...60 {
      let levels = (0..<3).map { _ in Float.random(in: -60...0, using: &random) }
      setLevels(levels[0], levels[1])
      bench.screen.sound.spectrum = { Array(repeating: levels[2], count: $0) }
      let pad = Int.random(in: 1...8, using: &random)
      if step % 3 == 0 {
        bench.model.padSounded(
          StartedHit(pad: pad, velocity: 2 * step, sample: 0, outputFrame: 0, isLate: false, keyTime: .now))
      }
      if step % 5 == 0 { bench.model.padsChanged(PadSet([pad])) }
      if bench.screen.drawDue(on: &surface) == nil { surface = whole(size) }
      if step % 4 == 0 { #expect(surface == whole(size), "step \(step)") }
    }
  }

  @Test func meterIsDrawnAloneAndOnlyIfItsCellsChange() {
    setLevels(-10.123, -10.123)
    var surface = whole(Size(120, 36))
    let bar = bench.screen.layout[.meters].rows
    setLevels(-10.124, -10.123)
    #expect(bench.screen.drawDue(on: &surface) == [])
    setLevels(-3, -10.123)
    #expect(bench.screen.drawDue(on: &surface) == [bar])
    #expect(surface == whole(Size(120, 36)))
  }

  @Test func meterThatStandsStillIsReadLessOften() {
    setLevels(-10, -10)
    var surface = whole(Size(120, 36))
    #expect(bench.screen.animations.frameRate(.both) == 15)
    for _ in 0..<4 { _ = bench.screen.drawDue(on: &surface) }
    #expect(bench.screen.animations.frameRate(.both) == 5)
    setLevels(-3, -3)
    _ = bench.screen.drawDue(on: &surface)
    #expect(bench.screen.animations.frameRate(.both) == 15)
  }

  @Test func meterUnderTheHelpDoesNotMoveTheScreen() {
    setLevels(-10, -10)
    _ = whole(Size(120, 36))
    #expect(bench.screen.animations.nextFrame(.both) != nil)
    bench.session.perform(.program(.help))
    _ = whole(Size(120, 36))
    #expect(bench.screen.animations.nextFrame(.both) == nil)
  }
}
