import AudioBase
import SystemBase

extension TrackInfo {
  /// The number of members that are written here or left out on purpose; a test compares it with the type.
  static let memberCountForWorkers = 24

  /// Writes all but the location: a worker reads whole files, which the request names.
  package func write(to writer: inout ByteWriter) {
    for member in TrackMember.all {
      switch member.value {
      case .text(let access): writer.write(self[access])
      case .texts(let access): writer.write(self[access]) { $0.write($1) }
      case .number(let access): writer.write(self[access])
      case .decimal(let access): writer.write(self[access])
      }
    }
    writer.write(replayGain) { $1.write(to: &$0) }
    writer.write(rating?.stars)
    writer.write(isCompilation)
    musicBrainz.write(to: &writer)
    writer.write(OtherTag.allCases.filter { otherTags[$0] != nil }) { writer, tag in
      writer.write(tag.rawValue)
      writer.write(otherTags[tag] ?? []) { $0.write($1) }
    }
    writer.write(pictures) { $1.write(to: &$0) }
    writer.write(parts) { $1.write(to: &$0) }
    writer.write(damage) { $1.write(to: &$0) }
  }

  package init(from reader: inout ByteReader, path: FilePath) throws(ByteReader.Malformed) {
    self.init(path: path)
    for member in TrackMember.all {
      switch member.value {
      case .text(let access): self[access] = try reader.optionalText()
      case .texts(let access): self[access] = try reader.texts()
      case .number(let access): self[access] = try reader.optionalNumber()
      case .decimal(let access): self[access] = try reader.optionalDouble()
      }
    }
    replayGain = try reader.optional(ReplayGain.init)
    rating = try reader.optionalNumber().flatMap { TrackRating(stars: $0) }
    isCompilation = try reader.flag()
    musicBrainz = try MusicBrainzIDs(from: &reader)
    let others = try reader.list { (reader) throws(ByteReader.Malformed) in
      (OtherTag(rawValue: try reader.text()), try reader.texts())
    }
    for case (let tag?, let values) in others { otherTags[tag] = values }
    pictures = try reader.list(TrackPicture.init)
    parts = try reader.list { (reader) throws(ByteReader.Malformed) in
      try PlaylistEntry(from: &reader, path: path)
    }
    damage = try reader.optional { (reader) throws(ByteReader.Malformed) in
      try FileError(from: &reader, path: path)
    }
  }
}

extension MusicBrainzIDs {
  fileprivate func write(to writer: inout ByteWriter) {
    // Most files have none.
    writer.write(isEmpty)
    if isEmpty { return }
    for id in [recording, releaseTrack, release, releaseGroup] { writer.write(id) }
    for ids in [artists, albumArtists] { writer.write(ids) { $0.write($1) } }
  }

  fileprivate init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init()
    if try reader.flag() { return }
    recording = try reader.optionalText()
    releaseTrack = try reader.optionalText()
    release = try reader.optionalText()
    releaseGroup = try reader.optionalText()
    artists = try reader.texts()
    albumArtists = try reader.texts()
  }
}

extension TrackPicture {
  package func write(to writer: inout ByteWriter) {
    writer.write(type)
    writer.write(mimeType)
    writer.write(width)
    writer.write(height)
    writer.write(bytes)
    writer.write(word: hash)
  }

  package init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init(type: try reader.number(), bytes: 0)
    mimeType = try reader.optionalText()
    width = try reader.optionalNumber()
    height = try reader.optionalNumber()
    bytes = try reader.number()
    hash = try reader.word()
  }
}

/// A part of the requested file.
extension PlaylistEntry {
  private typealias Path<Value> = WritableKeyPath<PlaylistEntry, Value> & Sendable

  private static let texts: [any Path<String?>] = [
    \.title, \.artist, \.album, \.albumArtist, \.genre, \.date,
  ]
  private static let numbers: [any Path<Int?>] = [\.trackNumber, \.discNumber, \.discTotal]

  package func write(to writer: inout ByteWriter) {
    writer.write(section?.start.frames)
    writer.write(section?.end?.frames)
    for text in PlaylistEntry.texts { writer.write(self[keyPath: text]) }
    for number in PlaylistEntry.numbers { writer.write(self[keyPath: number]) }
    writer.write(duration)
    writer.write(replayGain) { $1.write(to: &$0) }
  }

  package init(from reader: inout ByteReader, path: FilePath) throws(ByteReader.Malformed) {
    self.init(.file(path))
    let (start, end) = (try reader.optionalNumber(), try reader.optionalNumber())
    section = start.flatMap {
      TrackSection(start: DiscTime(frames: $0), end: end.map { DiscTime(frames: $0) })
    }
    for text in PlaylistEntry.texts { self[keyPath: text] = try reader.optionalText() }
    for number in PlaylistEntry.numbers { self[keyPath: number] = try reader.optionalNumber() }
    duration = try reader.optionalDouble()
    replayGain = try reader.optional(ReplayGain.init)
  }
}

extension ReplayGain {
  fileprivate func write(to writer: inout ByteWriter) {
    for level in [track, album] {
      writer.write(level) {
        $0.write($1.gain.value)
        $0.write($1.peak)
      }
    }
  }

  fileprivate init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init(track: try reader.optional(Level.init), album: try reader.optional(Level.init))
  }
}

extension ReplayGain.Level {
  fileprivate init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init(Decibels(try reader.double()), peak: try reader.optionalDouble())
  }
}
