import AudioBase

extension SongHits {
  /// Returns the hits for a layer of a take.
  ///
  /// - Parameter notes: those of the kit of the take. A hit is on the pad of its drum's note, or of the most similar drum;
  ///   it is left out if there is none.
  package func columns(_ notes: PadNotes) -> HitColumns {
    columns { notes.pad(ofNote: $0.note) ?? notes.pad(nearestTo: $0.note) }
  }

  /// Returns a take that has the hits as its only layer, on the pads of a take without a kit.
  ///
  /// - Parameters:
  ///   - name: that of the take.
  ///   - id: the id of the take.
  package func take(_ name: String, id: String, created: Int) -> Take {
    var take = Take(id: id, name: name, track: nil, created: created)
    take.rate = rate
    take.addLayer(name: "drums", hits: columns { $0.note - PadNotes.firstNote + 1 })
    return take
  }

  private func columns(_ pad: (SongDrum) -> Int?) -> HitColumns {
    HitColumns(
      hits.compactMap { hit in
        pad(hit.drum).map { TakeHit(frame: hit.frame, pad: $0, velocity: hit.velocity, sample: 0) }
      })
  }
}
