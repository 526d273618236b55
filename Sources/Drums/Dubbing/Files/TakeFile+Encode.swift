import SystemBase

extension TakeFile {
  package static func encode(_ take: Take) -> [UInt8] {
    var object: JSONObject = [
      "format": format,
      "version": version,
      "id": take.id,
      "name": take.name,
      "created": Timestamp.text(take.created),
      "modified": Timestamp.text(take.modified),
      "track": take.track.map(track),
      "sampleRate": take.rate?.hertz,
      "loop": take.loop.map { JSONValue.integers([$0.lowerBound, $0.upperBound]) },
      "kit": take.kit.map(kit),
      "tempo": take.tempo.map(tempo),
      "mixer": take.ownMixer.members,
      "layers": take.layers.map(layer),
      "lanes": take.lanes.isEmpty ? nil : take.lanes.map(lane),
      "history": take.history == TakeHistory() ? nil : history(take.history),
    ]
    object.append(contentsOf: take.unknown)
    return JSONWriter.bytes(of: .object(object))
  }

  static func track(_ track: TrackReference) -> JSONObject {
    var object: JSONObject = ["key": "\(track.key)"]
    object.append(path: track.path)
    object.append(contentsOf: [
      "sampleRate": track.sampleRate.hertz,
      "frames": track.frames?.value,
      "title": track.title,
      "artist": track.artist,
      "offset": track.offset,
      "signature": track.signature.map(signature),
    ])
    object.append(contentsOf: track.unknown)
    return object
  }

  private static func kit(_ kit: KitReference) -> JSONObject {
    let pads = kit.notes.sorted { $0.key < $1.key }
    var object: JSONObject = ["name": kit.name]
    object.append(path: kit.path)
    object.append("hash", kit.hash.map { "\($0)" })
    object.append("pads", pads.isEmpty ? nil : .integers(pads.map(\.key)))
    object.append("padNotes", pads.isEmpty ? nil : .integers(pads.map(\.value)))
    object.append(contentsOf: kit.unknown)
    return object
  }

  static func tempo(_ tempo: TempoMap) -> JSONObject {
    JSONObject(
      ["bpm": tempo.bpm, "beats": JSONValue.integers(tempo.beats), "signature": tempo.signature?.text],
      unknown: tempo.unknown)
  }

  private static func layer(_ layer: Layer) -> JSONObject {
    var object: JSONObject = ["id": layer.id]
    object.append(contentsOf: settings(layer.settings))
    object.append(contentsOf: hits(layer.hits))
    object.append("audio", layer.audio.map(clip))
    object.append(contentsOf: layer.unknown)
    return object
  }

  private static func hits(_ hits: HitColumns) -> JSONObject {
    let moves = hits.indices.filter { hits[$0].control != nil }
    let played = moves.isEmpty ? hits : hits.hits(at: hits.indices.filter { hits[$0].control == nil })
    let places = played.indices.filter { played[$0].note != nil }
    let known = Set(places)
    let struck =
      places.isEmpty ? played : played.hits(at: played.indices.filter { !known.contains($0) })
    return [
      "ids": hits.hasRecordedIDs ? nil : JSONValue.integers(hits.ids),
      "frames": JSONValue.integers(struck.frames),
      "pads": JSONValue.integers(struck.pads),
      "velocities": JSONValue.integers(struck.velocities),
      "lengths": JSONValue.integers(struck.lengths),
      "samples": JSONValue.integers(struck.samples),
      "notes": places.isEmpty ? nil : notes(played.hits(at: places), at: places),
      "controls": moves.isEmpty ? nil : controls(hits.hits(at: moves), at: moves),
    ]
  }

  /// Returns the movements of controllers with their places among all hits and notes of a layer or an edit.
  private static func controls(_ moves: HitColumns, at places: [Int]) -> JSONObject {
    let controls = moves.compactMap(\.control)
    return [
      "places": JSONValue.integers(places),
      "frames": JSONValue.integers(moves.frames),
      "controllers": JSONValue.integers(controls.map(\.controller)),
      "values": JSONValue.integers(controls.map(\.value)),
    ]
  }

  /// Returns notes with their places among the hits and notes of a layer or an edit.
  private static func notes(_ notes: HitColumns, at places: [Int]) -> JSONObject {
    let numbers = notes.pads.compactMap(TakeNote.init(number:))
    return [
      "places": JSONValue.integers(places),
      "frames": JSONValue.integers(notes.frames),
      "keys": JSONValue.integers(numbers.map(\.key)),
      "strings": JSONValue.integers(numbers.map(\.string)),
      "velocities": JSONValue.integers(notes.velocities),
      "lengths": JSONValue.integers(notes.lengths),
    ]
  }

  private static func clip(_ clip: AudioClip) -> JSONObject {
    JSONObject(
      [
        "file": clip.file.shown, "start": clip.start, "frames": clip.frames,
        "sampleRate": clip.sampleRate.hertz,
      ], unknown: clip.unknown)
  }

  private static func settings(_ settings: Layer.Settings) -> JSONObject {
    [
      "name": settings.name,
      "gain": settings.gain.value,
      "mute": settings.isMuted,
      "solo": settings.isSolo,
      "offset": settings.offset == 0 ? nil : settings.offset,
      "patterns": settings.patterns.isEmpty ? nil : settings.patterns.map(pattern),
    ]
  }

  private static func pattern(_ pattern: HitPattern) -> JSONObject {
    [
      "start": pattern.bars.lowerBound,
      "end": pattern.bars.upperBound,
      "lead": pattern.lead,
      "copies": JSONValue.integers(pattern.bounds),
      "until": pattern.end,
    ]
  }

  // MARK: The history

  private static func history(_ history: TakeHistory) -> JSONObject {
    [
      "layers": history.shelf.values.sorted { $0.id < $1.id }.map(layer),
      "lanes": history.lanes.isEmpty ? nil : history.lanes.map(lane),
      "undo": history.edits.undoSteps.map(edit),
      "redo": history.edits.redoSteps.map(edit),
    ]
  }

  private static func edit(_ edit: TakeEdit) -> JSONObject {
    switch edit {
    case .insert(let layer, let index): ["edit": "insert", "layer": layer, "at": index]
    case .remove(let layer, let index): ["edit": "remove", "layer": layer, "at": index]
    case .change(let layer, let from, let to):
      ["edit": "change", "layer": layer, "from": settings(from), "to": settings(to)]
    case .rename(let from, let to): ["edit": "rename", "from": from, "to": to]
    case .mixer(let from, let to): ["edit": "mixer", "from": from.members, "to": to.members]
    case .hits(let parts): ["edit": "hits", "parts": parts.map(part)]
    case .lanes(let parts): ["edit": "lanes", "parts": parts.map(part)]
    case .steps(let steps): ["edit": "steps", "steps": steps.map(self.edit)]
    }
  }

  private static func part(_ part: HitEdit) -> JSONObject {
    [
      "layer": part.layer,
      "removed": part.removed.isEmpty ? nil : hits(part.removed),
      "inserted": part.inserted.isEmpty ? nil : hits(part.inserted),
      "moved": part.moved.ids.isEmpty ? nil : moves(part.moved),
    ]
  }

  private static func moves(_ moves: HitMoves) -> JSONObject {
    [
      "ids": JSONValue.integers(moves.ids),
      "from": JSONValue.integers(moves.from),
      "to": JSONValue.integers(moves.to),
    ]
  }
}
