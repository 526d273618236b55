import TerminalKit
import Testing

@testable import TerminalUI

@Suite struct WaveformBandTests {
  private static let dark = ThemeFile(
    """
    plain=#d4d8de on #101010
    wave-low=#ff0000
    wave-middle=#00ff00
    wave-high=#0000ff
    wave-rest=#808080
    wave-cursor=#ffffff
    """)

  private func drawn(
    _ columns: [WaveformContent.Column], played: Double = 1, rows: Int = 4, colours: Int = 256
  ) -> Surface {
    var surface = Surface(Size(columns.count, rows))
    WaveformBand(
      waveform: WaveformContent(columns: columns), played: played, theme: Self.dark.theme(colours: colours)
    )
    .draw(on: &surface, in: surface.bounds)
    return surface
  }

  private func column(
    _ peak: Float, _ rms: Float, _ band: WaveformContent.Band = .middle
  ) -> WaveformContent.Column {
    WaveformContent.Column(peak: peak, rms: rms, band: band)
  }

  @Test func loudnessLiesInsideThePeak() {
    let surface = drawn([column(1, 0.35)])
    // Above and below the middle alike: bright inside, dim outside.
    for (outer, inner) in [(0, 1), (3, 2)] {
      #expect(surface[0, outer].character == "█")
      #expect(surface[0, inner].character == "█")
      #expect(surface[0, outer].style.foreground != surface[0, inner].style.foreground)
    }
    #expect(surface[0, 1].style.foreground == .rgb(0, 255, 0))
  }

  @Test func asymmetricWaveformIsDrawnAboveTheMiddleOnly() {
    let up = WaveformContent.Column(top: 1, bottom: 0, rms: 1, bands: SIMD3(0, 1, 0))
    let surface = drawn([up, column(1, 1)])
    #expect(
      surface[0, 0].character == "█" && surface[0, 2].character == " " && surface[0, 3].character == " ")
    #expect(surface[1, 3].character == "█")
  }

  @Test func dominantBandGivesTheColourOfAColumn() {
    let columns = [column(1, 0.8, .low), column(1, 0.8), column(1, 0.8, .high)]
    let surface = drawn(columns)
    let colours = (0..<3).map { surface[$0, 1].style.foreground }
    #expect(colours == [.rgb(255, 0, 0), .rgb(0, 255, 0), .rgb(0, 0, 255)])
    // The part ahead is dimmer than the played part; the current column differs from both.
    let half = drawn(columns, played: 0.4)
    #expect(half[0, 1].style.foreground == .rgb(255, 0, 0))
    #expect(half[1, 1].style.foreground == .rgb(255, 255, 255))
    #expect(half[2, 1].style.foreground != .rgb(0, 0, 255))
  }

  @Test(arguments: [1, 2, 3, 4, 5]) func playPositionIsVisibleInSilence(rows: Int) {
    let surface = drawn(Array(repeating: column(0, 0), count: 10), played: 0.5, rows: rows)
    let other = (0..<rows).map { surface[2, $0].character }
    let place = (0..<rows).map { surface[5, $0].character }
    #expect(rows == 1 ? surface[2, 0].style != surface[5, 0].style : other != place)
  }

  @Test func glyphsWithoutColoursShowLoudnessAndPlayedPart() {
    let surface = drawn([column(1, 0.3), column(1, 0.3)], played: 0.5, colours: 0)
    let played = drawn([column(1, 0.3)], colours: 0)
    #expect((0..<4).map { played[0, $0].character } == ["▒", "█", "█", "▒"])
    let rest = drawn([column(1, 0.3), column(1, 0.3)], played: 0, colours: 0)
    #expect((0..<4).map { rest[1, $0].character } == ["░", "▒", "▒", "░"])
    #expect((0..<4).allSatisfy { surface[0, $0].character.asciiValue == nil })
  }

  @Test func columnsBeyondTheWidthAreCombined() {
    let loud = WaveformContent.Column(top: 0.9, bottom: 0.1, rms: 0.6, bands: SIMD3(1, 0, 0))
    let quiet = WaveformContent.Column(top: 0.1, bottom: 0.5, rms: 0, bands: SIMD3(0, 0, 1))
    let sum = WaveformContent(columns: [loud, quiet]).column(0, of: 1)
    #expect(sum.top == 0.9 && sum.bottom == 0.5)
    #expect(abs(sum.rms - 0.6 * Float(0.5).squareRoot()) < 1e-3 && sum.bands == SIMD3(1, 0, 0))
    // Fewer columns than the screen has, or none.
    #expect(WaveformContent(columns: [loud]).column(7, of: 8).top == 0.9)
    #expect(WaveformContent(columns: []).column(0, of: 8).peak == 0)
  }
}
