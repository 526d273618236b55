import MixEngine

/// The planned hits of the layers of a take. They are kept, so that an edit plans only the layers that it changes.
package struct LayerPlans: Sendable {
  struct Plan: Sendable {
    var hits: HitColumns
    var patterns: [HitPattern]
    var gain: Float
    var knowsSamples: Bool
    var sequence: HitSequence
    var pads: PadSet

    /// Creates the plan of a layer, whose pattern hits are not known yet if `played` is nil: then the plan is made again.
    init(_ layer: Layer, _ played: HitColumns?, gain: Float, knowsSamples: Bool) {
      (hits, patterns) = (layer.hits, played == nil ? [] : layer.settings.patterns)
      (self.gain, self.knowsSamples) = (gain, knowsSamples)
      let played = played ?? layer.hits
      sequence = HitSequence(frames: played.frames) { places, memory in
        for (index, place) in places.enumerated() {
          memory.initializeElement(
            at: index, to: PlannedHit(played[Int(place)], gain: gain, knowsSamples: knowsSamples))
        }
      }
      pads = PadSet(played.pads)
    }

    /// Returns whether this is the plan of a layer. Columns that were not changed are compared by their address.
    func isPlan(of layer: Layer, gain: Float, knowsSamples: Bool) -> Bool {
      self.gain == gain && self.knowsSamples == knowsSamples && hits == layer.hits
        && patterns == layer.settings.patterns
    }
  }

  /// The sequences of short layers that follow each other, and the sequence of all their hits.
  private struct Group: Sendable {
    var parts: [HitSequence]
    var sequence: HitSequence
  }

  /// The most hits of merged layers: the engine searches few sequences, and a change of another layer copies no long one.
  static let mergedHits = 4_096

  private var take: Take.ID?
  private var plans: [Int: Plan] = [:]
  private var groups: [Group] = []
  package private(set) var pads = PadSet()
  /// Whether a layer is not heard yet, since its plan is computed.
  package private(set) var awaitsHits = false

  package init() {}

  /// Returns the sequences of the layers that sound. On a frame, the hits of earlier sequences come first.
  ///
  /// - Parameters:
  ///   - knowsSamples: whether the kit is that of the recording; otherwise the pads choose the samples.
  ///   - played: returns the hits of a layer with its patterns; nil while they are being computed. The layer then keeps its
  ///     former plan, or is planned without patterns.
  ///   - long: plans long layers on another thread. Until a plan is ready, the layer keeps its former one, or is silent.
  ///     Nil: they are planned at once.
  package mutating func sequences(
    of take: Take, layers ids: some RangeExpression<Int>, knowsSamples: Bool,
    played: (Layer) -> HitColumns? = { $0.playedHits }, long: LongPlans? = nil
  ) -> [HitSequence] {
    let before = self.take == take.id ? plans : [:]
    self.take = take.id
    plans = [:]
    pads = PadSet()
    awaitsHits = false
    var list: [HitSequence] = []
    for layer in take.layers where ids.contains(layer.id) && take.sounds(layer) && !layer.hits.isEmpty {
      let gain = layer.settings.gain.factor
      var found = before[layer.id].flatMap {
        $0.isPlan(of: layer, gain: gain, knowsSamples: knowsSamples) ? $0 : nil
      }
      if found == nil, let long, LongPlans.isLong(layer) {
        found = long.plan(of: layer, in: take.id, gain: gain, knowsSamples: knowsSamples) ?? before[layer.id]
      } else if found == nil {
        found = self.plan(layer, played(layer), before, gain: gain, knowsSamples: knowsSamples)
      }
      guard let plan = found else {
        awaitsHits = true
        continue
      }
      plans[layer.id] = plan
      pads = pads.union(plan.pads)
      list.append(plan.sequence)
    }
    return grouped(list)
  }

  private func plan(
    _ layer: Layer, _ played: HitColumns?, _ before: [Int: Plan], gain: Float, knowsSamples: Bool
  ) -> Plan {
    if played == nil, let former = before[layer.id] { return former }
    return Plan(layer, played, gain: gain, knowsSamples: knowsSamples)
  }

  /// Merges short sequences that follow each other, unless the same ones were merged before.
  private mutating func grouped(_ sequences: [HitSequence]) -> [HitSequence] {
    var parts: [[HitSequence]] = []
    var count = 0
    for sequence in sequences {
      count += sequence.count
      if parts.isEmpty || count > LayerPlans.mergedHits {
        parts.append([])
        count = sequence.count
      }
      parts[parts.count - 1].append(sequence)
    }
    let before = Dictionary(groups.map { (ObjectIdentifier($0.parts[0]), $0) }) { first, _ in first }
    groups = parts.map { parts in
      if let known = before[ObjectIdentifier(parts[0])], known.parts.elementsEqual(parts, by: ===) {
        return known
      }
      return Group(parts: parts, sequence: LayerPlans.merged(parts[...]))
    }
    return groups.map(\.sequence)
  }

  /// Merges sequences, of which earlier ones come first on a frame.
  private static func merged(_ sequences: ArraySlice<HitSequence>) -> HitSequence {
    guard let first = sequences.first else { return HitSequence([]) }
    if sequences.count == 1 { return first }
    let middle = sequences.startIndex + sequences.count / 2
    return HitSequence(merging: merged(sequences[..<middle]), merged(sequences[middle...]))
  }
}
