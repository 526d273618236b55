import Containers
import SystemBase

/// The parameters for opening a file through FFmpeg, also repeatedly.
struct FFmpegPlan {
  let format: FFmpegFormat
  let demuxer: String
  /// The index of the sound track that is decoded; nil: FFmpeg chooses one.
  let soundTrack: Int?
  /// The times in an MP4 file; nil for other containers and for several edits, which FFmpeg applies.
  let mp4: MP4Timing?
  /// The priming, padding and length in tags or header that FFmpeg does not read.
  let note: GaplessNote?
  /// The frames of the packets of a CAF file; nil for other containers and most codecs.
  let cafFrames: Int?

  /// Determines how a file is read. Throws `unsupported` if FFmpeg is missing or does not support the kind.
  init(
    _ window: FileWindow, _ format: FFmpegFormat, _ note: GaplessNote? = nil, soundTrack: Int? = nil
  ) throws(FileError) {
    self.note = note
    guard let demuxer = format.demuxer else {
      throw FileError(.unsupported, window.subject, detail: "\(format.name) is not read")
    }
    try FFmpegLibrary.load(for: format.name, window.subject)
    self.format = format
    self.demuxer = demuxer
    var soundTrack = soundTrack
    if demuxer == "mp4", soundTrack == nil { soundTrack = try MP4Stems.mix(of: window.file) }
    self.soundTrack = soundTrack
    mp4 = demuxer == "mp4" ? try MP4Timing(window.file, soundTrack: soundTrack) : nil
    cafFrames = demuxer == "caf" ? try StreamHeader.packetFramesOfCAF(window.file) : nil
  }

  func open(_ window: FileWindow) throws(FileError) -> FFmpegHandle {
    guard window.seek(to: 0, from: 0) == 0 else { preconditionFailure("every window has a beginning") }
    // The decoder applies a single edit itself, exact to the frame.
    return try FFmpegHandle(
      reading: window, demuxer: demuxer, options: mp4 == nil ? nil : "advanced_editlist=0",
      soundTrack: soundTrack)
  }
}
