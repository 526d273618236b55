import AudioBase
import Percussion
import SystemBase

/// `*.dub`: version 1 of `drumdub-take`, JSON with a column for each member of the hits.
///
/// Unknown members are kept. A damaged file is an error that names the place.
package enum TakeFile {
  package static let format = "drumdub-take"
  package static let version = 1
  /// Larger files are refused: a take of a million hits has 20 MB.
  package static let largest = 1 << 28

  /// Decodes a take. `subject` is the file's name, for errors.
  package static func decode(_ bytes: [UInt8], subject: String) throws(FileError) -> Take {
    var members = try JSONMembers(bytes, subject: subject)
    try checkHeader(&members, format: format, subject)
    return try read(&members)
  }

  static func checkHeader(
    _ members: inout JSONMembers, format: String, _ subject: String
  ) throws(FileError) {
    guard try members.text("format") == format else { throw members.error("format", "it is no \(format)") }
    let version = try members.integer("version", in: 1...Int.max)
    guard version == TakeFile.version else {
      throw FileError(.unsupported, subject, detail: "its version is \(version), this program reads 1")
    }
  }

  package static func read(_ path: FilePath) throws(FileError) -> Take {
    try decode(try FileBytes.read(path, limit: largest), subject: path.shown)
  }

  private static func read(_ members: inout JSONMembers) throws(FileError) -> Take {
    let id = try members.text("id")
    guard TakeID.isValid(id) else { throw members.error("id", "letters, digits and hyphens are expected") }
    var take = Take(
      id: id, name: try members.text("name"), track: nil, created: try members.date("created") ?? 0)
    take.modified = try members.date("modified") ?? take.created
    take.track = try members.object("track").map(track)
    take.kit = try members.object("kit").map(kit)
    take.rate = try members.integerIfPresent("sampleRate", in: SampleRate.playable).map { SampleRate($0) }
    take.loop = try loop(&members)
    take.tempo = try members.object("tempo").map(tempo)
    take.ownMixer = try TakeMixer(&members)
    take.layers = try layers(&members, "layers")
    take.lanes = try lanes(&members)
    try check(take.lanes, of: take.layers.map(\.id), members, "lanes")
    if let history = try members.object("history") {
      take.history = try self.history(history, at: take.modified)
    }
    var ids: Set<Int> = []
    for layer in take.allLayers where !ids.insert(layer.id).inserted {
      throw members.error("layers", "layer \(layer.id) stands there twice")
    }
    take.unknown = members.rest
    return take
  }

  static func loop(_ members: inout JSONMembers) throws(FileError) -> Range<Int>? {
    guard let frames = try members.integersIfPresent("loop") else { return nil }
    guard frames.count == 2, frames[0] < frames[1], frames.allSatisfy(HitColumns.frameRange.contains) else {
      throw members.error("loop", "the first frame of the loop and the one after its end are expected")
    }
    return frames[0]..<frames[1]
  }

  static func track(_ members: consuming JSONMembers) throws(FileError) -> TrackReference {
    guard let key = TrackKey(try members.text("key")) else {
      throw members.error("key", "32 hexadecimal digits are expected")
    }
    let path = try members.path("path")
    let rate = SampleRate(try members.integer("sampleRate", in: SampleRate.playable))
    let frames = try members.integerIfPresent("frames", in: HitColumns.frameRange).map { FrameCount($0) }
    var track = TrackReference(key: key, path: path, sampleRate: rate, frames: frames)
    track.title = try members.textIfPresent("title")
    track.artist = try members.textIfPresent("artist")
    track.offset = try members.numberIfPresent("offset", in: TrackReference.offsets)
    track.signature = try signature(&members)
    track.unknown = members.rest
    return track
  }

  private static func kit(_ members: consuming JSONMembers) throws(FileError) -> KitReference {
    var kit = KitReference(name: try members.text("name"), path: try members.path("path"))
    kit.hash = try members.textIfPresent("hash").map { (text) throws(FileError) in
      guard let hash = ContentHash(text) else {
        throw members.error("hash", "32 hexadecimal digits are expected")
      }
      return hash
    }
    let (pads, notes) = (
      try members.integersIfPresent("pads") ?? [], try members.integersIfPresent("padNotes") ?? []
    )
    guard pads.count == notes.count, Set(pads).count == pads.count, pads.allSatisfy(Kit.padNumbers.contains),
      notes.allSatisfy((0...127).contains)
    else { throw members.error("padNotes", "a MIDI note for each of the pads is expected") }
    kit.notes = Dictionary(uniqueKeysWithValues: zip(pads, notes))
    kit.unknown = members.rest
    return kit
  }

  static func tempo(_ members: consuming JSONMembers) throws(FileError) -> TempoMap {
    let bpm = try members.number("bpm", in: TempoMap.speeds)
    var tempo = TempoMap(bpm: bpm, beats: try members.integersIfPresent("beats") ?? [])
    guard tempo.beats.allSatisfy(HitColumns.frameRange.contains) else {
      throw members.error("beats", "frames are expected")
    }
    if let text = try members.textIfPresent("signature") {
      tempo.signature = TimeSignature(text)
      guard tempo.signature != nil else {
        throw members.error("signature", "a time signature such as 6/8 is expected")
      }
    }
    tempo.unknown = members.rest
    return tempo
  }
}
