extension Take {
  /// Returns, for struck pads, the pad of another kit with the same MIDI note, or the most similar drum, if there is one.
  package func pads(on notes: PadNotes) -> [Int: Int] {
    guard let kit else { return [:] }
    var pads: [Int: Int] = [:]
    for pad in struckPads {
      guard let note = kit.notes[pad] else { continue }
      pads[pad] = notes.pad(ofNote: note) ?? notes.pad(nearestTo: note)
    }
    return pads
  }

  /// The pads that the hits strike, without the notes of the instrument.
  package var struckPads: Set<Int> {
    Set(layers.flatMap(\.hits.pads).filter(HitColumns.padRange.contains))
  }

  /// Returns the take converted to another kit. Pads without a match keep their numbers. The edit history is removed.
  package func played(on kit: KitReference, _ notes: PadNotes) -> Take {
    let pads = pads(on: notes)
    var take = self
    take.kit = kit
    take.history = TakeHistory()
    take.layers = layers.map { layer in
      var layer = layer
      var hits = HitColumns()
      for (id, var hit) in zip(layer.hits.ids, layer.hits) {
        if let pad = pads[hit.pad] { (hit.pad, hit.sample) = (pad, TakeHit.anySample) }
        hits.append(hit, id: id)
      }
      layer.hits = hits
      return layer
    }
    return take
  }
}
