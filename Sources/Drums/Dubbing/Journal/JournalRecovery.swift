/// The content of a journal, to be added to a take.
package struct JournalRecovery: Sendable {
  /// The take at the start of the recording, without layers.
  package let begun: Take
  private let layers: [RecoveredLayer]

  private struct RecoveredLayer {
    var id: Int
    var name: String
    var hits: [TakeHit] = []
    var audio: AudioClip?
    /// The points of the lanes by their addresses, in the order in which they were recorded.
    var points: [String: [Lane.Point]] = [:]

    var isEmpty: Bool { hits.isEmpty && points.isEmpty && (audio?.frames ?? 0) == 0 }
    var lanes: [Lane] { points.map { Lane(Lane.ID($0.key, layer: id), $0.value) }.sorted { $0.id < $1.id } }
  }

  /// Reads a journal up to its end or its first damage; nil if the bytes are not a journal or contain no take.
  package init?(_ bytes: [UInt8]) {
    guard let (records, _) = JournalCoder.records(in: bytes) else { return nil }
    var take: Take?
    var layers: [RecoveredLayer] = []
    // The indices of the layers that are not dropped, by their numbers; of several with one number the last one counts.
    var indices: [Int: [Int]] = [:]
    for record in records {
      switch record {
      case .begin(let bytes): take = try? TakeFile.decode(bytes, subject: "journal")
      case .layer(let id, let name):
        guard Layer.ids.contains(id) else { continue }
        indices[id, default: []].append(layers.count)
        layers.append(RecoveredLayer(id: id, name: name))
      case .hit(let hit, let id): if let index = indices[id]?.last { layers[index].hits.append(hit) }
      case .length(let length, let hit, let id):
        guard let index = indices[id]?.last, layers[index].hits.indices.contains(hit),
          layers[index].hits[hit].control == nil
        else { continue }
        layers[index].hits[hit].length = length
      case .point(let point, let address, let id):
        if let index = indices[id]?.last { layers[index].points[address, default: []].append(point) }
      case .audio(let clip, let id): if let index = indices[id]?.last { layers[index].audio = clip }
      case .unknown: continue
      case .drop(let id):
        for index in indices.removeValue(forKey: id) ?? [] {
          layers[index] = RecoveredLayer(id: id, name: "")
        }
      }
    }
    guard let take else { return nil }
    begun = take
    self.layers = layers.filter { !$0.isEmpty }
  }

  package var hitCount: Int { layers.reduce(0) { $0 + $1.hits.count } }

  /// Adds what a take does not contain yet. A layer of the same number with other hits or lanes, of another recording, is
  /// kept.
  package func complete(_ take: inout Take) {
    for layer in layers {
      if let audio = layer.audio {
        JournalRecovery.complete(&take, audio, layer)
        continue
      }
      let known = take.layer(layer.id) ?? take.history.shelf[layer.id]
      if let known, let recorded = take.recordedHits(ofLayer: known.id),
        JournalRecovery.isBegun(known, recorded, take.recordedLanes(ofLayer: known.id), layer)
      {
        JournalRecovery.complete(&take, known.id, recorded, layer.hits)
        JournalRecovery.complete(&take, known.id, layer.lanes)
      } else if !JournalRecovery.contains(take, layer) {
        let id = take.addLayer(
          name: layer.name, hits: HitColumns(layer.hits), id: known == nil ? layer.id : nil)
        JournalRecovery.complete(&take, id, layer.lanes)
      }
    }
  }

  private static func complete(_ take: inout Take, _ audio: AudioClip, _ layer: RecoveredLayer) {
    let all = take.allLayers
    guard let known = all.first(where: { $0.audio?.file == audio.file }) else {
      let isFree = !all.contains { $0.id == layer.id }
      take.addLayer(name: layer.name, id: isFree ? layer.id : nil, audio: audio)
      return
    }
    if audio.frames > known.audio?.frames ?? 0 { take.record(audioFrames: audio.frames, in: known.id) }
  }

  /// Returns whether the shorter list begins the longer one. Lengths do not count: those of held hits were not known yet.
  private static func isBegun(_ known: HitColumns, _ hits: [TakeHit]) -> Bool {
    (0..<min(known.count, hits.count)).allSatisfy { index in
      var hit = hits[index]
      hit.length = known.lengths[index]
      return hit == known[index]
    }
  }

  /// Returns whether the shorter lane begins the longer one. The value of its last point does not count: of two changes at
  /// one frame the later one was not known yet.
  private static func isBegun(_ known: Lane, _ lane: Lane) -> Bool {
    let count = min(known.count, lane.count)
    return known.frames.prefix(count) == lane.frames.prefix(count)
      && known.values.prefix(count).dropLast() == lane.values.prefix(count).dropLast()
  }

  /// Returns whether a layer of the take and a layer of the journal are of the same recording. `hits` and `lanes` are those
  /// of the take's layer before edits.
  private static func isBegun(
    _ known: Layer, _ hits: HitColumns, _ lanes: [Lane], _ layer: RecoveredLayer
  ) -> Bool {
    let pairs = layer.lanes.compactMap { lane in
      lanes.first { $0.id.address == lane.id.address }.map { (known: $0, lane: lane) }
    }
    guard isBegun(hits, layer.hits), pairs.allSatisfy({ isBegun($0.known, $0.lane) }) else { return false }
    // A layer that has nothing in common with the other one is of another recording.
    let isEmpty = hits.isEmpty && lanes.isEmpty && known.audio == nil
    return isEmpty || !pairs.isEmpty || !(hits.isEmpty || layer.hits.isEmpty)
  }

  /// Returns whether a layer of the take, removed ones included, begins with the hits and the lanes of a layer.
  private static func contains(_ take: Take, _ layer: RecoveredLayer) -> Bool {
    take.allLayers.contains { known in
      guard let hits = take.recordedHits(ofLayer: known.id), hits.count >= layer.hits.count,
        isBegun(hits, layer.hits)
      else { return false }
      let lanes = take.recordedLanes(ofLayer: known.id)
      return layer.lanes.allSatisfy { lane in
        lanes.contains {
          $0.id.address == lane.id.address && $0.count >= lane.count && isBegun($0, lane)
        }
      }
    }
  }

  /// Adds lengths and hits that a layer does not contain yet. Edits of the layer are kept.
  private static func complete(_ take: inout Take, _ layer: Int, _ known: HitColumns, _ hits: [TakeHit]) {
    for (index, hit) in hits.prefix(known.count).enumerated()
    where hit.length > 0 && known.lengths[index] == 0 {
      take.record(length: hit.length, ofHit: known.ids[index], in: layer)
    }
    let next = (known.ids.last ?? -1) + 1
    for (index, hit) in hits.dropFirst(known.count).enumerated() {
      take.record(hit, id: next + index, in: layer)
    }
  }

  /// Adds points that the lanes of a layer did not contain yet when they were recorded. Edits of the lanes are kept.
  private static func complete(_ take: inout Take, _ layer: Int, _ lanes: [Lane]) {
    let recorded = take.recordedLanes(ofLayer: layer)
    for lane in lanes {
      let id = Lane.ID(lane.id.address, layer: layer)
      let known = recorded.first { $0.id == id }
      for (index, point) in lane.points.enumerated()
      where index >= known?.count ?? 0 || known?.values[index] != point.value {
        take.record(point, in: id)
      }
    }
  }
}
