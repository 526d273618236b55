import Containers
import SystemBase

/// How a file is opened, and opened again.
struct FFmpegPlan {
  let format: FFmpegFormat
  let demuxer: String
  /// nil where the container is another one, or has edits that are the library's to follow.
  let mp4: MP4Timing?

  /// - Throws: `unsupported` where FFmpeg is missing or reads no such kind.
  init(_ window: FileWindow, _ format: FFmpegFormat) throws(FileError) {
    guard let demuxer = format.demuxer else {
      throw FileError(.unsupported, window.subject, detail: "\(format.name) is not read")
    }
    try FFmpegLibrary.load(for: format.name, window.subject)
    self.format = format
    self.demuxer = demuxer
    mp4 = demuxer == "mp4" ? try MP4Timing(window.file) : nil
  }

  func open(_ window: FileWindow) throws(FileError) -> FFmpegHandle {
    guard window.seek(to: 0, from: 0) == 0 else { preconditionFailure("every window has a beginning") }
    // One edit is cut to the frame by what its tables say.
    return try FFmpegHandle(
      reading: window, demuxer: demuxer, options: mp4 == nil ? nil : "advanced_editlist=0")
  }
}
