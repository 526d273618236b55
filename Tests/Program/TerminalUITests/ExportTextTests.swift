import AudioBase
import Dubbing
import Studio
import Testing

@testable import TerminalUI

/// What is said of an export that is not all that was asked for.
@Suite struct ExportTextTests {
  private static let compressor = NonlinearUnit(title: "compressor", bus: .pads)
  private static let delay = NonlinearUnit(title: "delay", bus: .returns(1))

  static let sentences: [(ExportShortfall, String)] = [
    (
      .loudness(-6, reached: -9.84, .peaks),
      "the mix has −9.8 LUFS, not the wanted −6: the limiter keeps its peaks low; choose a lower loudness"
    ),
    (
      .loudness(-14, reached: nil, .silence),
      "the mix has no loudness, not the wanted −14: it is silent, or shorter than 0.4 s"
    ),
    (
      .parts(["bass", "vocals"], .unknown(known: ["drums", "music"])),
      "the level of bass, vocals of the song is not applied: the song has no such part, but drums, music; in the player, :stems PLACE names a folder or a file that has it"
    ),
    (
      .parts(["drums"], .refused(.noDrums(.noHits))),
      "the level of drums of the song is not applied: its sound has no hits of drums"
    ),
    (
      .stems(by: Decibels(-23.04), units: [compressor], limiter: .unity),
      "the stems do not add up to the mix, by −23 dB: compressor of pads treats each stem by itself; bypass it for stems that do"
    ),
    (
      .stems(by: Decibels(-23.04), units: [compressor, delay], limiter: Decibels(3.2)),
      "the stems do not add up to the mix, by −23 dB: compressor of pads, delay of return 1 treat each stem by itself, and the limiter lowered the mix by up to 3.2 dB; bypass them, and lower the levels, or the loudness for stems that do"
    ),
    (
      .stems(by: Decibels(-60), units: [], limiter: .unity),
      "the stems do not add up to the mix, by −60 dB: an instrument or the kit sounds otherwise in them"
    ),
  ]

  @Test(arguments: 0..<5) func shortfallSaysWhyAndTheWayOut(_ index: Int) {
    let (shortfall, sentence) = Self.sentences[index]
    #expect(ExportText.sentence(shortfall) == sentence)
  }
}
