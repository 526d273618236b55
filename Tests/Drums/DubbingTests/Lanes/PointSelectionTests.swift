import AudioBase
import Testing

@testable import Dubbing

@Suite struct PointSelectionTests {
  private let beats = BeatGrid(bpm: 120, rate: SampleRate(48_000))
  private let id = Lane.ID("music/gain")

  private func lane(_ points: [(Int, Double)], _ shape: Lane.Shape = .steps) -> Lane {
    Lane(id, points.map { Lane.Point($0.0, $0.1) }, shape: shape)
  }

  private func take(_ lanes: Lane...) -> Take {
    var take = Take(id: "a", name: "a", track: nil, created: 0)
    take.setLanes(lanes)
    return take
  }

  @Test func pointsAreRemovedAddedAndReplacedInOrder() {
    let old = lane([(0, 1), (10, 2), (20, 3), (30, 4)])
    let new = old.replacing([1, 3], with: [Lane.Point(40, 7), Lane.Point(20, 9), Lane.Point(5, 8)])
    #expect(new == lane([(0, 1), (5, 8), (20, 9), (40, 7)]))
    #expect(old.replacing(0..<4, with: []).isEmpty && old.replacing([], with: []) == old)
    #expect(old.replacing([], with: [Lane.Point(10, .nan)]) == old)
  }

  @Test func pointsThatHardlyChangeTheValueAreThinned() {
    let steps = lane([(0, 0), (10, 0.4), (20, 0.9), (30, 1), (40, 5)])
    #expect(steps.thinned(to: 0.5).frames == [0, 20, 40])
    #expect(steps.thinned(to: 0.5, places: [1]).frames == [0, 20, 30, 40])
    #expect(lane([]).thinned(to: 1).isEmpty)
  }

  @Test func pointsOnALineAreThinned() {
    let lines = lane([(0, 0), (10, 1), (20, 2), (30, 3), (40, 0)], .lines)
    #expect(lines.thinned(to: 0.01).frames == [0, 30, 40])
    #expect(lines.thinned(to: 0.01, places: [1]).frames == [0, 20, 30, 40])
  }

  @Test(arguments: Lane.Shape.allCases) func thinnedLaneDiffersByLessThanTheTolerance(shape: Lane.Shape) {
    var (state, value) = (UInt64(7), 0.0)
    let points = (0..<2_000).map { place in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      value += Double(state >> 40) / 16_777_216 - 0.5
      return Lane.Point(place * 100 + Int(state >> 60), value)
    }
    let lane = Lane(id, points, shape: shape)
    let thinned = lane.thinned(to: 0.8)
    #expect(thinned.count < 1_500)
    for point in lane.points {
      let error = abs((thinned.value(at: point.frame) ?? .infinity) - point.value)
      #expect(error <= 0.8 + 1e-9, "\(point.frame)")
    }
  }

  @Test func movedPointsReplaceThoseAtTheirNewFrames() {
    let take = take(lane([(0, 1), (100, 2), (200, 3)]))
    let selection = PointSelection(id, [100, 7])
    #expect(selection.existing(in: take) == PointSelection(id, [100]))
    let (lanes, moved) = take.lanes(moving: selection, by: 100)
    #expect(lanes == [lane([(0, 1), (200, 2)])] && moved == PointSelection(id, [200]))
    #expect(take.distance(moving: HitSelection(), PointSelection(id, [100, 200]), by: -500) == -100)
    #expect(take.lanes(deleting: selection) == [lane([(0, 1), (200, 3)])])
    #expect(take.lanes(of: selection) { $1 * 10 } == [lane([(0, 1), (100, 20), (200, 3)])])
  }

  @Test func copiedPointsReplaceThoseBetweenThem() throws {
    var take = take(lane([(0, 1), (100, 2), (24_000, 3), (24_050, 4), (24_200, 5)]))
    let clip = try #require(take.clip(of: HitSelection(), PointSelection(id, [0, 100])))
    #expect(clip.start == 0 && clip.pointCount == 2 && clip.count == 0)
    #expect(
      take.lanes(pasting: clip, at: 24_000) == [
        lane([(0, 1), (100, 2), (24_000, 1), (24_100, 2), (24_200, 5)])
      ])
    var other = clip
    other.lanes[0] = Lane(Lane.ID("pads/pan", layer: 9), clip.lanes[0].points)
    #expect(
      take.lanes(pasting: other, at: 50) == [Lane(Lane.ID("pads/pan"), [.init(50, 1), .init(150, 2)])])
    // Two copies, each a beat later.
    let repeated = take.lanes(repeating: clip, times: 2, on: beats)
    #expect(
      repeated == [
        lane([(0, 1), (100, 2), (24_000, 1), (24_100, 2), (24_200, 5), (48_000, 1), (48_100, 2)])
      ])
    take.setLanes(repeated)
    take.undo()
    #expect(take.lanes[0].count == 5)
  }

  @Test func pointsMoveToTheStepsOfTheGrid() throws {
    let take = take(lane([(100, 1), (6_050, 2), (11_900, 3), (12_010, 4)]))
    let all = PointSelection(id, take.lanes[0].frames)
    #expect(
      take.lanes(quantising: all, Quantise(.sixteenth), on: beats) == [
        lane([(0, 1), (6_000, 2), (12_000, 4)])
      ])
    let half = try #require(Quantise("1/16 50% window 2"))
    #expect(
      take.lanes(quantising: all, half, on: beats) == [
        lane([(100, 1), (6_025, 2), (11_900, 3), (12_005, 4)])
      ])
  }
}
