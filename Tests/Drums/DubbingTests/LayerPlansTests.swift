import AudioBase
import SystemBase
import Testing

@testable import Dubbing
@testable import MixEngine

@Suite struct LayerPlansTests {
  /// The hits of sequences in the order in which the engine finds them.
  private func hits(_ sequences: [HitSequence]) -> [PlannedHit] {
    let lists = sequences.map { sequence in (0..<sequence.count).compactMap { sequence.table.hits?[$0] } }
    let all = lists.joined().enumerated().sorted {
      ($0.element.frame, $0.offset) < ($1.element.frame, $1.offset)
    }
    return all.map(\.element)
  }

  private func take(_ layers: Int, of count: Int) -> Take {
    var take = Sample.take()
    for layer in 0..<layers {
      take.addLayer(
        hits: HitColumns(
          (0..<count).map { TakeHit(frame: $0 * 9 % 300, pad: layer % 8 + 1, velocity: 90, sample: 0) }))
    }
    return take
  }

  @Test func sequenceIsThatOfAllHitsAfterEachEdit() {
    var random = SeededGenerator(seed: 3)
    var take = Sample.take()
    // Hits on the frames of others.
    take.addLayer(hits: take.layers[0].hits)
    var plans = LayerPlans()
    for step in 0..<200 {
      let layer = take.layers.randomElement(using: &random)?.id ?? 1
      switch Int.random(in: 0..<5, using: &random) {
      case 0: take.change(layer) { $0.isMuted.toggle() }
      case 1: take.change(layer) { $0.gain = Decibels(Double(step % 9)) }
      case 2: take.replaceHits(take.edits(moving: .everything, by: 7))
      case 3: take.undo()
      default:
        take.replaceHits([
          HitEdit(layer: layer, removed: take.layers[0].hits.hits(at: 0..<min(1, take.layers[0].hits.count)))
        ])
      }
      let sequences = plans.sequences(of: take, layers: 0..., knowsSamples: step % 2 == 0)
      let expected = HitSequence(TakeCompiler.hits(of: take, knowsSamples: step % 2 == 0))
      #expect(hits(sequences) == hits([expected]))
      let pads = take.layers.filter(take.sounds).flatMap(\.hits.pads)
      #expect(plans.pads == PadSet(pads))
    }
  }

  @Test func unchangedLayerIsNotPlannedAgain() throws {
    let take = Sample.take()
    var plans = LayerPlans()
    let first = try #require(plans.sequences(of: take, layers: 1...1, knowsSamples: true).first)
    #expect(plans.sequences(of: take, layers: 1...1, knowsSamples: true).first === first)
    #expect(plans.sequences(of: take, layers: 1...1, knowsSamples: false).first !== first)
  }

  @Test func editCopiesNoOtherLongLayerAndNoOtherGroupOfShortLayers() {
    var long = take(2, of: LayerPlans.mergedHits)
    var plans = LayerPlans()
    let before = plans.sequences(of: long, layers: 0..., knowsSamples: true)
    long.replaceHits([HitEdit(layer: long.layers[2].id, removed: long.layers[2].hits.hits(at: [7]))])
    let after = plans.sequences(of: long, layers: 0..., knowsSamples: true)
    #expect(before.count == 3 && after.count == 3)
    #expect(before[0] === after[0] && before[1] !== after[1] && before[2] === after[2])

    var short = take(200, of: 100)
    let groups = plans.sequences(of: short, layers: 0..., knowsSamples: true)
    #expect(groups.count == 5)
    short.change(short.layers[199].id) { $0.gain = Decibels(-6) }
    let changed = plans.sequences(of: short, layers: 0..., knowsSamples: true)
    #expect(zip(groups, changed).count { $0 === $1 } == 4)
    #expect(hits(changed) == hits([HitSequence(TakeCompiler.hits(of: short))]))
  }

  @Test func longLayerIsPlannedOnAnotherThreadAndPlaysAsBeforeMeanwhile() {
    let isReady = WakeSignal()
    let long = LongPlans { isReady.wake() }
    let most = LongPlans.mostAtOnce + 10
    var take = take(1, of: most)
    let layer = take.layers[take.layers.count - 1]
    let short = take.layers.dropLast().filter(take.sounds).reduce(0) { $0 + $1.hits.count }
    var plans = LayerPlans()
    func count() -> Int {
      plans.sequences(of: take, layers: 0..., knowsSamples: true, long: long).reduce(0) { $0 + $1.count }
    }
    #expect(count() == short && plans.awaitsHits)
    isReady.wait(milliseconds: nil)
    #expect(count() == short + most && !plans.awaitsHits)
    take.replaceHits([HitEdit(layer: layer.id, removed: layer.hits.hits(at: 0..<2))])
    #expect(count() == short + most && !plans.awaitsHits, "the former hits play on")
    isReady.wait(milliseconds: nil)
    #expect(count() == short + most - 2)
    take.undo()
    take.change(layer.id) { $0.gain = Decibels(-6) }
    #expect(count() == short + most - 2)
    isReady.wait(milliseconds: nil)
    let planned = hits(plans.sequences(of: take, layers: 0..., knowsSamples: true, long: long))
    #expect(planned == hits([HitSequence(TakeCompiler.hits(of: take))]))
    long.stop()
  }
}
