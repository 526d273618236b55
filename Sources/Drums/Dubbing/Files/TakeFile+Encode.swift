import Studio
import SystemBase

extension TakeFile {
  package static func encode(_ take: Take) -> [UInt8] {
    var object = JSONObject()
    object.append("format", .string(format))
    object.append("version", .number(version))
    object.append("id", .string(take.id))
    object.append("name", .string(take.name))
    object.append("created", .string(Timestamp.text(take.created)))
    object.append("modified", .string(Timestamp.text(take.modified)))
    object.append("track", take.track.map(value))
    object.append("sampleRate", take.rate.map { .number($0.hertz) })
    object.append("loop", take.loop.map { .integers([$0.lowerBound, $0.upperBound]) })
    object.append("kit", take.kit.map(value))
    object.append("tempo", take.tempo.map(value))
    object.append("mixer", take.mixer.map { .object(MixFile.members(of: $0)) })
    object.append("layers", .array(take.layers.map(value)))
    object.append("history", take.history == TakeHistory() ? nil : value(take.history))
    object.append(contentsOf: take.unknown)
    return JSONWriter.bytes(of: .object(object))
  }

  private static func value(_ track: TrackReference) -> JSONValue {
    var object = JSONObject()
    object.append("key", .string("\(track.key)"))
    object.append(path: track.path)
    object.append("sampleRate", .number(track.sampleRate.hertz))
    object.append("frames", track.frames.map { .number($0.value) })
    object.append("title", track.title)
    object.append("artist", track.artist)
    object.append("offset", track.offset.map { .number($0) })
    object.append("signature", track.signature.map { .object(TakeFile.object($0)) })
    object.append(contentsOf: track.unknown)
    return .object(object)
  }

  private static func value(_ kit: KitReference) -> JSONValue {
    var object = JSONObject()
    object.append("name", .string(kit.name))
    object.append(path: kit.path)
    object.append("hash", kit.hash.map { "\($0)" })
    let pads = kit.notes.sorted { $0.key < $1.key }
    object.append("pads", pads.isEmpty ? nil : .integers(pads.map(\.key)))
    object.append("padNotes", pads.isEmpty ? nil : .integers(pads.map(\.value)))
    object.append(contentsOf: kit.unknown)
    return .object(object)
  }

  private static func value(_ tempo: TempoMap) -> JSONValue { .object(object(tempo)) }

  static func object(_ tempo: TempoMap) -> JSONObject {
    var object = JSONObject()
    object.append("bpm", .number(tempo.bpm))
    object.append("beats", .integers(tempo.beats))
    object.append("signature", tempo.signature?.text)
    object.append(contentsOf: tempo.unknown)
    return object
  }

  private static func value(_ layer: Layer) -> JSONValue {
    var object = JSONObject()
    object.append("id", .number(layer.id))
    append(layer.settings, to: &object)
    append(layer.hits, to: &object)
    object.append("audio", layer.audio.map(value))
    object.append(contentsOf: layer.unknown)
    return .object(object)
  }

  private static func append(_ hits: HitColumns, to object: inout JSONObject) {
    let moves = (0..<hits.count).filter { hits[$0].control != nil }
    let played = moves.isEmpty ? hits : hits.hits(at: (0..<hits.count).filter { hits[$0].control == nil })
    let places = (0..<played.count).filter { played[$0].note != nil }
    let notes = Set(places)
    let struck =
      places.isEmpty ? played : played.hits(at: (0..<played.count).filter { !notes.contains($0) })
    object.append("ids", hits.hasRecordedIDs ? nil : .integers(hits.ids))
    object.append("frames", .integers(struck.frames))
    object.append("pads", .integers(struck.pads))
    object.append("velocities", .integers(struck.velocities))
    object.append("lengths", .integers(struck.lengths))
    object.append("samples", .integers(struck.samples))
    object.append("notes", places.isEmpty ? nil : value(played.hits(at: places), at: places))
    object.append("controls", moves.isEmpty ? nil : value(ofControls: hits.hits(at: moves), at: moves))
  }

