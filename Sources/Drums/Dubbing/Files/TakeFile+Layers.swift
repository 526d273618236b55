import AudioBase
import SystemBase

extension TakeFile {
  static func layers(_ members: inout JSONMembers, _ name: String) throws(FileError) -> [Layer] {
    try (try members.objectsIfPresent(name) ?? []).map(layer)
  }

  private static func layer(_ members: consuming JSONMembers) throws(FileError) -> Layer {
    let id = try members.integer("id", in: Layer.ids)
    let settings = try settings(&members)
    let hits = try hits(&members)
    var layer = Layer(id: id, settings: settings, hits: hits)
    layer.audio = try members.object("audio").map(clip)
    layer.unknown = members.rest
    return layer
  }

  private static func hits(_ members: inout JSONMembers) throws(FileError) -> HitColumns {
    let ids = try members.integersIfPresent("ids")
    let frames = try members.integers("frames")
    let zeros = [Int](repeating: 0, count: frames.count)
    let pads = try members.integers("pads")
    guard pads.allSatisfy(HitColumns.padRange.contains),
      var hits = HitColumns(
        frames: frames, pads: pads, velocities: try members.integers("velocities"),
        lengths: try members.integersIfPresent("lengths") ?? zeros,
        samples: try members.integersIfPresent("samples") ?? zeros)
    else { throw invalidColumns(members, of: "hit") }
    if let object = try members.object("notes") { try addNotes(object, to: &hits) }
    if let object = try members.object("controls") { try addControls(object, to: &hits) }
    guard let ids else { return hits }
    guard
      let numbered = HitColumns(
        ids: ids, frames: hits.frames, pads: hits.pads, velocities: hits.velocities, lengths: hits.lengths,
        samples: hits.samples)
    else { throw members.error("ids", "an ascending number for each hit is expected") }
    return numbered
  }

  private static func addNotes(_ members: consuming JSONMembers, to hits: inout HitColumns) throws(FileError)
  {
    let (keys, strings) = (try members.integers("keys"), try members.integers("strings"))
    let places = try members.integers("places")
    let count = keys.count
    guard strings.count == count, keys.allSatisfy(TakeNote.keys.contains),
      strings.allSatisfy(TakeNote.strings.contains),
      let notes = HitColumns(
        frames: try members.integers("frames"),
        pads: zip(keys, strings).map { TakeNote(key: $0, string: $1).number },
        velocities: try members.integers("velocities"), lengths: try members.integers("lengths"),
        samples: [Int](repeating: 0, count: count)), let merged = merged(hits, notes, at: places)
    else { throw invalidColumns(members, of: "note") }
    hits = merged
  }

  private static func invalidColumns(_ members: JSONMembers, of kind: String) -> FileError {
    members.error(nil, "its columns are not of one length, or hold what no \(kind) can have")
  }

  /// Returns hits with others at places; nil unless there is one for each, and they ascend within all hits.
  private static func merged(_ hits: HitColumns, _ others: HitColumns, at places: [Int]) -> HitColumns? {
    guard places.count == others.count, zip(places, places.dropFirst()).allSatisfy(<),
      places.allSatisfy((0..<(hits.count + others.count)).contains)
    else { return nil }
    var merged = HitColumns()
    var other = 0
    for place in 0..<(hits.count + others.count) {
      let isOther = other < others.count && places[other] == place
      merged.append(isOther ? others[other] : hits[place - other])
      if isOther { other += 1 }
    }
    return merged
  }

  private static func addControls(_ members: consuming JSONMembers, to hits: inout HitColumns)
    throws(FileError)
  {
    let (controllers, values) = (try members.integers("controllers"), try members.integers("values"))
    let (places, frames) = (try members.integers("places"), try members.integers("frames"))
    let controls = zip(controllers, values).map { TakeControl(controller: $0, value: $1) }
    let count = controllers.count
    guard values.count == count, frames.count == count, frames.allSatisfy(HitColumns.frameRange.contains),
      zip(controls, zip(controllers, values)).allSatisfy({ $0.controller == $1.0 && $0.value == $1.1 }),
      case let moves = HitColumns(zip(frames, controls).map { TakeHit(frame: $0, $1) }),
      let merged = merged(hits, moves, at: places)
    else { throw invalidColumns(members, of: "controller") }
    hits = merged
  }

