import AudioBase

/// What a journal makes of a take.
package struct JournalRecovery: Sendable {
  private let take: Take?
  private let layers: [(id: Int, name: String, hits: [TakeHit])]

  /// - Returns: nil where the bytes are no journal, or tell of no take.
  package init?(_ bytes: [UInt8]) {
    guard let (records, _) = JournalCoder.records(in: bytes) else { return nil }
    var take: Take?
    var layers: [(id: Int, name: String, hits: [TakeHit])] = []
    for record in records {
      switch record {
      case .begin(let bytes): take = try? TakeFile.decode(bytes, subject: "journal")
      case .layer(let id, let name): if id > 0 { layers.append((id, name, [])) }
      case .hit(let hit, let id):
        if let index = layers.lastIndex(where: { $0.id == id }) { layers[index].hits.append(hit) }
      case .length(let length, let hit, let id):
        guard let index = layers.lastIndex(where: { $0.id == id }), layers[index].hits.indices.contains(hit)
        else { continue }
        layers[index].hits[hit].length = length
      case .drop(let id): layers.removeAll { $0.id == id }
      }
    }
    guard let take else { return nil }
    self.take = take
    self.layers = layers.filter { !$0.hits.isEmpty }
  }

  /// The take as it was when the recording began, without layers.
  package var begun: Take? { take }

  package var hitCount: Int { layers.reduce(0) { $0 + $1.hits.count } }

  /// Adds to a take what it does not have yet: saved takes know the layers that were saved.
  package func complete(_ take: inout Take) {
    for layer in layers {
      if let known = take.layer(layer.id) ?? take.history.shelf[layer.id] {
        for hit in layer.hits.dropFirst(known.hits.count) { take.record(hit, in: layer.id) }
      } else {
        take.addLayer(name: layer.name, hits: HitColumns(layer.hits), id: layer.id)
      }
    }
  }
}
