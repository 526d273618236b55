import CursesBackend
import SystemBase
import TerminalKit
import Testing

/// Text that is read from the right, on a terminal that does not know of it.
@Suite struct BidiOrderingTests {
  private func shown(_ text: String, in columns: Int = 40, _ direction: LayoutDirection = .leftToRight)
    -> String
  {
    var surface = Surface(Size(columns, 1), direction: direction, ordering: BidiOrdering().order)
    surface.write(text, in: surface.bounds)
    return String(surface.lines[0].trimmingBlanks)
  }

  @Test(arguments: [
    ("Flower Duet", "Flower Duet"), ("千と千尋", "千と千尋"), ("שלום", "םולש"), ("שלום עולם", "םלוע םולש"),
    ("Live: שלום 1977!", "Live: 1977 םולש!"), ("שלום 1977", "1977 םולש"), ("שלום live 3", "live 3 םולש"),
    ("שלום (עולם)", "(םלוע) םולש"),
  ]) func linesAreReorderedIntoVisualOrder(text: String, expected: String) {
    #expect(shown(text) == expected)
  }

  @Test func vowelPointsStayOnTheirLetters() {
    #expect(shown("שִׁיר") == String("שִׁיר".reversed()))
  }

  /// Letters take the form that their neighbours ask for, which in visual order no terminal can find.
  @Test func arabicLettersTakeTheirJoinedForms() {
    #expect(shown("حبيبي").unicodeScalars.map(\.value) == [0xFEF2, 0xFE92, 0xFEF4, 0xFE92, 0xFEA3])
    #expect(shown("دار").unicodeScalars.map(\.value) == [0xFEAD, 0xFE8D, 0xFEA9])
    #expect(shown("3 دار").hasPrefix("3") == false)
  }

  /// A cut stands where reading ends.
  @Test func theEllipsisEndsTheLine() {
    #expect(shown("שלום עולם", in: 6).first == "…")
    #expect(shown("Duet שלום עולם", in: 8).hasPrefix("Duet "))
    #expect(shown("ab שלום עולם cd", in: 12).last == "…")
  }

  @Test func reorderingTearsAndLosesNoCluster() {
    var random = SeededGenerator(seed: 21)
    let pieces = [
      "ש", "שִׁ", "ع", "لا", "a", "é", "e\u{301}", "1", " ", "(", "]", "千", "👩‍🚀", "\t", "\u{202E}", "\u{200F}",
    ]
    for _ in 0..<500 {
      let text = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }.joined()
      var surface = Surface(Size(40, 1), ordering: BidiOrdering().order)
      let used = surface.write(text, at: Point(0, 0))
      #expect(used == CharacterWidth.columns(of: text), "\(text.debugDescription)")
      let seen = surface.lines[0].filter { $0.isASCII && $0 != " " && $0.isLetter }.sorted()
      #expect(seen == text.filter { $0.isASCII && $0.isLetter }.sorted(), "\(text.debugDescription)")
    }
  }

  @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft])
  func foundTextIsHighlightedInVisualOrder(direction: LayoutDirection) throws {
    for (text, part) in [
      ("שלום עולם", "עולם"), ("abc שלום", "לו"), ("Flower Duet", "ower"), ("שלום abc", "abc"),
    ] {
      var surface = Surface(Size(20, 1), direction: direction, ordering: BidiOrdering().order)
      surface.write(text, in: surface.bounds)
      let range = try #require(text.ranges(of: part).first)
      surface.restyle(range, of: text, in: surface.bounds) { $0.attributes = .bold }
      let marked = surface.row(0).filter { $0.style.attributes == .bold }.map(\.character)
      #expect(marked.sorted() == part.sorted(), "\(text): \(String(marked))")
    }
  }

  @Test(arguments: [
    (["VTE_VERSION": "6800"], true), (["VTE_VERSION": "5203"], false), (["KONSOLE_VERSION": "220400"], true),
    (["TERM": "xterm-256color"], false), (["TERM": "mlterm"], true),
    (["TERM_PROGRAM": "Apple_Terminal"], true),
    ([:], false),
  ]) func terminalsThatReorderTextAreRecognised(environment: [String: String], isDone: Bool) {
    #expect(BidiOrdering.isDoneByTerminal { environment[$0] } == isDone)
  }
}

extension String {
  fileprivate var trimmingBlanks: Substring {
    var text = self[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return text
  }
}
