import SystemBase
import Testing

@testable import TerminalKit

@Suite struct LayoutTests {
  @Test func splitDividesByFixedMinimumAndSharedParts() {
    let ranges = Layout.split(100, [.fixed(10), .minimum(20), .flexible(share: 3)])
    #expect(ranges == [0..<10, 10..<47, 47..<100])
  }

  @Test func splitLeavesGapsBetweenParts() {
    #expect(Layout.split(11, [.flexible(), .flexible(), .flexible()], gap: 1) == [0..<3, 4..<7, 8..<11])
  }

  @Test func firstPartsGetTheirRoomFirstWhereRoomIsShort() {
    #expect(Layout.split(12, [.fixed(10), .fixed(10), .flexible()]) == [0..<10, 10..<12, 12..<12])
  }

  @Test func partsOfASplitNeverOverlapOrOverflow() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<3_000 {
      let length = Int.random(in: 0...60, using: &random)
      let parts: [Layout.Part] = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        switch Int.random(in: 0...2, using: &random) {
        case 0: .fixed(Int.random(in: -2...30, using: &random))
        case 1:
          .minimum(
            Int.random(in: -2...30, using: &random), share: Int.random(in: -1...3, using: &random))
        default: .flexible(share: Int.random(in: 0...3, using: &random))
        }
      }
      var end = 0
      for range in Layout.split(length, parts, gap: Int.random(in: -1...3, using: &random)) {
        #expect(range.lowerBound >= end && range.upperBound <= length)
        end = range.upperBound
      }
    }
  }

  @Test func rowsAndColumnsStayInTheirBlock() {
    let area = Rect(3, 4, 20, 9)
    #expect(area.rows([.fixed(2), .flexible()]) == [Rect(3, 4, 20, 2), Rect(3, 6, 20, 7)])
    #expect(area.columns([.flexible(), .fixed(5)], gap: 1) == [Rect(3, 4, 14, 9), Rect(18, 4, 5, 9)])
  }
}
