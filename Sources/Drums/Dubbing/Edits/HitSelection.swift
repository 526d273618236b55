/// Hits of a take that are selected, by their layers and numbers.
package struct HitSelection: Hashable, Sendable {
  package static let everything = HitSelection(isEverything: true)

  package private(set) var layers: [Int: Set<Int>] = [:]
  private var isEverything = false

  package init() {}

  private init(isEverything: Bool) { self.isEverything = isEverything }

  package init(layer: Int, _ ids: some Sequence<Int>) { insert(ids, in: layer) }

  package var isEmpty: Bool { layers.isEmpty }
  package var count: Int { layers.values.reduce(0) { $0 + $1.count } }

  package func contains(_ id: Int, in layer: Int) -> Bool { layers[layer]?.contains(id) ?? false }

  package mutating func insert(_ ids: some Sequence<Int>, in layer: Int) {
    let ids = Set(ids)
    if !ids.isEmpty { layers[layer, default: []].formUnion(ids) }
  }

  package mutating func toggle(_ id: Int, in layer: Int) {
    if contains(id, in: layer) {
      layers[layer]?.remove(id)
      if layers[layer]?.isEmpty == true { layers[layer] = nil }
    } else {
      insert([id], in: layer)
    }
  }

  /// Returns the selection without the hits that a take does not have.
  package func existing(in take: Take) -> HitSelection {
    var found = self
    for (id, ids) in layers {
      guard let layer = take.layer(id) else {
        found.layers[id] = nil
        continue
      }
      let there = ids.filter { layer.hits.place(of: $0) != nil }
      if there.count < ids.count { found.layers[id] = there.isEmpty ? nil : there }
    }
    return found
  }

  /// Returns the places of the selected hits of a layer in ascending order.
  package func places(in layer: Layer) -> [Int] {
    if isEverything { return Array(layer.hits.indices) }
    let (ids, hits) = (layers[layer.id] ?? [], layer.hits)
    if ids.count * 8 < hits.count { return ids.compactMap { hits.place(of: $0) }.sorted() }
    return hits.indices.filter { ids.contains(hits.ids[$0]) }
  }
}

/// Copied hits and points of lanes.
package struct HitClip: Hashable, Sendable {
  package struct Part: Hashable, Sendable {
    package let layer: Int
    package let hits: [TakeHit]
  }

  package let parts: [Part]
  package let start: Int
  /// The lanes of the copied points, which have no others.
  package var lanes: [Lane] = []
  /// By how many frames the first hit is later than its step; negative if it is earlier.
  package var lateness = 0

  package var count: Int { parts.reduce(0) { $0 + $1.hits.count } }
  package var pointCount: Int { lanes.reduce(0) { $0 + $1.count } }

  /// Returns how many beats the copied hits and points take: whole bars if they take more than one.
  func beats(on beats: BeatGrid) -> Int {
    let last = (parts.flatMap(\.hits).map(\.frame) + lanes.compactMap(\.frames.last)).max() ?? start
    let (first, bar) = (beats.beat(atFrame: start), beats.signature.beats)
    let length = beats.beat(atFrame: last) - first + 1
    return length > bar ? (length + bar - 1) / bar * bar : length
  }

  /// Returns the frame that is as far from its beat as another one, a number of beats later.
  func frame(_ frame: Int, after count: Int, on beats: BeatGrid) -> Int {
    let place = beats.place(atFrame: Double(frame)) + Double(count)
    return Int(saturating: beats.frame(atPlace: place).rounded())
  }
}

extension HitColumns {
  /// Returns the edit that changes hits at places, which are in ascending order. Values out of range are limited.
  package func edit(
    at places: some Sequence<Int>, layer: Int, _ change: (inout TakeHit, Int) -> Void
  ) -> HitEdit {
    var (removed, inserted) = (HitColumns(), HitColumns())
    for place in places {
      let before = self[place]
      var hit = before
      change(&hit, place)
      hit.frame = hit.frame.clamped(to: HitColumns.frameRange)
      hit.velocity = hit.velocity.clamped(to: HitColumns.velocityRange)
      if hit == before { continue }
      removed.append(before, id: ids[place])
      inserted.append(hit, id: ids[place])
    }
    return HitEdit(layer: layer, removed: removed, inserted: inserted)
  }

