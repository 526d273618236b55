import Application
import AudioBase
import AudioFiles
import Configuration
import Glibc
import SystemBase

/// The files of recordings of the output and of inputs.
package enum RecordingFiles {
  /// Returns the file of a recording that begins now: `DrumDub 2026-05-01 21.30.flac`, outside of the music folder,
  /// so that no scan adds it to the library.
  package static func next(_ settings: Settings) -> RecordingFile {
    var (seconds, parts) = (time(nil), tm())
    localtime_r(&seconds, &parts)
    func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + "\(number)" }
    let date = "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
    let name = "DrumDub \(date) \(two(parts.tm_hour)).\(two(parts.tm_min))"
    return RecordingFile(folder: BaseFolders.recordings, name: name, format: settings.recordFormat)
  }

  /// Opens the created file of a recording. Any thread.
  package static func open(
    _ path: FilePath, _ format: RecordingFile.Format, _ rate: SampleRate
  ) throws(FileError) -> any AudioFileWriter {
    let format: AudioEncoding? =
      switch format {
      case .flac: AudioEncoding(.flac)
      case .wav: AudioEncoding(.wav, samples: .float)
      case .ogg: AudioEncoding(.ogg)
      }
    guard let format else { throw FileError(.unsupported, path.shown) }
    return try open(path, format, rate)
  }

  /// Opens the created file of a recording. Any thread. `isMono`: whether the file has one channel, the mean of both
  /// sides of the frames.
  package static func open(
    _ path: FilePath, _ encoding: AudioEncoding, _ rate: SampleRate, isMono: Bool = false
  ) throws(FileError) -> any AudioFileWriter {
    // The length is not known: WAV may become longer than 4 GB.
    let writer = try SndfileWriter(
      path: path, sampleRate: rate, encoding: .export(encoding), length: FrameCount(.max), isMono: isMono,
      isLive: true)
    return isMono ? MonoWriter(writer) : writer
  }
}

/// Writes stereo frames to a file of one channel.
private final class MonoWriter: AudioFileWriter {
  private let writer: SndfileWriter

  init(_ writer: SndfileWriter) { self.writer = writer }

  func write(_ frames: UnsafeBufferPointer<Frame>) throws(FileError) {
    let samples = frames.map { ($0.x + $0.y) / 2 }
    try samples.withUnsafeBufferPointer { (samples) throws(FileError) in try writer.write(mono: samples) }
  }

  func updateHeader() { writer.updateHeader() }
  func close() throws(FileError) { try writer.close() }
}
