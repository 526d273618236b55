import AudioBase
import CTagLib
import Containers
import Playlists
import SystemBase

/// Reads tags, pictures and sound properties of music files.
///
/// The kind of a file is detected by its content, not by its name. Any thread, several at once; blocks on
/// file access.
package enum TagReader {
  /// The version of what is read of a file. It grows with each new kind of tag: the next scan then reads all files
  /// of an index once more.
  package static let version = 5

  /// Reads the tags and sound properties of a file.
  ///
  /// - Parameter foreign: reads kinds that TagLib does not support, and sound that it does not find.
  /// - Throws: `notAudio` for files without sound and for pipes and devices, `unsupported` for kinds that
  ///   cannot be read, `damaged` if the kind is known but no sound is found.
  package static func read(
    _ path: FilePath, foreign: DecoderFileInfo.Read? = nil
  ) throws(FileError) -> TrackInfo {
    let file = try RegularFile(withContent: path, keepsBlocks: true)
    let content: FileContent
    do throws(FileError) {
      content = try FileContent(of: file)
    } catch {
      return try tagsAlone(of: file, path, error)
    }
    let kind = content.kind
    var track = TrackInfo(path: path)
    var gaplessNote: String?
    if let foreign, kind.isForeign { return try readForeign(file, content, path, by: foreign) }
    if let tagLib = kind.tagLib {
      guard let handle = try TagHandle(file, kind: tagLib) else {
        return try readRefused(file, content, path, by: foreign)
      }
      let dropped = try RawTags.fields(of: file, content)
      let others = try RawTags.chunks(of: file, content)
      let fields = TagFields(handle.fields(dropped, ifMissing: others))
      fill(&track, from: handle, kind: kind, fields)
      gaplessNote = fields.first("ITUNSMPB")
    }
    if [.rf64, .bw64, .waveBigEndian, .wave64].contains(kind) { try fillFromChunks(&track, file, content) }
    try readStream(&track.stream, of: file, content, gaplessNote: gaplessNote)
    if kind == .flac, track.parts.isEmpty {
      track.parts = try FLACSheet.parts(of: file, path, start: content.start)
    }
    if kind == .dsf { try fillFromTag(&track, file: file) }
    track.damage = try content.damage(of: file)
    do throws(FileError) {
      if let foreign {
        let size = try content.needsDecodedLength(file) ? file.size : nil
        try complete(&track, kind, decodedSize: size, by: foreign)
      }
      if track.stream.sampleRate == nil, !kind.isModule {
        throw FileError(.damaged, file.subject, detail: "no sample rate in the header")
      }
    } catch {
      try keep(&track, error)
    }
    return track
  }

  /// Reads a file of a format that only the decoder knows.
  private static func readForeign(
    _ file: borrowing RegularFile, _ content: FileContent, _ path: FilePath, by foreign: DecoderFileInfo.Read
  ) throws(FileError) -> TrackInfo {
    var track = try read(path, by: foreign)
    track.damage = try content.damage(of: file)
    if content.kind == .dsdiff, let offset = try StreamHeader.dsdiffTag(file) {
      try fillFromTag(&track, file: file, at: offset)
    }
    return track
  }

  /// Records an error as the damage of a track that has tags.
  ///
  /// - Throws: the error if the track has no tags.
  private static func keep(_ track: inout TrackInfo, _ error: FileError) throws(FileError) {
    var plain = TrackInfo(path: track.path, stream: track.stream)
    plain.damage = track.damage
    if track == plain { throw error }
    track.damage = error
  }

  /// Reads the tags of a file without sound, for instance of a download that ends within its pictures.
  private static func tagsAlone(
    of file: borrowing RegularFile, _ path: FilePath, _ error: FileError
  ) throws(FileError) -> TrackInfo {
    let head = try file.read(at: 0, count: 3)
    guard head.span.has("ID3"), let handle = try TagHandle(file, kind: DRUMDUB_TAGS_ID3V2) else {
      throw error
    }
    var track = TrackInfo(path: path)
    TagFields(handle.fields()).fill(&track)
    try keep(&track, error)
    return track
  }

  /// Reads a file that TagLib cannot open: the decoder reads its sound properties, or else `RawTags` reads its tags.
  private static func readRefused(
    _ file: borrowing RegularFile, _ content: FileContent, _ path: FilePath, by foreign: DecoderFileInfo.Read?
  ) throws(FileError) -> TrackInfo {
    do throws(FileError) {
      guard let foreign else { throw FileError(.damaged, file.subject) }
      var track = try read(path, by: foreign)
      track.damage = try content.damage(of: file)
      return track
    } catch {
      var track = TrackInfo(path: path)
      TagFields(EncodingRepair.repaired(try RawTags.fields(of: file, content, all: true))).fill(&track)
      try keep(&track, error)
      return track
    }
  }

  private static func read(
    _ path: FilePath, by foreign: DecoderFileInfo.Read
  ) throws(FileError) -> TrackInfo {
    var track = TrackInfo(path: path)
    let found = try foreign(path)
    TagFields(found.fields).fill(&track)
    track.stream = found.stream
    track.stream.dropUnknown()
    return track
  }

  /// Returns the best picture in a file: the largest front cover, else the best of the others; nil if there
  /// is none.
  ///
  /// Ignores pictures over 32 MB or 64 megapixels, and those of unknown size.
  package static func picture(of path: FilePath) throws(FileError) -> PictureData? {
    let file = try RegularFile(withContent: path, keepsBlocks: true)
    guard let handle = try handle(file, try FileContent(of: file)) else { return nil }
    let pictures = handle.pictures
    guard let best = PictureRank.best(of: pictures) else { return nil }
    return PictureData(picture: pictures[best], bytes: handle.pictureBytes(best))
  }

  /// Returns the lyrics in the tags of a file, plain or in the LRC format; nil if there are none.
  ///
  /// Lyrics with times are preferred. The synchronised lyrics of ID3v2 (SYLT) are converted to LRC.
  package static func lyrics(of path: FilePath) throws(FileError) -> String? {
    let file = try RegularFile(withContent: path, keepsBlocks: true)
    let content = try FileContent(of: file)
    guard let handle = try handle(file, content) else { return nil }
    let keys = ["SYNCEDLYRICS", "LYRICS", "UNSYNCEDLYRICS", "UNSYNCED LYRICS"]
    let fields = handle.fields(try RawTags.fields(of: file, content)).filter { field in
      keys.contains { field.key == $0 || field.key.hasPrefix($0 + ":") }
    }
    let texts = keys.flatMap { key in fields.filter { $0.key.hasPrefix(key) }.map(\.value) }
    return texts.first { Lyrics($0)?.isTimed == true } ?? texts.first { Lyrics($0) != nil }
  }

  private static func fill(
    _ track: inout TrackInfo, from handle: borrowing TagHandle, kind: FileKind, _ fields: TagFields
  ) {
    fields.fill(&track)
    if let sheet = fields.first("CUESHEET") { track.parts = PlaylistReader.parts(sheet, of: track.path) }
    track.pictures = handle.pictures
    track.stream = SoundProperties(handle.stream, kind: kind)
    // MP4 counts from 1; 0 means unknown.
    if kind == .mp4, track.trackNumber == 0 { track.trackNumber = nil }
    if kind == .mp4, track.discNumber == 0 { track.discNumber = nil }
  }

  /// Reads the tags in the chunks of a WAVE file that TagLib has no reader for.
  private static func fillFromChunks(
    _ track: inout TrackInfo, _ file: borrowing RegularFile, _ content: FileContent
  ) throws(FileError) {
    let texts = try RawTags.chunks(of: file, content)
    guard let handle = try handle(file, content) else {
      return TagFields(EncodingRepair.repaired(texts)).fill(&track)
    }
    TagFields(handle.fields(ifMissing: texts)).fill(&track)
    track.pictures = handle.pictures
  }

  /// Reads the tags of a file, or the ID3v2 tag in a chunk of a file that TagLib has no reader for; nil if there is none.
  static func handle(
    _ file: borrowing RegularFile, _ content: FileContent
  ) throws(FileError) -> TagHandle? {
    if let tagLib = content.kind.tagLib { return try TagHandle(file, kind: tagLib) }
    guard let offset = try ExtraTags.id3Chunk(of: file, content.kind)?.offset else { return nil }
    return try TagHandle(file, kind: DRUMDUB_TAGS_ID3V2, offset: offset)
  }

  /// Reads the ID3v2 tag of a DSF file, whose offset is in the header.
  private static func fillFromTag(_ track: inout TrackInfo, file: borrowing RegularFile) throws(FileError) {
    let header = try file.read(at: 0, count: 28)
    guard let offset = header.span.little(20, 6) else { return }
    try fillFromTag(&track, file: file, at: offset)
  }

  private static func fillFromTag(
    _ track: inout TrackInfo, file: borrowing RegularFile, at offset: Int
  ) throws(FileError) {
    guard offset > 0, offset < file.size,
      let handle = try TagHandle(file, kind: DRUMDUB_TAGS_ID3V2, offset: offset)
    else { return }
    TagFields(handle.fields()).fill(&track)
    track.pictures = handle.pictures
  }
}
