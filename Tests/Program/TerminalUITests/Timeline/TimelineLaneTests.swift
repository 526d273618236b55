import Dubbing
import Testing

@testable import Application
@testable import TerminalUI

/// Lanes on the timeline. In the whole view of 80 columns, a column is a 66th of four bars: 5,818 frames.
@MainActor @Suite struct TimelineLaneTests {
  private let bench: TimelineBench
  private static let gain = Lane.ID("music/gain")

  init() throws {
    bench = try TimelineBench([TimelineBench.played])
    bench.layer.choose(TimelineLane(layer: 1, pad: 1))
    bench.layer.moveCursor(to: 0)
  }

  private var layer: TimelineLayer { bench.layer }
  private var points: [Lane.Point] { bench.take.lane(Self.gain).map { Array($0.points) } ?? [] }
  private func at(_ frame: Int, _ value: Double) -> Lane.Point { Lane.Point(frame, value) }
  private func text(_ value: Double) -> String {
    bench.application.scale(of: Lane(Self.gain)).text(value)
  }

  /// Gives the take a lane of the level of the music and shows it.
  private func show(_ points: [Lane.Point], shape: Lane.Shape = .steps) {
    bench.takes.list.edit { $0.setLanes([Lane(Self.gain, points, shape: shape)]) }
    bench.press(.timeline(.nextLane))
    _ = bench.shown(80, 24)
  }

  private func blocks(_ block: String, _ count: Int) -> String { String(repeating: block, count: count) }

  // MARK: What is shown

  @Test func laneIsDrawnInARowAndInABandBelowTheHits() {
    let before = bench.shown(80, 24)
    show([at(0, -60), at(96_000, -27), at(200_000, 6)])
    #expect(layer.curve?.id == Self.gain)
    let lines = bench.shown(80, 24).split(separator: "\n").map(String.init)
    let row = "│music/gain  " + blocks("▁", 16) + blocks("▄", 18) + blocks("█", 32) + "│"
    let place = lines.firstIndex(of: row) ?? 0
    #expect(place == 5, "below the hits")
    func name(_ text: String) -> String { text + blocks(" ", 12 - text.count) }
    let top = "│" + name(text(6)) + blocks(" ", 34) + blocks("█", 32) + "│"
    let middle = "│" + name("") + blocks(" ", 16) + blocks("█", 50) + "│"
    let bottom = "│" + name(text(-60)) + blocks("▁", 16) + blocks("█", 50) + "│"
    #expect(lines.count > 11 && lines[6] == top && lines[9] == middle && lines[11] == bottom)
    #expect(lines.contains { $0.hasPrefix("│bar 1 beat 1 · 00:00 · music/gain · point \(text(-60))") })
    bench.press(.timeline(.nextLane))
    #expect(layer.shownLanes == .none && layer.curve == nil)
    #expect(bench.shown(80, 24) == before)
  }

  @Test func valuesBetweenPointsOfLinesAreDrawnEvenly() {
    show([at(0, -60), at(383_999, 6)], shape: .lines)
    let text = bench.shown(80, 24)
    #expect(text.contains("▁▂") && text.contains("▂▃") && text.contains("▇█"))
  }

  @Test func valuesOfPointsAreShownAtTheirSteps() {
    show([at(0, -60), at(12_300, -27.4), at(24_000, 6)])
    bench.press(.timeline(.steps))
    let text = bench.shown(80, 24)
    // Steps are at the columns 0, 4, 8, 12 and 16 of 66.
    #expect(text.contains("│music/gain  −60 ·   −27 ·   6.0 ·"))
    #expect(text.contains("▁▁▁▁▁▁▁▁██"), "the band has the curve")
  }

  @Test func oneLaneIsShownAfterTheOtherOrAllOfThem() throws {
    let pads = Lane(Lane.ID("pads/gain", layer: 1), [at(0, -6)])
    let unknown = Lane(Lane.ID("x/y"), [at(0, 3)])
    bench.takes.list.edit { $0.setLanes([Lane(Self.gain, [at(0, 0)]), pads, unknown]) }
    var shown: [Lane.ID?] = []
    for _ in 0..<4 {
      bench.press(.timeline(.nextLane))
      shown.append(layer.curve?.id)
    }
    #expect(shown == [Self.gain, unknown.id, pads.id, nil])
    bench.press(.timeline(.allLanes))
    #expect(layer.lanes.suffix(3).map(\.curve) == [Self.gain, unknown.id, pads.id])
    #expect(bench.shown(80, 24).contains("x/y"))
    bench.press(.move(.down), .move(.down))
    #expect(layer.selectedRow?.row.hasPrefix("lane pads/gain of layer 1, bar 1") == true)
    bench.press(.timeline(.allLanes))
    #expect(layer.shownLanes == .none && layer.layer?.id == 1)
    bench.press(try Command.parse("lane x/y"))
    #expect(layer.curve == unknown)
    bench.press(try Command.parse("lane all"))
    #expect(layer.shownLanes == .all)
    bench.press(try Command.parse("lane off"))
    #expect(layer.shownLanes == .none)
    bench.press(try Command.parse("lane y/z"))
    #expect(bench.application.state.notices.last == .mixer(.badAddress(.unknown("y/z", known: []))))
  }

