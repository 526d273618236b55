import TerminalKit
import Testing

@testable import Controls

@Suite struct PadTargetsTests {
  private let targets = PadTargets([Rect(0, 2, 10, 3), Rect(10, 2, 10, 3)])

  @Test func strikeInTheMiddleOfAPadIsLouderThanAtTheEdge() {
    #expect(targets.strike(at: Point(4, 2))?.pad == 1 && targets.strike(at: Point(15, 4))?.pad == 2)
    let velocities = (0..<10).compactMap { targets.strike(at: Point($0, 3))?.velocity }
    #expect(velocities == [40, 59, 79, 98, 117, 117, 98, 79, 59, 40])
  }

  @Test func pointsBesideThePadsStrikeNothing() {
    for point in [Point(0, 1), Point(5, 5), Point(20, 3), Point(-1, 3)] {
      #expect(targets.strike(at: point) == nil)
    }
    #expect(PadTargets().strike(at: Point(0, 0)) == nil)
  }
}
