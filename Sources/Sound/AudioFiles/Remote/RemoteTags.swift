import AudioBase
import Containers
import SystemBase

/// The tags of a file of a server, as FFmpeg reads them through the source that is decoded.
struct RemoteTags {
  var track: TrackInfo
  /// The picture; nil without one.
  let picture: [UInt8]?

  /// Reads the tags. Throws if the file cannot be read, or if nothing of its kind is known.
  init(_ window: FileWindow, _ location: TrackLocation) throws(FileError) {
    track = TrackInfo(location)
    let kind = try FileContent(of: window.file).kind
    guard let demuxer = kind.demuxerOfChapters ?? FFmpegFormat(kind)?.demuxer else {
      throw FileError(.unsupported, window.subject)
    }
    let handle = try FFmpegHandle(reading: window, demuxer: demuxer, forChapters: true)
    TagFields(handle.tags.map { TagField(key: RemoteTags.key($0.name), value: $0.value) }).fill(&track)
    picture = handle.picture
  }

  /// Returns the common name of a tag for that of FFmpeg.
  private static func key(_ name: String) -> String {
    let name = name.uppercased()
    return name == "ALBUM_ARTIST" ? "ALBUMARTIST" : name
  }
}
