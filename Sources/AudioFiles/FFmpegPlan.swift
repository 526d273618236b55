import Containers
import SystemBase

/// How a file is opened, and opened again.
struct FFmpegPlan {
  let kind: ForeignKind
  let demuxer: String
  /// nil where the container is another one, or has edits that are the library's to follow.
  let mp4: MP4Timing?

  /// - Throws: `unsupported` where FFmpeg is missing or reads no such kind.
  init(_ window: FileWindow, _ kind: ForeignKind) throws(FileError) {
    guard let demuxer = kind.demuxer else {
      throw FileError(.unsupported, window.subject, detail: "\(kind.name) is not read")
    }
    try FFmpegLibrary.load(for: kind.name, window.subject)
    self.kind = kind
    self.demuxer = demuxer
    mp4 = kind == .mpeg4 ? try MP4Timing(window) : nil
  }

  func open(_ window: FileWindow) throws(FileError) -> FFmpegHandle {
    guard window.seek(to: 0, from: 0) == 0 else { preconditionFailure("every window has a beginning") }
    // One edit is cut to the frame by what its tables say.
    return try FFmpegHandle(
      reading: window, demuxer: demuxer, options: mp4 == nil ? nil : "advanced_editlist=0")
  }
}
