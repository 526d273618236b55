import SystemBase
import Testing

@testable import TerminalKit

@Suite struct ArrangementTests {
  @Test func arrangementPlacesRowsAndColumns() {
    let arrangement = Arrangement<String>.rows([
      (.fixed(1), .place("top")),
      (.flexible(), .columns([(.fixed(3), .place("side")), (.flexible(), .place("rest"))], gap: 1)),
    ])
    #expect(
      arrangement.places(in: Rect(1, 1, 10, 4))
        == ["top": Rect(1, 1, 10, 1), "side": Rect(1, 2, 3, 3), "rest": Rect(5, 2, 6, 3)])
  }

  @Test func partOfTheHighestRankIsLeftOutFirst() {
    let parts: [Layout.Part] = [
      .whole(3, rank: 2), .fixed(4), .whole(2, rank: 1), .minimum(1, most: 2, rank: 3),
    ]
    #expect(Layout.split(11, parts).map(\.count) == [3, 4, 2, 2])
    #expect(Layout.split(9, parts).map(\.count) == [3, 4, 2, 0])
    #expect(Layout.split(8, parts).map(\.count) == [0, 4, 2, 2])
    #expect(Layout.split(5, parts).map(\.count) == [0, 4, 0, 1])
    #expect(Layout.split(2, parts).map(\.count) == [0, 2, 0, 0])
  }

  @Test func partAtTheMaximumLeavesTheRestToOthers() {
    #expect(Layout.split(20, [.minimum(1, most: 3), .flexible(share: 2)]).map(\.count) == [3, 17])
  }

  @Test func partWithoutRoomIsLeftOut() {
    let arrangement = Arrangement<Int>.rows([(.whole(2, rank: 1), .place(1)), (.fixed(1), .place(2))])
    #expect(arrangement.places(in: Rect(0, 0, 5, 2)) == [2: Rect(0, 0, 5, 1)])
  }
}

@Suite struct MirroringTests {
  private func surface(_ width: Int) -> Surface { Surface(Size(width, 1), direction: .rightToLeft) }

  @Test func mirroredSurfaceCountsFromTheRightAndKeepsTextOrder() {
    var surface = surface(8)
    surface.write("abc", at: Point(0, 0))
    surface.fill(Rect(5, 0, 1, 1), with: "┌")
    #expect(surface.lines == ["  ┐  abc"])
  }

  @Test func mirroredSurfaceAlignsAtTheOppositeEdge() {
    var surface = surface(7)
    surface.write("abcde", in: Rect(0, 0, 4, 1))
    surface.write("x", in: Rect(4, 0, 3, 1), .plain, .trailing)
    #expect(surface.lines == ["x  abc…"])
  }

  @Test func mirroredSurfaceKeepsWideCharactersWhole() {
    var surface = surface(5)
    surface.write("日a本", at: Point(0, 0))
    #expect(surface.lines == ["日a本"])
    surface.write("x", at: Point(0, 0))
    #expect(surface.lines == ["日a x"])
  }

  @Test func unmirroredDrawingKeepsLeftToRightOrder() {
    var surface = surface(6)
    surface.drawUnmirrored(in: Rect(0, 0, 4, 1)) { surface, area in
      surface.write("1", at: area.origin)
      surface.write("4", at: Point(area.endX - 1, 0))
    }
    #expect(surface.lines == ["  1  4"] && surface.direction == .rightToLeft)
  }

  @Test func bothDirectionsShowTheSameCells() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<200 {
      let area = Rect(Int.random(in: 0...9, using: &random), 0, Int.random(in: 0...9, using: &random), 1)
      var one = Surface(Size(12, 1))
      var other = surface(12)
      one.fill(area, with: "#")
      other.fill(area, with: "#")
      #expect(String(one.lines[0].reversed()) == other.lines[0])
    }
  }
}
