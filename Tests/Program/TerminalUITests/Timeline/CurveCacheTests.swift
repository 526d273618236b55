import Dubbing
import Testing

@testable import Application
@testable import TerminalUI

/// The curves of lanes, which are made again only if what they show has changed.
@MainActor @Suite struct CurveCacheTests {
  private let bench: TimelineBench
  private let ids = [Lane.ID("music/gain"), Lane.ID("pads/gain"), Lane.ID("x/y")]

  init() throws {
    bench = try TimelineBench([TimelineBench.played])
    let lanes = ids.map { Lane($0, [Lane.Point(0, -6), Lane.Point(96_000, -3)]) }
    bench.takes.list.edit { $0.setLanes(lanes) }
    bench.press(.timeline(.allLanes))
    _ = bench.shown(80, 24)
  }

  /// Returns how many curves the next drawing makes after a change.
  private func made(width: Int = 80, _ change: () -> Void = {}) -> Int {
    let before = bench.layer.curves.made
    change()
    _ = bench.shown(width, 24)
    return bench.layer.curves.made - before
  }

  @Test func cursorAndARedrawMakeNone() {
    #expect(bench.layer.curves.made == 3)
    #expect(made() == 0)
    let text = bench.shown(80, 24)
    #expect(made { bench.press(.timeline(.cursorBarForward)) } == 0)
    bench.press(.timeline(.cursorBarBack))
    #expect(bench.shown(80, 24) == text)
  }

  @Test func editMakesThatOfItsLane() {
    let before = bench.shown(80, 24)
    let edited = Lane(ids[1], [Lane.Point(0, -60)])
    #expect(made { bench.takes.list.edit { $0.setLanes([edited]) } } == 1)
    #expect(bench.shown(80, 24) != before)
  }

  @Test func selectionMakesThoseOfItsLanes() {
    #expect(made { bench.layer.points = PointSelection(ids[2], [96_000]) } == 1)
    #expect(made { bench.layer.points = PointSelection() } == 1)
  }

  @Test func anotherWidthMakesAll() {
    #expect(made(width: 100) == 3)
    #expect(made(width: 100) == 0)
  }

  @Test func lanesThatAreHiddenAreForgotten() {
    #expect(made { bench.press(.timeline(.allLanes)) } == 0)
    #expect(made { bench.press(.timeline(.allLanes)) } == 3)
  }
}
