import AudioBase
import Dubbing
import Observation
import Studio
import Synchronization
import SystemBase
import TestSupport
import Testing

@testable import Application

/// What is heard of the lanes of a take after an edit, and what is drawn again after it is saved.
@MainActor @Suite struct LanePlanTests {
  private func lane(_ address: String, _ points: KeyValuePairs<Int, Double>) -> Lane {
    Lane(Lane.ID(address), points.map { Lane.Point($0.key, $0.value) })
  }

  private func take() -> Take {
    var take = Take(id: "20260501-120000-3f9c", name: "take 1", track: nil, created: 0)
    take.ownMixer = TakeMixer(MixGraph(), nil)
    take.setLanes([lane("pad 1/gain", [10: -3, 20: -6]), lane("pad 2/gain", [10: -3])])
    return take
  }

  private func plan(_ take: Take, after former: LanePlan? = nil) -> LanePlan {
    LanePlan(
      lanes: take.lanes, patterns: [:], mixer: take.ownMixer, revision: 0, number: 0,
      heard: LanePlan.heard(take.lanes, of: take, with: take.ownMixer, after: former),
      compiled: CompiledLanes(), values: [:],
      initial: [:], strips: [], courses: [], songParts: nil, unknown: [])
  }

  /// The place of the frames of what is heard of an address in memory.
  private func memory(_ plan: LanePlan, _ address: String) -> UnsafePointer<Int>? {
    plan.heard[address]?.course.frames.withUnsafeBufferPointer { $0.baseAddress }
  }

  @Test func lanesThatAnEditLeavesAreNotMadeAgain() {
    var take = take()
    let before = plan(take)
    #expect(before.heard["pad 2/gain"]?.course == lane("pad 2/gain", [0: 0, 10: -3]))
    take.setLanes([lane("pad 1/gain", [10: -4])])
    let after = plan(take, after: before)
    #expect(after.heard["pad 1/gain"]?.course == lane("pad 1/gain", [0: 0, 10: -4]))
    #expect(memory(after, "pad 2/gain") == memory(before, "pad 2/gain"))
    #expect(memory(plan(take), "pad 2/gain") != memory(before, "pad 2/gain"), "a new plan makes them")
  }

  @Test func valuesOfAnotherMixerOfTheTakeBeginItsLanes() {
    var take = take()
    let before = plan(take)
    var graph = MixGraph()
    graph[.pad(1)].gain = Decibels(-2)
    take.ownMixer = TakeMixer(graph, nil)
    let after = plan(take, after: before)
    #expect(after.heard["pad 1/gain"]?.course == lane("pad 1/gain", [0: -2, 10: -3, 20: -6]))
    #expect(memory(after, "pad 2/gain") == memory(before, "pad 2/gain"))
  }

  @Test func lanesOfAnotherLayerAreHeardOfTheSameAddress() {
    var take = take()
    let before = plan(take)
    let id = take.addLayer()
    take.setLanes([Lane(Lane.ID("pad 2/gain", layer: id), [Lane.Point(100, -9)])])
    let after = plan(take, after: before)
    #expect(after.heard["pad 2/gain"]?.lanes.count == 2)
    #expect(after.heard["pad 2/gain"]?.course.values.contains(-9) == true)
    #expect(memory(after, "pad 1/gain") == memory(before, "pad 1/gain"))
  }

  private final class Changes: Sendable { let count = Atomic(0) }

  @Test func takeThatIsSavedAsBeforeIsNotDrawnAgain() throws {
    let bench = try TakeBench([("a", Ramp.frames(9_000))])
    let (list, take, changes) = (bench.controller.list, take(), Changes())
    list.notSaved[take.id] = UnsavedTake(take, FileError(.noSpace, "/takes"), isOnDisk: false)
    list.receive(.saved(take))
    #expect(list.unsaved.isEmpty && bench.notices.contains(.storage(.savedLater)))
    withObservationTracking {
      _ = list.unsaved
    } onChange: {
      changes.count.add(1, ordering: .relaxed)
    }
    list.receive(.saved(take))
    #expect(changes.count.load(ordering: .relaxed) == 0)
    bench.close()
  }
}
