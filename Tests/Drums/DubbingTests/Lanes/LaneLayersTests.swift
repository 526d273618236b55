import AudioBase
import Testing

@testable import Dubbing

/// What is heard of lanes of one value in several layers.
@Suite struct LaneLayersTests {
  private func lane(_ layer: Int?, _ points: [Int: Double], shape: Lane.Shape = .steps) -> Lane {
    Lane(Lane.ID("music/gain", layer: layer), points.map { Lane.Point($0.key, $0.value) }, shape: shape)
  }

  private func heard(_ lanes: [Lane]) -> [Int: Double] {
    // The gap is 12 frames.
    let lane = Lane.heard(lanes, rate: SampleRate(10))["music/gain"]
    return Dictionary(uniqueKeysWithValues: lane?.points.map { ($0.frame, $0.value) } ?? [])
  }

  @Test func laterLayerCountsWhereItsPointsFollowOneAnother() {
    let old = lane(nil, [0: 1, 10: 2, 20: 3, 30: 4, 60: 5, 90: 6])
    let new = lane(2, [15: -1, 25: -2, 31: 4, 80: -3])
    #expect(heard([new, old]) == [0: 1, 10: 2, 15: -1, 25: -2, 31: 4, 60: 5, 80: -3, 90: 6])
  }

  @Test func eachLayerIsHeardOverTheOnesBefore() {
    let lanes = [lane(1, [0: 1, 40: 2]), lane(2, [20: 3, 30: 4]), lane(3, [25: 5, 40: 6])]
    let merged: [Int: Double] = [0: 1, 20: 3, 25: 5, 30: 4, 40: 6, 52: 2]
    #expect(heard(lanes) == merged && heard(lanes.reversed()) == merged)
  }

  @Test func valueThatWasHeldAtTheEndOfARecordingGoesOnWithTheEarlierLane() {
    let held = lane(1, [20: 5, 30: 6])
    #expect(heard([lane(nil, [0: 1]), held]) == [0: 1, 20: 5, 30: 6, 42: 1])
    #expect(heard([lane(nil, [0: 1, 42: 2, 50: 3]), held]) == [0: 1, 20: 5, 30: 6, 42: 2, 50: 3])
    #expect(heard([lane(nil, [0: 1]), lane(1, [20: 5, 30: 1])]) == [0: 1, 20: 5, 30: 1], "it was released")
    #expect(heard([lane(nil, [50: 1]), held]) == [20: 5, 30: 6, 50: 1])
  }

  @Test func drawnLineBelowARecordedPassIsHeardWhereTheValueWasNotTouched() {
    let line = lane(1, [0: 0, 100: 100], shape: .lines)
    let pass = lane(2, [20: 7, 25: 8, 60: 9])
    #expect(
      heard([line, pass]) == [
        0: 0, 19: 19, 20: 7, 24: 7, 25: 8, 26: 26, 59: 59, 60: 9, 61: 61, 100: 100,
      ])
    #expect(
      heard([lane(1, [50: 1, 90: 2], shape: .lines), lane(2, [20: 7])]) == [20: 7, 49: 7, 50: 1, 90: 2])
  }

  @Test func drawnLineAboveARecordedPassIsHeardFromItsFirstPointToItsLast() {
    let line = lane(2, [20: 3, 80: 4], shape: .lines)
    #expect(
      heard([lane(1, [0: 1, 50: 5, 90: 2]), line]) == [0: 1, 19: 1, 20: 3, 80: 4, 81: 5, 89: 5, 90: 2])
    #expect(heard([lane(nil, [30: 1]), lane(1, [20: 3], shape: .lines)]) == [20: 3, 29: 3, 30: 1])
    #expect(
      heard([lane(1, [10: 1, 90: 9], shape: .lines), line]) == [10: 1, 19: 1.9, 20: 3, 80: 4, 81: 8.1, 90: 9])
  }

  @Test func layerAboveWinsWhereItsValueWasTouched() {
    var take = Take(id: "t", name: "take 1", track: nil, created: 0)
    take.rate = SampleRate(10)
    for _ in 0..<2 { take.addLayer() }
    take.setLanes([lane(1, [0: 1], shape: .lines), lane(2, [20: 7, 25: 8, 60: 9])])
    let below = Lane.ID("music/gain", layer: 1)
    func covering(_ frame: Int) -> Int? { take.layer(coveringLane: below, at: frame)?.id }
    #expect(
      [20, 22, 25, 60].allSatisfy { covering($0) == 2 } && [0, 19, 26, 61].allSatisfy { covering($0) == nil })
    #expect(take.layer(coveringLane: Lane.ID("music/gain", layer: 2), at: 20) == nil)
    take.change(2) { $0.isMuted = true }
    #expect(covering(20) == nil)
  }

  @Test func lanesOfOtherValuesAreApart() {
    let lanes = [lane(1, [0: 1]), Lane(Lane.ID("move/throw", layer: 1), [Lane.Point(5, 1)])]
    let heard = Lane.heard(lanes, rate: .standard)
    #expect(heard.keys.sorted() == ["move/throw", "music/gain"] && heard["move/throw"]?.frames == [5])
  }
}
