import SystemBase
import Testing

@testable import Dubbing

@Suite struct LaneEditTests {
  private let gain = Lane.ID("music/gain")

  private func lane(_ id: Lane.ID, _ points: [Int: Double], shape: Lane.Shape = .steps) -> Lane {
    Lane(id, points.map { Lane.Point($0.key, $0.value) }, shape: shape)
  }

  @Test func editHoldsOnlyThePointsThatDifferAndWhatIsBetweenThem() throws {
    let old = lane(gain, [0: 1, 10: 2, 20: 3, 30: 4, 40: 5])
    let new = lane(gain, [0: 1, 10: 2.5, 20: 3, 35: 4, 40: 5])
    let edit = try #require(LaneEdit(from: old, to: new))
    #expect(edit.removed == lane(gain, [10: 2, 20: 3, 30: 4]))
    #expect(edit.inserted == lane(gain, [10: 2.5, 20: 3, 35: 4]))
    var changed = old
    changed.apply(edit)
    #expect(changed == new)
    changed.apply(edit.inverse)
    #expect(changed == old)
    #expect(LaneEdit(from: old, to: old) == nil && LaneEdit(from: nil, to: Lane(gain)) == nil)
  }

  @Test func pointsThatTheEditDoesNotKnowAreKept() throws {
    let edit = try #require(
      LaneEdit(from: lane(gain, [10: 1, 30: 2]), to: lane(gain, [10: 3, 20: 4, 30: 5])))
    var other = lane(gain, [5: 9, 10: 1, 15: 8, 30: 2, 40: 7])
    other.apply(edit)
    #expect(other == lane(gain, [5: 9, 10: 3, 15: 8, 20: 4, 30: 5, 40: 7]))
    other.apply(edit.inverse)
    #expect(other == lane(gain, [5: 9, 10: 1, 15: 8, 30: 2, 40: 7]))
  }

  @Test func lanesStandInTheOrderOfTheirIdentitiesAndAnEmptyOneIsRemoved() {
    var take = Sample.take()
    let throwing = Lane.ID("move/throw", layer: 2)
    take.setLanes([
      lane(throwing, [5: 1]), lane(gain, [1: -6]), lane(Lane.ID("pads/gain"), [2: 0]), lane(gain, [1: -3]),
    ])
    #expect(take.lanes.map(\.id) == [gain, Lane.ID("pads/gain"), throwing])
    #expect(take.lane(gain) == lane(gain, [1: -3]))
    take.setLanes([Lane(gain)], removed: [Lane.ID("pads/gain")])
    #expect(take.lanes.map(\.id) == [throwing])
    take.undo()
    #expect(take.lanes.count == 3 && take.lane(gain) == lane(gain, [1: -3]))
    take.undo()
    #expect(take.lanes.isEmpty)
  }

  @Test func whatNoFileHasIsLeftOut() {
    var take = Sample.take()
    let count = take.history.edits.undoSteps.count
    let isSet = take.setLanes([lane(Lane.ID("music/gain", layer: 9), [1: 1])])
    #expect(isSet && take.lanes.isEmpty && take.history.edits.undoSteps.count == count)
    take.setLanes([lane(gain, [-1: 1, 0: 2, 1 << 52: 3, (1 << 52) + 1: 4])])
    #expect(take.lane(gain) == lane(gain, [0: 2, 1 << 52: 3]))
  }

  @Test func lanesOfALayerGoAndComeWithIt() {
    var take = Sample.take()
    let id = Lane.ID("move/throw", layer: 2)
    take.setLanes([lane(id, [5: 1, 9: 0]), lane(gain, [1: -6])])
    let states = [take.lanes]
    take.deleteLayer(2)
    #expect(take.lanes.map(\.id) == [gain] && take.history.lanes.map(\.id) == [id])
    take.undo()
    #expect(take.lanes == states[0] && take.history.lanes.isEmpty)
    let copy = take.duplicateLayer(2)
    #expect(take.lanes.last == lane(Lane.ID("move/throw", layer: copy), [5: 1, 9: 0]))
    take.undo()
    #expect(take.lanes == states[0] && take.history.lanes.count == 1)
    // What only a redo could restore is dropped.
    take.rename(to: "x")
    #expect(take.history.lanes.isEmpty && take.lanes == states[0])
  }

  @Test func hitsAndLanesAreOneEdit() {
    var take = Sample.take()
    let before = take
    let hits = take.layers[0].hits
    take.replaceHits([HitEdit(layer: 1, removed: hits.hits(at: [0]))], lanes: [lane(gain, [4: 1])])
    #expect(take.layers[0].hits.count == hits.count - 1 && take.lanes.count == 1)
    take.undo()
    #expect(take.layers == before.layers && take.lanes.isEmpty)
  }

  @Test(arguments: 1...20) func undoRestoresLanesThroughAllEdits(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var take = Sample.take()
    var states = [take]
    for _ in 0..<60 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: take.duplicateLayer(take.layers.randomElement(using: &random)?.id ?? 1)
      case 1: take.deleteLayer(take.layers.randomElement(using: &random)?.id ?? 1)
      default: take.setLanes((0..<2).map { _ in Sample.lane(of: take, &random) })
      }
      if take.lanes != states.last?.lanes || take.layers != states.last?.layers { states.append(take) }
      #expect(take.lanes.map(\.id) == take.lanes.map(\.id).sorted())
      #expect(take.lanes.allSatisfy { !$0.isEmpty })
    }
    for state in states.dropLast().reversed() {
      #expect(take.undo() != nil)
      #expect(take.lanes == state.lanes && take.layers == state.layers)
    }
    for state in states.dropFirst() {
      take.redo()
      #expect(take.lanes == state.lanes && take.layers == state.layers)
    }
  }
}

extension Sample {
  /// A lane of a take or of one of its layers with up to 12 points; where there is one already, a part of it is changed.
  static func lane(of take: Take, _ random: inout SeededGenerator) -> Lane {
    let layers = [nil] + take.layers.map { $0.id as Int? }
    let id = Lane.ID(
      ["music/gain", "music/delay/feedback", "move/throw"].randomElement(using: &random) ?? "",
      layer: layers.randomElement(using: &random) ?? nil)
    let known = take.lane(id).map { Array($0.points) } ?? []
    let new = (0..<Int.random(in: 0...6, using: &random)).map { _ in
      Lane.Point(.random(in: 0...30, using: &random), .random(in: -1...1, using: &random))
    }
    let kept = known.filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
    return Lane(id, kept + new, shape: Bool.random(using: &random) ? .steps : .lines)
  }
}
