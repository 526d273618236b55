import SystemBase
import Testing

@testable import TerminalKit

@Suite struct CharacterWidthTests {
  @Test(arguments: [
    ("a", 1), ("é", 1), ("e\u{301}", 1), ("日", 2), ("ｱ", 1), ("Ａ", 2), ("한", 2),
    ("\u{1112}\u{1161}\u{11AB}", 2),
    ("😀", 2), ("👩‍👩‍👧‍👦", 2), ("👍🏽", 2), ("🇫🇷", 2), ("❤", 1), ("❤️", 1), ("1️⃣", 1), ("│", 1), ("▶", 1),
    ("\u{200B}", 0), ("\u{FEFF}", 0), ("\u{1B}", 1), ("\t", 1), ("\r\n", 2), ("กำ", 2), ("\u{301}", 1),
    ("\u{202E}", 0), ("", 0), ("naïve 日本", 10), ("𠀀", 2), ("\u{E000}", 1),
  ]) func columnsOfATextMatchTheTerminalWidth(text: String, expected: Int) {
    #expect(CharacterWidth.columns(of: text) == expected)
  }

  private func shown(_ text: String) -> String {
    String(text.flatMap { CharacterWidth.glyphs(of: $0).map(\.character) })
  }

  @Test func controlCharactersAreNeverSent() {
    #expect(shown("a\u{1B}[31mb\u{07}\u{7F}\u{9B}c") == "a␛[31mb␇␡\u{FFFD}c")
    #expect(shown("one\r\ntwo\tthree\nfour") == "one  two three four")
    for value in UInt32(0)..<0x3000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      for character in CharacterWidth.glyphs(of: Character(scalar)).map(\.character) {
        #expect(character.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) })
      }
    }
  }

  @Test func bidirectionalOverridesAreTakenOut() {
    #expect(shown("safe\u{202E}3pm.exe\u{2066}\u{2069}\u{200F}") == "safe3pm.exe")
  }

  @Test func emojiSequencesAreReducedToCharactersOfAgreedWidth() {
    #expect(shown("👩‍🚀 👍🏽 ❤️") == "👩 👍 ❤")
    #expect(CharacterWidth.glyphs(of: "🇫🇷").map(\.width) == [1, 1])
    // A skin tone without an emoji: a terminal may draw it on the character before.
    #expect(shown("x\u{1F3FD}, 👍\u{200B}\u{1F3FD}, ©\u{1F3FD}") == "x, 👍, ©")
  }

  /// Terminals disagree on the columns of the letters of a decomposed syllable. `==` would compare texts in their normal form.
  @Test(arguments: [
    ("\u{1112}\u{1161}\u{11AB}", [0xD55C]), ("\u{1100}\u{1161}", [0xAC00]), ("\u{AC00}\u{11A8}", [0xAC01]),
    ("e\u{301}", [0xE9]), ("\u{304B}\u{3099}", [0x304C]), ("z\u{301}\u{302}", [0x17A, 0x302]),
    ("\u{1112}\u{119E}\u{11AB}", [0x1112, 0x119E, 0x11AB]),
  ]) func decomposedLettersAreSentComposed(text: String, expected: [UInt32]) {
    #expect(shown(text).unicodeScalars.map(\.value) == expected)
    #expect(text.printable.unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test func plainCharactersAreOnesOfTheirOwnInOneColumnAndSentAsTheyAre() {
    let plain = (UInt32(0)..<0x3000).filter(CharacterWidth.isPlain).compactMap(Unicode.Scalar.init)
    #expect(plain.count > 900)
    for scalar in plain {
      let character = Character(scalar)
      #expect(CharacterWidth.glyphs(of: character) == [Glyph(character, width: 1)], "\(scalar.value)")
    }
    for scalars in [plain, plain.reversed()] {
      let text = String(String.UnicodeScalarView(scalars))
      #expect(text.count == scalars.count && text.plainColumns == scalars.count)
    }
  }

  @Test(arguments: ["e\u{301}", "日", "\u{AD}", "▶", "\u{7F}", "a\nb", "\u{200B}", "😀"])
  func textThatMustBeExaminedIsNotPlain(text: String) {
    #expect(text.plainColumns == nil)
  }

  @Test func aCellHoldsItsCharacterWithFourMarks() {
    for text in ["a", "─", "😀", "e\u{301}", "x\u{301}\u{302}\u{303}\u{304}"] {
      let scalars = Cell(Character(text)).character.unicodeScalars
      #expect(scalars.elementsEqual(text.unicodeScalars))
    }
    #expect(Cell("a") == Cell("a", width: 1) && Cell("a") != Cell("a\u{301}") && Cell().character == " ")
  }

  @Test func combiningMarksAreLimitedPerCell() {
    let tall = Character("e" + String(repeating: "\u{301}", count: 50))
    let glyphs = CharacterWidth.glyphs(of: tall)
    #expect(glyphs.count == 1)
    #expect(glyphs.first?.character.unicodeScalars.count == 5)
  }

  @Test(arguments: [
    ("hello", 5, "hello"), ("hello", 4, "hel…"), ("hello", 1, "…"), ("hello", 0, ""), ("", 3, ""),
    ("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("日本語", 2, "…"),
    ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("👩‍🚀👩‍🚀", 3, "👩‍🚀…"),
  ]) func longTextIsShortenedBetweenClusters(text: String, columns: Int, expected: String) {
    #expect(text.fitted(to: columns) == expected)
  }

  @Test func longTextIsShortenedAtItsStart() {
    #expect("hello world".fittedAtStart(to: 6) == "…world")
  }

  @Test func fittedTextNeverExceedsTheColumns() {
    var random = SeededGenerator(seed: 3)
    let pieces = [
      "a", "日", "é", "\u{200B}", "🇫🇷", "กำ", "\u{301}", "\u{1B}", "👍🏽", "\u{1F3FD}", "\r\n", "\u{200D}", "🇩",
      "\u{FE0F}",
      "\u{20E3}", "\u{1112}", "\u{1161}", "\u{11AB}", "क", "\u{94D}", "ष", "\u{93F}", "\u{BBF}", "\u{600}",
    ]
    for _ in 0..<4_000 {
      let text = (0..<Int.random(in: 0...12, using: &random))
        .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      let columns = Int.random(in: 0...14, using: &random)
      #expect(CharacterWidth.columns(of: text.fitted(to: columns)) <= columns)
      #expect(CharacterWidth.columns(of: text.fittedAtStart(to: columns)) <= columns)
    }
  }
}

@Suite struct ColourTests {
  @Test func colourIsMappedToTheNearestOfThePalette() {
    #expect(Colour.rgb(255, 0, 0).index(inPaletteOf: 256) == 196)
    #expect(Colour.rgb(250, 5, 5).index(inPaletteOf: 16) == 9)
    #expect(Colour.rgb(200, 10, 10).index(inPaletteOf: 8) == 1)
    #expect(Colour.indexed(196).index(inPaletteOf: 8) == 1)
    #expect(Colour.indexed(3).index(inPaletteOf: 8) == 3)
    #expect(Colour.default.index(inPaletteOf: 256) == nil)
    #expect(Colour.rgb(1, 2, 3).index(inPaletteOf: 0) == nil)
  }
}
