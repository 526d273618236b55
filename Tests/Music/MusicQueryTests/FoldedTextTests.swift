import SystemBase
import Testing

@testable import MusicQuery

struct FoldedTextTests {
  @Test(
    "Folding removes case, accents and width",
    arguments: [
      ("Björk", "bjork"), ("BJO\u{308}RK", "bjork"), ("ＡＢＣ　１", "abc 1"), ("Straße", "strasse"),
      ("Æther Łódź Øre", "aether lodz ore"), ("ΣΊΣΥΦΟΣ", "σισυφοσ"), ("Ёлка", "елка"), ("أَحْمَد", "احمد"),
      ("محـــمد", "محمد"), ("ｶﾞ", "カ\u{3099}"), ("ガ", "カ\u{3099}"), ("東京", "東京"), ("한국", "한국"),
      ("Motörhead’s", "motorhead's"), ("İstanbul", "istanbul"), ("a\u{200B}\u{202E}b", "ab"),
      ("ﬁn", "fin"), ("a\nb\u{1B}", "a b "), ("Việt", "viet"), ("😀", "😀"), ("हिन्दी", "हिनदी"),
    ])
  func folds(text: String, expected: String) {
    #expect(folded(text) == expected)
  }

  private func folded(_ text: String) -> String { String(decoding: FoldedText.bytes(text), as: UTF8.self) }

  @Test(
    "Decomposed syllables of Hangul fold to the same bytes as composed ones",
    arguments: [
      ("\u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}", "\u{D55C}\u{AD6D}"),
      ("\u{AC00}\u{11A8}", "\u{AC01}"),
      ("a\u{1100}\u{1161}", "a\u{AC00}"), ("\u{AC01}\u{11A8}", "\u{AC01}\u{11A8}"), ("\u{1161}", "\u{1161}"),
      ("\u{65E5}\u{11A8}", "\u{65E5}\u{11A8}"), ("\u{1100}\u{1161} \u{11A8}", "\u{AC00} \u{11A8}"),
    ])
  func syllables(text: String, expected: String) {
    #expect(FoldedText.bytes(text) == Array(expected.utf8))
    #expect(Needle(expected)?.isIn(text) == true)
  }

  @Test("A word is in a text if its folded bytes are in the folded text", arguments: 0..<4)
  func wordsAreFound(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    // Bytes that differ from letters in the bit of capitals, control characters, and at times characters beyond ASCII.
    let ascii = Array("aAbBzZ@`[{1\u{11}\u{1}\u{7F} ~")
    let all = ascii + Array("éÉ東")
    for round in 0..<3_000 {
      func made(_ lengths: ClosedRange<Int>) -> String {
        let characters = round.isMultiple(of: 4) ? all : ascii
        return String(
          (0..<Int.random(in: lengths, using: &random)).map { _ in
            characters.randomElement(using: &random) ?? "a"
          })
      }
      let (text, word) = (made(0...40), made(1...3))
      let isIn = FoldedText.bytes(text).contains(run: FoldedText.bytes(word))
      #expect(Needle(word)?.isIn(text) == isIn, "\(word) in \(text)")
    }
  }

  @Test("Folding folded text changes nothing")
  func idempotent() {
    for value in UInt32(0x20)...0x2FFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let once = folded(String(scalar))
      #expect(folded(once) == once, "U+\(String(value, radix: 16))")
    }
  }

  @Test("Text is split into runs of one to three characters, each once, within lines")
  func grams() {
    func words(_ text: String) -> Set<String> {
      Set(
        String(decoding: NGrams.words(of: Array(text.utf8)), as: UTF8.self).split(separator: " ").map(
          String.init))
    }
    #expect(words("abab") == ["a", "b", "ab", "ba", "aba", "bab"])
    #expect(words("ab\nc") == ["a", "b", "ab", "c"])
    #expect(words("a b") == ["a", "b", "\u{A0}", "a\u{A0}", "\u{A0}b", "a\u{A0}b"])
    #expect(words("東京") == ["東", "京", "東京"])
    #expect(words("😀é") == ["😀", "é", "😀é"])
    #expect(words("") == [])
    #expect(NGrams.runs(of: Array("ab".utf8)) == ["ab"])
    #expect(NGrams.runs(of: Array("東京".utf8)) == ["東京"])
    #expect(NGrams.runs(of: Array("flower".utf8)) == ["flo", "low", "owe", "wer"])
    #expect(NGrams.runs(of: []) == [])
  }

  @Test("Every run of a part of a text is among the text's runs", arguments: 0..<10)
  func partsAreThere(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let characters = Array("abc 東é!_~😀{}")
    let text = String((0..<20).map { _ in characters.randomElement(using: &random) ?? "a" })
    let all = Set(
      String(decoding: NGrams.words(of: Array(text.utf8)), as: UTF8.self).split(separator: " ").map(
        String.init))
    for start in 0..<20 {
      for end in (start + 1)...20 {
        let part = String(Array(text)[start..<end])
        #expect(all.isSuperset(of: NGrams.runs(of: Array(part.utf8))), "\(part) in \(text)")
      }
    }
  }
}
