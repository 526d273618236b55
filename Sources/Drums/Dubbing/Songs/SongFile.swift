import AudioBase
import SystemBase

/// `KEY.json` in the folder of songs, and `song.json` in packs: version 1 of `drumdub-song`. Unknown members are kept.
package enum SongFile {
  private static let format = "drumdub-song"
  /// Larger files are refused: a song with a thousand marks and ten thousand beats has 200 KB.
  static let largest = 1 << 22

  package static func encode(_ song: Song) -> [UInt8] {
    let object: JSONObject = [
      "format": format,
      "version": TakeFile.version,
      "track": song.track.map(TakeFile.track),
      "tempo": song.tempo.map(TakeFile.tempo),
      "speed": song.speed,
      "transpose": song.transposition?.cents,
      "foundKey": song.key.map {
        JSONObject(["key": $0.key.symbol, "tuning": $0.tuning], unknown: JSONObject())
      },
      "loop": song.loop.map { JSONValue.integers([$0.lowerBound, $0.upperBound]) },
      "marks": song.marks.map(mark),
      "drums": song.drums.map(drums),
      "parts": parts(song.partLevels),
      "stems": song.stems.map(stems),
      "foundStems": song.foundStems.map(foundStems),
      "drumStrength": song.drumStrength?.rawValue,
      "without": song.without.isEmpty
        ? nil : SongTrait.allCases.filter(song.without.contains).map(\.rawValue),
    ]
    var members = object
    members.append(contentsOf: song.unknown)
    return JSONWriter.bytes(of: .object(members))
  }

  private static func mark(_ mark: SongMark) -> JSONObject {
    JSONObject(["name": mark.name, "start": mark.start, "end": mark.end], unknown: mark.unknown)
  }

  /// Returns the levels of parts, sorted by the names; nil if there are none.
  static func parts(_ levels: [String: SongPartLevel]) -> [JSONObject]? {
    levels.isEmpty ? nil : levels.sorted { $0.key < $1.key }.map { part($0.key, $0.value) }
  }

  private static func part(_ name: String, _ level: SongPartLevel) -> JSONObject {
    ["name": name, "gain": level.gain.value, "mute": level.isMuted, "solo": level.isSoloed]
  }

  /// Reads the levels of parts; none if the member is missing.
  static func partLevels(
    _ members: inout JSONMembers, _ name: String
  ) throws(FileError) -> [String: SongPartLevel] {
    let parts = try members.objectsIfPresent(name) ?? []
    if parts.count > SongPartLevel.most {
      throw members.error(name, "\(parts.count) are there, and \(SongPartLevel.most) are possible")
    }
    var levels: [String: SongPartLevel] = [:]
    for part in parts {
      let (name, level) = try self.part(part)
      levels[name] = level == SongPartLevel() ? nil : level
    }
    return levels
  }

  private static func part(
    _ members: consuming JSONMembers
  ) throws(FileError) -> (name: String, level: SongPartLevel) {
    let name = try members.text("name")
    let gain = try members.numberIfPresent("gain", in: SongPartLevel.range) ?? 0
    return (
      name,
      SongPartLevel(
        gain: Decibels(gain), isMuted: try members.bool("mute"), isSoloed: try members.bool("solo"))
    )
  }

  private static func stems(_ path: FilePath) -> JSONObject {
    var object = JSONObject()
    object.append(path: path)
    return object
  }

  private static func stems(_ members: consuming JSONMembers) throws(FileError) -> FilePath {
    try members.path("path")
  }

  static func read(_ path: FilePath) throws(FileError) -> Song {
    try decode(try FileBytes.read(path, limit: largest), subject: path.shown)
  }

  /// Decodes a song. Errors name the file `subject`.
  package static func decode(_ bytes: [UInt8], subject: String) throws(FileError) -> Song {
    var members = try JSONMembers(bytes, subject: subject)
    try TakeFile.checkHeader(&members, format: format, subject)
    var song = Song()
    song.track = try members.object("track").map(TakeFile.track)
    song.tempo = try members.object("tempo").map(TakeFile.tempo)
    song.speed = try members.numberIfPresent("speed", in: Song.speeds)
    song.transposition = try members.integerIfPresent("transpose", in: Transposition.range)
      .map { Transposition(cents: $0) }
    song.key = try members.object("foundKey").map(foundKey)
    song.loop = try TakeFile.loop(&members)
    let marks = try members.objectsIfPresent("marks") ?? []
    if marks.count > Song.mostMarks {
      throw members.error("marks", "\(marks.count) are there, and \(Song.mostMarks) are possible")
    }
    for mark in marks { song.apply([.set(try self.mark(mark))]) }
    // A mark replaces an earlier one of the same name.
    if song.marks.count < marks.count { throw members.error("marks", "two of them have the same name") }
    song.drums = try members.object("drums").map(drums)
    song.partLevels = try partLevels(&members, "parts")
    song.stems = try members.object("stems").map(stems)
    song.foundStems = try members.object("foundStems").map(foundStems)
    song.drumStrength = try members.integerIfPresent("drumStrength", in: 1...DrumStrength.allCases.count)
      .flatMap { DrumStrength(rawValue: $0) }
    // Traits of later versions are ignored.
    if case .array(let traits)? = members.remove("without") {
      let names = traits.compactMap { if case .string(let name) = $0 { name } else { nil } }
      song.without = Set(names.compactMap { SongTrait(rawValue: $0) })
    }
    song.unknown = members.rest
    return song
  }

  private static func foundKey(_ members: consuming JSONMembers) throws(FileError) -> FoundKey {
    guard let key = MusicalKey(try members.text("key")) else {
      throw members.error("key", "a key such as C, F# or Am is expected")
    }
    return FoundKey(key, tuning: try members.integer("tuning", in: -50...50))
  }

  /// Encodes hits as columns: frames, indices into `SongDrum.allCases`, velocities, certainties in percent.
  private static func drums(_ drums: SongHits) -> JSONObject {
    let hits = drums.hits
    return [
      "rate": drums.rate.hertz, "confidence": percent(drums.confidence),
      "frames": JSONValue.integers(hits.map(\.frame)),
      "drums": JSONValue.integers(hits.map { SongDrum.allCases.firstIndex(of: $0.drum) ?? 0 }),
      "velocities": JSONValue.integers(hits.map(\.velocity)),
      "certainties": JSONValue.integers(hits.map { percent($0.certainty) }),
    ]
  }

  private static func percent(_ value: Double) -> Int { Int((value * 100).rounded()) }

  private static func drums(_ members: consuming JSONMembers) throws(FileError) -> SongHits {
    let rate = SampleRate(try members.integer("rate", in: SampleRate.playable))
    let confidence = try members.integer("confidence", in: 0...100)
    let frames = try members.integers("frames")
    let (drums, velocities) = (try members.integers("drums"), try members.integers("velocities"))
    let certainties = try members.integers("certainties")
    guard Set([frames.count, drums.count, velocities.count, certainties.count]).count == 1,
      frames.count <= Song.mostHits, frames.allSatisfy(HitColumns.frameRange.contains),
      drums.allSatisfy(SongDrum.allCases.indices.contains), velocities.allSatisfy((1...127).contains),
      certainties.allSatisfy((0...100).contains)
    else { throw members.error(nil, "its columns are not of one length, or hold what no hit can have") }
    let hits = frames.indices.map { index in
      SongHit(
        frame: frames[index], drum: SongDrum.allCases[drums[index]], velocity: velocities[index],
        certainty: Double(certainties[index]) / 100)
    }
    return SongHits(hits, rate: rate, confidence: Double(confidence) / 100)
  }

  private static func mark(_ members: consuming JSONMembers) throws(FileError) -> SongMark {
    let name = try members.text("name")
    if SongMark.name(typed: name) == nil { throw members.error("name", "a name is expected") }
    var mark = SongMark(name, at: try members.integer("start", in: HitColumns.frameRange))
    mark.end = try members.integerIfPresent("end", in: HitColumns.frameRange)
    if let end = mark.end, end <= mark.start {
      throw members.error("end", "a frame after that of the start is expected")
    }
    mark.unknown = members.rest
    return mark
  }
}
