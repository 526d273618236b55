import AudioBase
import SystemBase
import TestSupport
import Testing

@testable import Dubbing
@testable import MixEngine

@Suite struct LayerPlansTests {
  /// The hits of a sequence in their order.
  private func hits(_ sequence: HitSequence) -> [PlannedHit] {
    (0..<sequence.count).compactMap { sequence.table.hits?[$0] }
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
      let sequence = plans.sequence(of: take, layers: 0..., knowsSamples: step % 2 == 0)
      #expect(hits(sequence) == hits(HitSequence(TakeCompiler.hits(of: take, knowsSamples: step % 2 == 0))))
    }
  }

  @Test func unchangedLayerIsNotPlannedAgain() {
    let take = Sample.take()
    var plans = LayerPlans()
    let first = plans.sequence(of: take, layers: 1...1, knowsSamples: true)
    #expect(plans.sequence(of: take, layers: 1...1, knowsSamples: true) === first)
    #expect(plans.sequence(of: take, layers: 1...1, knowsSamples: false) !== first)
  }
}
