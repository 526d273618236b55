import AudioBase
import CTagLib
import Containers
import Playlists
import SystemBase

/// Reads what music files say of themselves: tags, pictures, what the sound is like.
///
/// A file is known by its content, whatever its name. Any thread, several at once; it blocks for as long as the
/// disk does.
package enum TagReader {
  /// - Parameter foreign: asked for kinds that cannot be read here.
  /// - Throws: `notAudio` for what is no music (a pipe or device included), `unsupported` for a kind that cannot be
  ///   read here, `damaged` where the kind is known but the sound is not found.
  package static func read(_ path: FilePath, foreign: ForeignFile.Read? = nil) throws(FileError) -> TrackInfo
  {
    let file = try RegularFile(withContent: path)
    let content = try FileContent(of: file)
    let kind = content.kind
    var track = TrackInfo(path: path)
    if let foreign, kind.isForeign {
      let said = try foreign(path)
      TagFields(said.fields).fill(&track)
      track.stream = said.stream
      track.stream.dropUnknown()
      return track
    }
    if let tagLib = kind.tagLib {
      guard let handle = try TagHandle(file, kind: tagLib) else { throw FileError(.damaged, file.subject) }
      fill(&track, from: handle, kind: kind)
    }
    try readStream(&track.stream, of: file, content)
    if kind == .flac, track.parts.isEmpty {
      track.parts = try FLACSheet.parts(of: file, path, start: content.start)
    }
    if kind == .dsf { try fillFromTag(&track, file: file) }
    // A damaged header beside good tags is for the decoder to judge.
    if track.stream.sampleRate == nil, !kind.isModule, track == TrackInfo(path: path, stream: track.stream) {
      throw FileError(.damaged, file.subject, detail: "no sample rate in the header")
    }
    return track
  }

  /// The picture that stands for a file: its largest front cover, else the best of the others; nil where it has none.
  ///
  /// Pictures over 32 MB or 64 megapixels, and those whose size their header does not tell, are passed over.
  package static func picture(of path: FilePath) throws(FileError) -> PictureData? {
    let file = try RegularFile(withContent: path)
    guard let tagLib = try FileContent(of: file).kind.tagLib, let handle = try TagHandle(file, kind: tagLib)
    else {
      return nil
    }
    let pictures = handle.pictures
    guard let best = PictureRank.best(of: pictures) else { return nil }
    return PictureData(picture: pictures[best], bytes: handle.pictureBytes(best))
  }

  private static func fill(_ track: inout TrackInfo, from handle: borrowing TagHandle, kind: FileKind) {
    let fields = TagFields(handle.fields)
    fields.fill(&track)
    if let sheet = fields.first("CUESHEET") { track.parts = PlaylistReader.parts(sheet, of: track.path) }
    track.pictures = handle.pictures
    track.stream = SoundProperties(handle.stream, kind: kind)
    // The container of MP4 counts from 1; a 0 there says that nothing is known.
    if kind == .mp4, track.trackNumber == 0 { track.trackNumber = nil }
    if kind == .mp4, track.discNumber == 0 { track.discNumber = nil }
  }

  /// DSF keeps an ID3v2 tag at an offset that its header tells.
  private static func fillFromTag(_ track: inout TrackInfo, file: borrowing RegularFile) throws(FileError) {
    let header = try file.read(at: 0, count: 28)
    guard let offset = header.span.little(20, 6), offset > 0, offset < file.size,
      let handle = try TagHandle(file, kind: DRUMDUB_TAGS_ID3V2, offset: offset)
    else { return }
    TagFields(handle.fields).fill(&track)
    track.pictures = handle.pictures
  }
}
