import MixEngine

/// The sequences of the hits that are being recorded, for the engine. Those of equal size are merged, as in a binary
/// counter, so that a hit is copied once for each time that the number of hits doubles, and n hits are in log n sequences. The
/// last hit of each pad is kept apart, since its length may still become known.
package struct LiveHitSequences: Sendable {
  private struct OpenHit: Sendable {
    var hit: PlannedHit
    var layer: Int
    var id: Int
  }

  /// The complete sequences in descending order of their sizes.
  private var closed: [HitSequence] = []
  /// The last hit of each pad and note, by `PlannedHit.number`.
  private var open: [Int: OpenHit] = [:]
  package private(set) var sequences: [HitSequence] = []

  /// Creates the sequence of what is recorded so far. `ids` are those of the layers that count.
  package init(
    _ take: Take, layers ids: some RangeExpression<Int>, knowsSamples: Bool = true
  ) {
    var hits: [PlannedHit] = []
    for layer in take.layers where ids.contains(layer.id) && take.sounds(layer) {
      let gain = layer.settings.gain.factor
      for (id, hit) in zip(layer.hits.ids, layer.hits) {
        let hit = PlannedHit(hit, gain: gain, knowsSamples: knowsSamples)
        let before = open.updateValue(OpenHit(hit: hit, layer: layer.id, id: id), forKey: hit.number)
        if let before { hits.append(before.hit) }
      }
    }
    if !hits.isEmpty { closed = [HitSequence(hits)] }
    update()
  }

  /// Adds a hit of a layer. `id` is the number of the hit in the layer.
  package mutating func add(_ hit: PlannedHit, layer: Int, id: Int) {
    if let before = open.updateValue(OpenHit(hit: hit, layer: layer, id: id), forKey: hit.number) {
      closed.append(HitSequence([before.hit]))
      while let last = closed.last, closed.count > 1, closed[closed.count - 2].count <= last.count {
        closed.removeLast()
        closed[closed.count - 1] = HitSequence(merging: closed[closed.count - 1], last)
      }
    }
    update()
  }

  /// Sets how long the pad of a hit was held. Returns false if another hit of the pad came after it.
  package mutating func setLength(_ length: Int, ofHit id: Int, layer: Int) -> Bool {
    guard let (pad, _) = open.first(where: { $0.value.layer == layer && $0.value.id == id }) else {
      return false
    }
    open[pad]?.hit.length = length
    update()
    return true
  }

  private mutating func update() {
    sequences = closed + (open.isEmpty ? [] : [HitSequence(open.values.map(\.hit))])
  }
}