  /// Returns the movements of controllers with their places among all hits and notes of a layer or an edit.
  private static func value(ofControls moves: HitColumns, at places: [Int]) -> JSONValue {
    var object = JSONObject()
    let controls = (0..<moves.count).compactMap { moves[$0].control }
    object.append("places", .integers(places))
    object.append("frames", .integers(moves.frames))
    object.append("controllers", .integers(controls.map(\.controller)))
    object.append("values", .integers(controls.map(\.value)))
    return .object(object)
  }

  /// Returns notes with their places among the hits and notes of a layer or an edit.
  private static func value(_ notes: HitColumns, at places: [Int]) -> JSONValue {
    var object = JSONObject()
    let numbers = notes.pads.compactMap(TakeNote.init(number:))
    object.append("places", .integers(places))
    object.append("frames", .integers(notes.frames))
    object.append("keys", .integers(numbers.map(\.key)))
    object.append("strings", .integers(numbers.map(\.string)))
    object.append("velocities", .integers(notes.velocities))
    object.append("lengths", .integers(notes.lengths))
    return .object(object)
  }

  private static func value(_ clip: AudioClip) -> JSONValue {
    var object = JSONObject()
    object.append("file", .string(clip.file.shown))
    object.append("start", .number(clip.start))
    object.append("frames", .number(clip.frames))
    object.append("sampleRate", .number(clip.sampleRate.hertz))
    object.append(contentsOf: clip.unknown)
    return .object(object)
  }

  private static func append(_ settings: Layer.Settings, to object: inout JSONObject) {
    object.append("name", .string(settings.name))
    object.append("gain", .number(settings.gain.value))
    object.append("mute", .bool(settings.isMuted))
    object.append("solo", .bool(settings.isSolo))
    if settings.offset != 0 { object.append("offset", .number(settings.offset)) }
    let patterns = settings.patterns
    object.append("patterns", patterns.isEmpty ? nil : .array(patterns.map(value)))
  }

  private static func value(_ pattern: HitPattern) -> JSONValue {
    var object = JSONObject()
    object.append("start", .number(pattern.bars.lowerBound))
    object.append("end", .number(pattern.bars.upperBound))
    object.append("lead", .number(pattern.lead))
    object.append("copies", .integers(pattern.bounds))
    object.append("until", .number(pattern.end))
    return .object(object)
  }

  // MARK: The history

  private static func value(_ history: TakeHistory) -> JSONValue {
    var object = JSONObject()
    object.append("layers", .array(history.shelf.values.sorted { $0.id < $1.id }.map(value)))
    object.append("undo", .array(history.edits.undoSteps.map(value)))
    object.append("redo", .array(history.edits.redoSteps.map(value)))
    return .object(object)
  }

  private static func value(_ edit: TakeEdit) -> JSONValue {
    var object = JSONObject()
    func place(_ name: String, _ layer: Int, _ index: Int) {
      object.append("edit", .string(name))
      object.append("layer", .number(layer))
      object.append("at", .number(index))
    }
    switch edit {
    case .insert(let layer, let index): place("insert", layer, index)
    case .remove(let layer, let index): place("remove", layer, index)
    case .change(let layer, let from, let to):
      object.append("edit", .string("change"))
      object.append("layer", .number(layer))
      for (name, settings) in [("from", from), ("to", to)] {
        var members = JSONObject()
        append(settings, to: &members)
        object.append(name, .object(members))
      }
    case .rename(let from, let to):
      object.append("edit", .string("rename"))
      object.append("from", .string(from))
      object.append("to", .string(to))
    case .hits(let parts):
      object.append("edit", .string("hits"))
      object.append("parts", .array(parts.map(value)))
    case .steps(let steps):
      object.append("edit", .string("steps"))
      object.append("steps", .array(steps.map(value)))
    }
    return .object(object)
  }

  private static func value(_ part: HitEdit) -> JSONValue {
    var object = JSONObject()
    object.append("layer", .number(part.layer))
    for (name, hits) in [("removed", part.removed), ("inserted", part.inserted)] where !hits.isEmpty {
      var members = JSONObject()
      append(hits, to: &members)
      object.append(name, .object(members))
    }
    object.append("moved", part.moved.ids.isEmpty ? nil : value(part.moved))
    return .object(object)
  }

  private static func value(_ moves: HitMoves) -> JSONValue {
    var object = JSONObject()
    object.append("ids", .integers(moves.ids))
    object.append("from", .integers(moves.from))
    object.append("to", .integers(moves.to))
    return .object(object)
  }
}
