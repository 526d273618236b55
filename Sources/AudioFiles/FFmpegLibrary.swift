import CFFmpeg
import SystemBase

/// FFmpeg's libraries: loaded when the first file comes that needs them.
enum FFmpegLibrary {
  /// The loader's words where they are not there. Made once, by whichever thread comes first.
  private static let failure: String? = drumdub_ffmpeg_load().map { String(cString: $0) }

  /// - Parameter need: what needs them, as the user is told.
  /// - Throws: `unsupported` with the packages to install.
  static func load(for need: String, _ subject: String) throws(FileError) {
    guard failure != nil else { return }
    let format = String(cString: drumdub_ffmpeg_format_package)
    let codec = String(cString: drumdub_ffmpeg_codec_package)
    throw FileError(
      .unsupported, subject, detail: "\(need) needs \(format): apt install \(format) \(codec)")
  }

  static func words(_ error: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 128)
    drumdub_ffmpeg_words(error, &buffer, Int32(buffer.count))
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