  package func edit(adding hits: [TakeHit], layer: Int) -> HitEdit {
    edit(adding: HitColumns(hits), layer: layer)
  }

  func edit(adding hits: HitColumns, layer: Int) -> HitEdit {
    HitEdit(layer: layer, inserted: hits.numbered(from: firstID(ofAdded: hits.count)))
  }
}

extension Int {
  fileprivate func clamped(to range: ClosedRange<Int>) -> Int {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}

extension Take {
  package func edits(of selection: HitSelection, _ change: (inout TakeHit) -> Void) -> [HitEdit] {
    layers.map { layer in
      layer.hits.edit(at: selection.places(in: layer), layer: layer.id) { hit, _ in change(&hit) }
    }
  }

  /// Returns the edits that move the selected hits, all by the same distance, and none before the start.
  package func edits(moving selection: HitSelection, by frames: Int) -> [HitEdit] {
    let distance = distance(moving: selection, PointSelection(), by: frames)
    return edits(of: selection) { $0.frame += distance }
  }

  package func edits(deleting selection: HitSelection) -> [HitEdit] {
    layers.map { HitEdit(layer: $0.id, removed: $0.hits.hits(at: selection.places(in: $0))) }
  }

  package func edits(quantising selection: HitSelection, _ quantise: Quantise, on beats: BeatGrid)
    -> [HitEdit]
  {
    layers.map {
      quantise.edit(of: $0.hits, at: selection.places(in: $0), layer: $0.id, on: beats)
    }
  }

  package func edits(humanising selection: HitSelection, _ humanise: Humanise, on beats: BeatGrid)
    -> [HitEdit]
  {
    layers.map {
      humanise.edit(of: $0.hits, at: selection.places(in: $0), layer: $0.id, on: beats)
    }
  }

  func firstFrame(of selection: HitSelection) -> Int? {
    layers.compactMap { layer in selection.places(in: layer).map { layer.hits.frames[$0] }.min() }.min()
  }

  // MARK: Copies

  package func clip(of selection: HitSelection) -> HitClip? {
    guard let start = firstFrame(of: selection) else { return nil }
    let parts = layers.compactMap { layer -> HitClip.Part? in
      let places = selection.places(in: layer)
      return places.isEmpty ? nil : HitClip.Part(layer: layer.id, hits: places.map { layer.hits[$0] })
    }
    return HitClip(parts: parts, start: start)
  }

  /// Returns the edits that add copied hits from a frame on, to `layer` where theirs was deleted.
  package func edits(pasting clip: HitClip, at frame: Int, in layer: Int) -> [HitEdit] {
    adding(clip.parts.map { ($0.layer, $0.hits) }, in: layer) { $0 - clip.start + frame }
  }

  /// Returns the edits that add copied hits several times, each time after as many whole beats, or bars, as they take.
  package func edits(repeating clip: HitClip, times: Int, in layer: Int, on beats: BeatGrid) -> [HitEdit] {
    let length = clip.beats(on: beats)
    let passes = (1...max(times, 1)).flatMap { pass in
      clip.parts.map { part in
        let hits = part.hits.map { hit in
          var hit = hit
          hit.frame = clip.frame(hit.frame, after: pass * length, on: beats)
          return hit
        }
        return (part.layer, hits)
      }
    }
    return adding(passes, in: layer) { $0 }
  }

  private func adding(
    _ parts: [(layer: Int, hits: [TakeHit])], in layer: Int, _ frame: (Int) -> Int
  ) -> [HitEdit] {
    var added: [Int: [TakeHit]] = [:]
    for part in parts {
      let target = self.layer(part.layer) == nil ? layer : part.layer
      added[target, default: []] += part.hits.map { hit in
        var hit = hit
        hit.frame = frame(hit.frame).clamped(to: HitColumns.frameRange)
        return hit
      }
    }
    return layers.compactMap { layer in added[layer.id].map { layer.hits.edit(adding: $0, layer: layer.id) } }
  }
}
