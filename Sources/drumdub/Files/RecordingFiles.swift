import Application
import AudioBase
import AudioFiles
import Glibc
import SystemBase

/// The files of recordings of the output.
enum RecordingFiles {
  /// Returns the file of a recording that begins now: `DrumDub 2026-05-01 21.30.flac` in the folder of exports.
  static func next(_ settings: Settings) -> RecordingFile {
    var (seconds, parts) = (time(nil), tm())
    localtime_r(&seconds, &parts)
    func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + "\(number)" }
    let date = "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
    let name = "DrumDub \(date) \(two(parts.tm_hour)).\(two(parts.tm_min))"
    return RecordingFile(folder: MusicFolder.exports, name: name, format: settings.recordFormat)
  }

  /// Opens the created file of a recording. Any thread.
  static func open(
    _ path: FilePath, _ format: RecordingFile.Format, _ rate: SampleRate
  ) throws(FileError) -> any AudioFileWriter {
    let format: AudioEncoding? =
      switch format {
      case .flac: AudioEncoding(.flac)
      case .wav: AudioEncoding(.wav, samples: .float)
      case .ogg: AudioEncoding(.ogg)
      }
    guard let format else { throw FileError(.unsupported, path.shown) }
    // The length is not known: WAV may become longer than 4 GB.
    return try SndfileWriter(
      path: path, sampleRate: rate, encoding: .export(format), length: FrameCount(.max))
  }
}
