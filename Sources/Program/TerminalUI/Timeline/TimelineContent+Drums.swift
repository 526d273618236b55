import AudioBase

/// The hits of the drummer of the song, behind those of takes.
extension TimelineContent {
  /// Adds the hits that are in view.
  ///
  /// - Parameters:
  ///   - pads: the pads of the drums.
  ///   - layer: the layer in whose rows the hits are; if it has none for a pad, they are in the first row of the pad.
  mutating func add(_ drums: SongHits, pads: [SongDrum: Int], layer: Int) {
    let rows = pads.compactMapValues { pad in
      let rows = lanes.indices.filter { lanes[$0].curve == nil && lanes[$0].lane.pad == pad }
      return rows.first { lanes[$0].lane.layer == layer } ?? rows.first
    }
    let (hits, frames) = (drums.hits, viewport.frames)
    for hit in hits[hits.partitioningIndex { $0.frame >= frames.lowerBound }...] {
      if hit.frame >= frames.upperBound { break }
      let column = viewport.column(of: Double(hit.frame))
      guard let row = rows[hit.drum], lanes[row].cells.indices.contains(column) else { continue }
      lanes[row].cells[column].songVelocity = max(lanes[row].cells[column].songVelocity, hit.velocity)
    }
  }
}
