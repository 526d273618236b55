import MixEngine

/// The planned hits of the layers of a take. They are kept, so that an edit plans only the layers that it changes.
package struct LayerPlans: Sendable {
  private struct Plan: Sendable {
    var hits: HitColumns
    var patterns: [HitPattern]
    var gain: Float
    var knowsSamples: Bool
    var sequence: HitSequence
  }

  /// The plans by the numbers of their layers.
  private var plans: [Int: Plan] = [:]

  package init() {}

  /// Returns the sequence of the layers that sound.
  ///
  /// - Parameters:
  ///   - ids: of the layers that count.
  ///   - knowsSamples: false leaves the choice of samples to the pads: the kit is another.
  package mutating func sequence(
    of take: Take, layers ids: some RangeExpression<Int>, knowsSamples: Bool
  ) -> HitSequence {
    let before = plans
    plans = [:]
    var sequences: [HitSequence] = []
    for layer in take.layers where ids.contains(layer.id) && take.sounds(layer) && !layer.hits.isEmpty {
      let gain = layer.settings.gain.factor
      // Columns that were not changed are compared by their address.
      if let known = before[layer.id], known.gain == gain, known.knowsSamples == knowsSamples,
        known.hits == layer.hits, known.patterns == layer.settings.patterns
      {
        plans[layer.id] = known
        sequences.append(known.sequence)
        continue
      }
      let hits = layer.playedHits
      let sequence = HitSequence(
        (0..<hits.count).map { PlannedHit(hits[$0], gain: gain, knowsSamples: knowsSamples) })
      plans[layer.id] = Plan(
        hits: layer.hits, patterns: layer.settings.patterns, gain: gain, knowsSamples: knowsSamples,
        sequence: sequence)
      sequences.append(sequence)
    }
    return LayerPlans.merged(sequences[...])
  }

  /// Merges sequences, of which earlier ones come first on a frame.
  private static func merged(_ sequences: ArraySlice<HitSequence>) -> HitSequence {
    guard let first = sequences.first else { return HitSequence([]) }
    if sequences.count == 1 { return first }
    let middle = sequences.startIndex + sequences.count / 2
    return HitSequence(merging: merged(sequences[..<middle]), merged(sequences[middle...]))
  }
}