  private static func clip(_ members: consuming JSONMembers) throws(FileError) -> AudioClip {
    let file = FilePath(try members.text("file"))
    guard AudioClip.isValid(file) else {
      throw members.error("file", "it is no name of a file in the folder of the take")
    }
    let frames = HitColumns.frameRange
    var clip = AudioClip(
      file: file, start: try members.integer("start", in: frames),
      frames: try members.integer("frames", in: frames),
      sampleRate: SampleRate(try members.integer("sampleRate", in: SampleRate.playable)))
    clip.unknown = members.rest
    return clip
  }

  private static func settings(_ members: inout JSONMembers) throws(FileError) -> Layer.Settings {
    var settings = Layer.Settings(name: try members.text("name"))
    let range = Layer.gains
    settings.gain = Decibels(try members.numberIfPresent("gain", in: range) ?? 0)
    settings.isMuted = try members.bool("mute")
    settings.isSolo = try members.bool("solo")
    settings.offset = try members.integerIfPresent("offset", in: Layer.offsetFrames) ?? 0
    for object in try members.objectsIfPresent("patterns") ?? [] {
      let pattern = try pattern(object)
      if let last = settings.patterns.last, last.span.upperBound > pattern.span.lowerBound {
        throw members.error("patterns", "they overlap")
      }
      settings.patterns.append(pattern)
    }
    return settings
  }

  private static func pattern(_ members: consuming JSONMembers) throws(FileError) -> HitPattern {
    let frames = HitColumns.frameRange
    let (start, end) = (try members.integer("start", in: frames), try members.integer("end", in: frames))
    guard start < end,
      let pattern = HitPattern(
        bars: start..<end, lead: try members.integer("lead", in: frames),
        bounds: try members.integers("copies"), end: try members.integer("until", in: frames))
    else {
      throw members.error(nil, "its copies do not follow one another after its bars")
    }
    return pattern
  }

  // MARK: The history

  static func history(_ members: consuming JSONMembers, at time: Int) throws(FileError) -> TakeHistory {
    var history = TakeHistory()
    for layer in try layers(&members, "layers") { history.shelf[layer.id] = layer }
    history.lanes = try lanes(&members)
    if history.lanes.contains(where: { $0.id.layer == nil }) {
      throw members.error("lanes", "only lanes of removed layers stand here")
    }
    try check(history.lanes, of: history.shelf.keys, members, "lanes")
    history.edits = UndoStack(
      undo: try edits(&members, "undo"), redo: try edits(&members, "redo"), at: ChangeTime(seconds: time))
    return history
  }

  private static func edits(_ members: inout JSONMembers, _ name: String) throws(FileError) -> [TakeEdit] {
    try (try members.objectsIfPresent(name) ?? []).map(edit)
  }

  private static func edit(_ members: consuming JSONMembers) throws(FileError) -> TakeEdit {
    let ids = Layer.ids
    let name = try members.text("edit")
    switch name {
    case "insert", "remove":
      let (layer, place) = (try members.integer("layer", in: ids), try members.integer("at", in: 0...65_535))
      return name == "insert" ? .insert(layer: layer, at: place) : .remove(layer: layer, at: place)
    case "change":
      let layer = try members.integer("layer", in: ids)
      guard var from = try members.object("from"), var to = try members.object("to") else {
        throw members.error(nil, "a change has from and to")
      }
      return .change(layer: layer, from: try settings(&from), to: try settings(&to))
    case "rename": return .rename(from: try members.text("from"), to: try members.text("to"))
    case "mixer":
      return .mixer(from: try TakeMixer(&members, "from"), to: try TakeMixer(&members, "to"))
    case "steps": return .steps(try edits(&members, "steps"))
    case "lanes": return .lanes(try (try members.objectsIfPresent("parts") ?? []).map(lanePart))
    case "hits": return .hits(try (try members.objectsIfPresent("parts") ?? []).map(part))
    default: throw members.error("edit", "there is no edit \(name)")
    }
  }

  private static func part(_ members: consuming JSONMembers) throws(FileError) -> HitEdit {
    let layer = try members.integer("layer", in: 1...Int(Int32.max))
    return HitEdit(
      layer: layer, removed: try hits(&members, "removed"), inserted: try hits(&members, "inserted"),
      moved: try moves(&members))
  }

  private static func moves(_ members: inout JSONMembers) throws(FileError) -> HitMoves {
    guard var object = try members.object("moved") else { return HitMoves() }
    guard
      let moves = HitMoves(
        read: try object.integers("ids"), from: try object.integers("from"), to: try object.integers("to"))
    else { throw invalidColumns(object, of: "hit") }
    return moves
  }

  private static func hits(_ members: inout JSONMembers, _ name: String) throws(FileError) -> HitColumns {
    guard var object = try members.object(name) else { return HitColumns() }
    return try hits(&object)
  }
}
