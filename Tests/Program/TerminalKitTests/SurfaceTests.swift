import SystemBase
import Testing

@testable import TerminalKit

@Suite struct SurfaceTests {
  @Test func writtenTextFillsTheCellsOfTheRow() {
    var surface = Surface(Size(8, 1))
    #expect(surface.write("▶ 01:02", at: Point(0, 0)) == 7)
    #expect(surface.lines == ["▶ 01:02 "])
  }

  @Test func textIsClippedAtEveryEdgeOfTheSurface() {
    var surface = Surface(Size(4, 2))
    surface.write("abcdef", at: Point(-2, 0))
    surface.write("xyz", at: Point(2, 1))
    surface.write("no", at: Point(0, 2))
    surface.write("no", at: Point(0, -1))
    #expect(surface.lines == ["cdef", "  xy"])
  }

  @Test func textIsClippedToAnArea() {
    var surface = Surface(Size(6, 1))
    surface.fill(surface.bounds, with: ".")
    surface.write("abcdef", at: Point(0, 0), in: Rect(2, 0, 2, 1))
    #expect(surface.lines == ["..cd.."])
  }

  @Test func overwritingHalfOfAWideCharacterBlanksTheOther() {
    var surface = Surface(Size(4, 1))
    surface.write("日本", at: Point(0, 0))
    surface.write("a", at: Point(1, 0))
    #expect(surface.lines == [" a本"])
    surface.write("b", at: Point(2, 0))
    #expect(surface.lines == [" ab "])
    surface.write("x日", at: Point(0, 0))
    surface.write("本", at: Point(2, 0))
    #expect(surface.lines == ["x 本"])
  }

  @Test func aWideCharacterCutByTheClipIsBlank() {
    var surface = Surface(Size(4, 1))
    surface.fill(surface.bounds, with: ".")
    surface.write("a日本", at: Point(0, 0), in: Rect(0, 0, 4, 1))
    #expect(surface.lines == ["a日 "])
    surface.fill(surface.bounds, with: ".")
    surface.write("日本", at: Point(-1, 0))
    #expect(surface.lines == [" 本."])
  }

  @Test func textInAnAreaIsAlignedAndShortened() {
    var surface = Surface(Size(7, 4))
    surface.write("abc", in: surface.bounds.row(0))
    surface.write("abc", in: surface.bounds.row(1), .plain, .centre)
    surface.write("abc", in: surface.bounds.row(2), .plain, .trailing)
    surface.write("abcdefgh", in: surface.bounds.row(3))
    #expect(surface.lines == ["abc    ", "  abc  ", "    abc", "abcdef…"])
  }

  @Test func restylingKeepsTheText() {
    var surface = Surface(Size(3, 1))
    surface.write("abc", at: Point(0, 0))
    surface.restyle(Rect(1, 0, 9, 1)) { $0.attributes.insert(.reverse) }
    #expect(surface.lines == ["abc"])
    #expect(surface[0, 0].style == .plain)
    #expect(surface[2, 0].style.attributes == .reverse)
  }

  @Test func randomWritesKeepTheGridWhole() {
    var random = SeededGenerator(seed: 7)
    let texts = ["a", "日本語", "e\u{301}", "👩‍🚀x", "한글", "🇫🇷", "\u{1B}[31m", "q日"]
    var surface = Surface(Size(9, 3))
    for _ in 0..<4_000 {
      let point = Point(Int.random(in: -4...10, using: &random), Int.random(in: -1...3, using: &random))
      let clip = Rect(
        Int.random(in: 0...5, using: &random), 0, Int.random(in: 0...9, using: &random), 3)
      surface.write(texts.randomElement(using: &random) ?? "", at: point, .plain, in: clip)
      for y in 0..<3 {
        let widths = surface.row(y).map(\.width)
        #expect(widths.reduce(0, +) == 9)
        for (x, width) in widths.enumerated() where width == 0 {
          #expect(x > 0 && widths[x - 1] == 2)
        }
      }
    }
  }

  @Test func changedColumnsAreWholeCharactersAndAllThatDiffers() {
    var random = SeededGenerator(seed: 8)
    let texts = ["a", "日本語", "🇫🇷", "x🇫🇷🇩🇪", "한", "  ", "e\u{301}"]
    var (shown, next) = (Surface(Size(12, 1)), Surface(Size(12, 1)))
    for _ in 0..<2_000 {
      let start = Int.random(in: -2...12, using: &random)
      next.write(texts.randomElement(using: &random) ?? "", at: Point(start, 0))
      guard let columns = next.changedColumns(0, since: shown) else {
        #expect(next.row(0) == shown.row(0))
        continue
      }
      let cells = Array(next.row(0))
      for edge in [columns.lowerBound, columns.upperBound] where edge > 0 && edge < 12 {
        #expect(cells[edge].width > 0)
        #expect(!cells[edge].isFlagLetter || !cells[edge - 1].isFlagLetter)
      }
      shown.copyRow(0, columns, from: next)
      #expect(shown.row(0) == next.row(0))
    }
  }
}
