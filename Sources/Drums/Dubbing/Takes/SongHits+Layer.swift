import AudioBase

extension SongDrum {
  /// Returns the pad of its note in a kit, or the one of the most similar drum; nil if there is none.
  package func pad(_ notes: PadNotes) -> Int? { notes.pad(ofNote: note) ?? notes.pad(nearestTo: note) }
}

extension SongHits {
  /// Returns the hits for a layer of a take.
  ///
  /// - Parameter notes: those of the kit of the take. A hit is on the pad of its drum's note, or of the most similar drum;
  ///   it is left out if there is none.
  package func columns(_ notes: PadNotes) -> HitColumns {
    columns { $0.pad(notes) }
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
