import AudioBase
import Containers
import SystemBase

/// Reads the chapters of a file: frames CHAP of ID3 tags, comments CHAPTERxxx of Ogg and FLAC, lists and text tracks of
/// MP4, editions of Matroska, markers of Windows Media. FFmpeg reads them all.
///
/// Any thread. FFmpeg is loaded only for files that may have chapters.
package enum ChapterReader {
  /// Returns the chapters of a file in the order of time; none if it has none.
  ///
  /// - Throws: if the file cannot be read, is not music, or needs FFmpeg, which is missing.
  package static func chapters(of path: FilePath) throws(FileError) -> [Chapter] {
    let window = try FileWindow(opening: path)
    guard window.fileSize > 0 else { throw FileError(.empty, window.subject) }
    let content = try FileContent(of: window.file)
    guard let demuxer = content.kind.demuxerOfChapters, try content.mayHaveChapters(window.file) else {
      return []
    }
    try FFmpegLibrary.load(for: "a list of chapters", window.subject)
    let handle = try FFmpegHandle(reading: window, demuxer: demuxer, forChapters: true)
    return Chapter.ordered(handle.chapters(atMost: Chapter.limit))
  }
}

extension FileKind {
  /// FFmpeg's name of the demuxer; nil for kinds that have no chapters.
  var demuxerOfChapters: String? {
    switch self {
    case .mpeg: "mp3"
    case .flac: "flac"
    case .oggVorbis, .oggOpus, .oggFLAC, .oggSpeex: "ogg"
    case .mp4, .matroska, .asf: FFmpegFormat(self)?.demuxer
    default: nil
    }
  }
}
