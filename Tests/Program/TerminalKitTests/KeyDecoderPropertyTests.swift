import SystemBase
import Testing

@testable import TerminalKit

@Suite struct KeyDecoderPropertyTests {
  private static let pieces: [[UInt8]] =
    [
      "a", "Z", ";", "é", "日", "👍🏽", "\u{0D}", "\u{03}", "\u{1B}[A", "\u{1B}OB", "\u{1B}[1;2D", "\u{1B}[3~",
      "\u{1B}[[C", "\u{1B}x", "\u{1B}\u{1B}[B", "\u{1B}[97:65:97;2:3;65u",
      "\u{1B}[200~pa\u{1B}[2ste\u{1B}[201~",
      "\u{1B}[?62;1c", "\u{1B}]0;title\u{07}", "\u{1B}P1$r\u{1B}\\", "\u{1B}[<0;3;4M", "\u{1B}[I",
      "\u{1B}[?31u",
      "\u{1B}[3$", "\u{1B}[M abc", "\u{1B}O5P", "\u{1B}", "\u{1B}[", "\u{1B}[1;",
    ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xE6, 0x97], [0xF0, 0x9F]]

  @Test func bytesSplitAnywhereGiveTheSameEvents() {
    var random = SeededGenerator(seed: 2_026)
    for _ in 0..<1_500 {
      let bytes = (0..<Int.random(in: 1...12, using: &random))
        .flatMap { _ in Self.pieces.randomElement(using: &random) ?? [] }
      var whole = KeyDecoder()
      let expected = whole.feed(bytes) + whole.rest()
      var cut = KeyDecoder()
      var events: [TerminalEvent] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let part = rest.prefix(Int.random(in: 1...4, using: &random))
        events += cut.feed(part)
        rest = rest.dropFirst(part.count)
      }
      events += cut.rest()
      #expect(events == expected, "\(bytes)")
    }
  }

  @Test func randomBytesNeitherCrashNorPileUp() {
    var random = SeededGenerator(seed: 9)
    let likely: [UInt8] = Array("\u{1B}[]OPM<>?;:0129~u$A\u{07}\\".utf8)
    var decoder = KeyDecoder()
    for _ in 0..<200_000 {
      let isLikely = Int.random(in: 0...3, using: &random) > 0
      let byte = isLikely ? likely.randomElement(using: &random) : UInt8.random(in: 0...255, using: &random)
      _ = decoder.feed([byte ?? 0])
      if Int.random(in: 0...40, using: &random) == 0 { _ = decoder.timeOut() }
    }
    #expect(decoder.sequence.count <= KeyDecoder.longestSequence)
    #expect(decoder.pasted.count <= KeyDecoder.longestPaste)
    // A paste may be open: its end and a moment's rest bring the decoder back.
    _ = decoder.feed("\u{1B}[201~".utf8)
    _ = decoder.rest()
    #expect(decoder.feed("a".utf8) == [.key(.typed("a"))])
  }
}

extension KeyDecoder {
  /// What comes of it when nothing more comes.
  mutating func rest() -> [TerminalEvent] {
    var events: [TerminalEvent] = []
    while isPending { events += timeOut() }
    return events
  }
}
