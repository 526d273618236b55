import Glibc
import SystemBase
import TestSupport
import Testing

/// Output in the character set of the user.
@Suite struct CharacterSetTests {
  private func set(_ name: String, _ value: String) -> CharacterSet {
    CharacterSet { $0 == name ? value : nil }
  }

  @Test(arguments: ["C.UTF-8", "en_US.utf8", "de_DE.UTF-8@euro", "xx_XX"])
  func localesOfUTF8PrintTextAsItIs(locale: String) {
    let characters = set("LANG", locale)
    #expect(characters.isUTF8 && characters.bytes(of: "−6 dB … 日") == Array("−6 dB … 日".utf8))
  }

  @Test func withoutALocaleTheOutputIsUTF8() {
    #expect(CharacterSet { _ in nil }.isUTF8 && CharacterSet { _ in "" }.isUTF8)
  }

  @Test func theMoreSpecificVariableDecides() {
    let variables = ["LANG": "C.UTF-8", "LC_ALL": "C"]
    #expect(CharacterSet { variables[$0] } == .ascii)
  }

  @Test(arguments: [
    ("C", "volume −6 dB…", "volume -6 dB..."), ("POSIX", "‹several› · ★★☆", "<several> . **."),
    ("C", "Füße café Ægir", "Fusse cafe AEgir"), ("C", "日本", "\\u{65E5}\\u{672C}"),
    ("C", "e\u{301}", "e"), ("xx.nonsense", "é−", "e-"),
  ]) func otherLocalesPrintLegibleCharacters(locale: String, text: String, printed: String) {
    #expect(String(decoding: set("LC_ALL", locale).bytes(of: text), as: UTF8.self) == printed)
  }

  @Test func charactersOfLatin1AreOneByte() {
    let latin = set("LANG", "de_DE.ISO-8859-1")
    #expect(!latin.isUTF8)
    #expect(latin.bytes(of: "café × −3…") == [99, 97, 102, 0xE9, 32, 0xD7, 32] + Array("-3...".utf8))
    // A decomposed letter is the same one.
    #expect(latin.bytes(of: "e\u{301}") == [0xE9])
    #expect(set("LANG", "de_DE.ISO-8859-15@euro").bytes(of: "€") == [0xA4])
    #expect(set("LANG", "ru_RU.KOI8-R").bytes(of: "Я") == [0xF1])
  }

  /// The characters of all string literals of the targets that draw and print.
  private static func drawnCharacters() throws -> Set<Character> {
    let targets = ["TerminalUI", "TerminalKit", "Application", "Configuration", "Subcommands", "drumdub"]
    var found: Set<Character> = []
    for line in try targets.flatMap({ try SourceText.lines(below: "Program/\($0)") })
    where !line.drop(while: { $0 == " " }).hasPrefix("//") {
      found.formUnion(line.filter { !$0.isASCII })
    }
    return found
  }

  @Test func everyCharacterThatTheProgramDrawsHasALegibleReplacement() throws {
    let drawn = try Self.drawnCharacters()
    #expect(drawn.contains("▸") && drawn.count > 30)
    for character in drawn { #expect(ASCIIFallback.character(for: character) != "?", "\(character)") }
  }

  @Test func replacementsHaveOneCharacter() {
    let text = String("▶ 01:02 ━━● │ café Übung … 日".map(ASCIIFallback.character))
    #expect(text == "> 01:02 ==o | cafe Ubung ~ ?")
  }
}
