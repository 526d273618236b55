import AudioBase
import SystemBase
import TerminalKit
import Testing

@testable import TerminalUI

@Suite struct InputMeterTests {
  private let start = HostTime(nanoseconds: 1_000_000_000)

  private func text(_ left: Float, _ right: Float = 0) -> String? {
    var meter = InputMeter()
    meter.show(InputLevels(left: left, right: right), at: start)
    return meter.reading?.text
  }

  @Test func theLouderSideIsShownInDecibels() {
    #expect(text(0) == "input ░░░░░░░░ silent")
    #expect(text(0.1, 0.25) == "input ██████░░ −12 dB")
    #expect(text(1, 0) == "input ████████ 0 dB")
  }

  @Test func aClippedSampleIsShownForTwoSeconds() {
    var meter = InputMeter()
    meter.show(InputLevels(left: 1, isClipped: true), at: start)
    #expect(meter.reading?.isClipped == true)
    var take = TakeContent()
    take.input = meter.reading
    var surface = Surface(Size(50, 1))
    TakeLine(take: take, theme: .monochrome).draw(on: &surface, in: surface.bounds)
    #expect(take.isShown && surface.lines[0].hasPrefix("input ████████ 0 dB  CLIP"))
    meter.show(InputLevels(left: 0.5), at: start.advanced(bySeconds: 1.9))
    #expect(meter.reading?.isClipped == true)
    meter.show(InputLevels(left: 0.5), at: start.advanced(bySeconds: 2.1))
    #expect(meter.reading?.isClipped == false)
  }
}