  @Test func plainModeNamesLanesAndPoints() throws {
    bench.takes.list.edit { $0.setLanes([Lane(Self.gain, [at(0, -60), at(192_000, 6)])]) }
    bench.press(.program(.cancel))
    let plain = PlainBench(bench.session, of: bench)
    _ = plain.press(.take(.timeline))
    #expect(
      plain.press(.timeline(.nextLane)) == ["lane music/gain, 00:00, point \(text(-60)), on the step"])
    #expect(
      plain.press(.timeline(.nextHit)) == ["bar 3 beat 1 step 1, 00:04, point \(text(6)), on the step"])
    #expect(
      plain.press(.timeline(.velocityDown)) == ["bar 3 beat 1 step 1, 00:04, point \(text(5)), on the step"])
    #expect(
      plain.press(.timeline(.cursorBarBack)) == ["bar 2 beat 1 step 1, 00:02, no point, \(text(-60))"])
    #expect(
      plain.press(.timeline(.laneShape)) == ["lane music/gain with lines, 00:02, no point, \(text(-27.5))"])
    #expect(
      plain.press(try Command.parse("point -6")) == [
        "bar 2 beat 1 step 1, 00:02, point \(text(-6)), on the step"
      ])
    let bad = plain.press(try Command.parse("point loud")).last ?? ""
    #expect(bad.hasSuffix("loud is no value of the lane: type \(text(-60)) to \(text(6))"))
  }

  // MARK: Points

  @Test func pointIsSetChangedMovedAndDeletedByKeysEachAsOneUndo() throws {
    bench.press(try Command.parse("lane music/gain"))
    #expect(layer.curve?.isEmpty == true, "it begins with the first point")
    layer.moveCursor(to: 12_000)
    bench.press(.timeline(.setHit))
    #expect(points == [at(12_000, 0)])
    bench.press(.timeline(.velocityDown), .timeline(.velocityDown), .timeline(.velocityUp))
    #expect(points == [at(12_000, -1)])
    bench.press(.timeline(.stepLater), .timeline(.nudgeEarlier))
    #expect(points == [at(17_952, -1)] && layer.cursor == 17_952)
    bench.press(try Command.parse("point 50%"))
    #expect(points == [at(17_952, -27)])
    bench.press(.timeline(.deleteHits))
    #expect(points.isEmpty && layer.curve?.id == Self.gain)
    bench.press(.program(.undo))
    #expect(points == [at(17_952, -27)])
    bench.press(.program(.undo), .program(.undo))
    #expect(points == [at(18_000, -1)])
    for _ in 0..<5 { bench.press(.program(.undo)) }
    #expect(bench.take.lanes.isEmpty && bench.frames() == TimelineBench.played.map(\.frame))
  }

  @Test func cursorGoesFromPointToPointAndSetHitRemovesOne() {
    show([at(0, -60), at(96_000, -27), at(200_000, 6)])
    bench.press(.timeline(.nextHit), .timeline(.nextHit))
    #expect(layer.cursor == 200_000)
    bench.press(.timeline(.nextHit))
    #expect(layer.cursor == 200_000)
    #expect(
      bench.application.state.notices.last == .take(.timeline(.lane(.noNeighbour(forward: true)))))
    bench.press(.timeline(.previousHit), .timeline(.setHit))
    #expect(points == [at(0, -60), at(200_000, 6)])
    bench.press(.timeline(.setHit))
    #expect(points == [at(0, -60), at(96_000, -60), at(200_000, 6)], "as the lane was there")
  }

  @Test func hitsAndPointsOfBarsAreCopiedTogetherAsOneUndo() {
    show([at(0, -60), at(24_000, -30), at(200_000, 0)])
    layer.choose(TimelineLane(layer: 1, pad: 1))
    layer.moveCursor(to: 0)
    bench.press(.timeline(.selectRange), .move(.down), .move(.down))
    layer.moveCursor(to: 84_000)
    bench.press(.timeline(.selectRange))
    #expect(layer.selection.count == 4 && layer.points.count == 2)
    bench.press(.timeline(.copy))
    #expect(bench.application.state.notices.last == .take(.timeline(.copied(4, points: 2))))
    bench.press(.program(.cancel))
    #expect(layer.points.isEmpty && layer.selection.isEmpty)
    layer.moveCursor(to: 192_000)
    bench.press(.timeline(.paste))
    #expect(
      points == [at(0, -60), at(24_000, -30), at(192_000, -60), at(216_000, -30)],
      "copied points replace those between them")
    #expect(bench.take.hitCount == 20 && layer.points.count == 2 && layer.selection.count == 4)
    bench.press(.timeline(.stepLater))
    #expect(points.suffix(2) == [at(198_000, -60), at(222_000, -30)] && layer.points.count == 2)
    bench.press(.program(.undo), .program(.undo))
    #expect(points == [at(0, -60), at(24_000, -30), at(200_000, 0)] && bench.take.hitCount == 16)
  }

  @Test func copiedPointsArePastedIntoAnotherLane() throws {
    show([at(0, -60), at(6_000, -27)])
    bench.press(.timeline(.selectPad), .timeline(.copy), .program(.cancel))
    bench.press(try Command.parse("lane pads/gain"))
    layer.moveCursor(to: 96_000)
    bench.press(.timeline(.paste))
    #expect(
      bench.take.lane(Lane.ID("pads/gain")).map { Array($0.points) } == [at(96_000, -60), at(102_000, -27)])
  }

  @Test func laneIsThinnedToAPartOfItsRange() throws {
    let all = [at(0, -60), at(6_000, -59.9), at(12_000, -30), at(18_000, -30.2)]
    show(all)
    bench.press(.timeline(.thin))
    #expect(points == [all[0], all[2]])
    #expect(bench.application.state.notices.last == .take(.timeline(.lane(.thinned(2, of: 4)))))
    bench.press(.program(.undo))
    #expect(points == all)
    bench.press(try Command.parse("thin 50%"))
    #expect(points == [all[0]])
    bench.press(.program(.undo))
    layer.moveCursor(to: 18_000)
    bench.press(.timeline(.selectHit), .timeline(.thin))
    #expect(points == Array(all.prefix(3)), "only selected ones are removed")
  }

  @Test func pointsAreQuantisedAloneOrWithTheHits() {
    show([at(100, -1), at(6_300, -2)])
    bench.press(.timeline(.quantise))
    #expect(points == [at(0, -1), at(6_000, -2)] && bench.frames()[5] == 120_576)
    #expect(
      bench.application.state.notices.last == .take(.timeline(.lane(.quantised(hits: 0, points: 2)))))
    bench.press(.program(.undo), .timeline(.selectAll))
    #expect(layer.selection.count == 16 && layer.points.count == 2)
    bench.press(.timeline(.quantise))
    #expect(points == [at(0, -1), at(6_000, -2)] && bench.frames()[5] == 120_000)
    #expect(layer.points.count == 2, "they stay selected")
    bench.press(.program(.undo))
    #expect(points == [at(100, -1), at(6_300, -2)] && bench.frames()[5] == 120_576)
  }

  // MARK: The mouse

  @Test func mouseDragsPointsInTheRowAndInTheBand() {
    show([at(0, -60), at(96_000, -27), at(200_000, 6)])
    let moved = 96_000 + Int((4 * layer.viewport.framesPerColumn).rounded())
    bench.drag(from: (2, 16), to: (2, 20))
    #expect(points == [at(0, -60), at(moved, -27), at(200_000, 6)] && layer.points.count == 1)
    let frame = layer.viewport.frame(ofColumn: 50)
    bench.dragBand(from: (0, 50), to: (0, 50))
    #expect(points.last == at(frame, 6), "it is set with the value of the row")
    bench.dragBand(from: (0, 50), to: (5, 50))
    #expect(points.last == at(frame, -60))
    bench.press(.program(.undo), .program(.undo), .program(.undo))
    #expect(points == [at(0, -60), at(96_000, -27), at(200_000, 6)])
  }

  @Test func mouseSelectsPointsWithHitsAndSetsThemOnSteps() {
    show([at(0, -60), at(96_000, -27), at(200_000, 6)])
    bench.drag(from: (0, 3), to: (2, 18))
    #expect(layer.points == PointSelection(Self.gain, [96_000]))
    #expect(layer.selection.count == 4)
    bench.press(.program(.cancel), .move(.start), .timeline(.steps))
    _ = bench.shown(80, 24)
    let row = layer.lanes.count - 1
    let column = layer.viewport.column(of: 6_000) + 1
    bench.drag(from: (row, column), to: (row, column))
    #expect(points.prefix(2) == [at(0, -60), at(6_000, -60)] && bench.take.hitCount == 16)
    bench.drag(.right, from: (row, column), to: (row, column))
    #expect(points == [at(0, -60), at(96_000, -27), at(200_000, 6)])
    bench.drag(.right, from: (row, column), to: (row, column))
    #expect(points.count == 3, "there is none")
  }
}
