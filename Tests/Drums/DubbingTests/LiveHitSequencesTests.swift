import Dubbing
import MixEngine
import Testing

/// The sequences of hits that are being recorded.
@Suite struct LiveHitSequencesTests {
  private func hits(_ count: Int) -> [PlannedHit] {
    let hits = Sample.hits(count, seed: 3)
    return (0..<count).map { PlannedHit(hits[$0], gain: 1, knowsSamples: true) }
  }

  private func take(_ count: Int) -> Take {
    var take = Take(id: "a", name: "a", track: nil, created: 0)
    take.addLayer(hits: Sample.hits(count, seed: 4))
    return take
  }

  /// The number of hits of sequences that another state did not have.
  private func copied(_ sequence: LiveHitSequences, since before: [HitSequence]) -> Int {
    sequence.sequences.reduce(0) { sum, sequence in
      sum + (before.contains { $0 === sequence } ? 0 : sequence.count)
    }
  }

  @Test func addedHitCopiesFewOtherHits() {
    var sequence = LiveHitSequences(take(100_000), layers: 1...)
    var work = 0
    for (index, hit) in hits(500).enumerated() {
      let before = sequence.sequences
      sequence.add(hit, layer: 2, id: index)
      work += copied(sequence, since: before)
    }
    // Each hit is copied once for each doubling, and the last hits of the pads are planned again.
    #expect(work < 500 * (9 + 128) && sequence.sequences.count <= 12)
    #expect(sequence.sequences.reduce(0) { $0 + $1.count } == 100_500)
  }

  @Test func manyHitsMakeFewPlans() {
    var sequence = LiveHitSequences(take(0), layers: 1...)
    for (index, hit) in hits(3_000).enumerated() { sequence.add(hit, layer: 1, id: index) }
    #expect(sequence.sequences.count <= 13 && sequence.sequences.reduce(0) { $0 + $1.count } == 3_000)
  }

  @Test func aLengthIsSetForTheLastHitOfAPadAlone() {
    var sequence = LiveHitSequences(take(0), layers: 1...)
    sequence.add(PlannedHit(frame: 10, pad: 1), layer: 1, id: 0)
    sequence.add(PlannedHit(frame: 20, pad: 2), layer: 1, id: 1)
    let first = sequence.setLength(5, ofHit: 0, layer: 1)
    sequence.add(PlannedHit(frame: 30, pad: 1), layer: 1, id: 2)
    let (former, latest) = (
      sequence.setLength(5, ofHit: 0, layer: 1), sequence.setLength(7, ofHit: 2, layer: 1)
    )
    #expect(first && !former && latest)
  }
}
