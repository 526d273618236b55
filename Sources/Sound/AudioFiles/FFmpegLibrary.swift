import CFFmpeg
import SystemBase

/// Loads FFmpeg's libraries for the first file that needs them.
enum FFmpegLibrary {
  /// The message of the loader if the libraries are not installed; nil if they are loaded.
  private static let failure: String? = drumdub_ffmpeg_load().map { String(cString: $0) }

  /// Loads the libraries for a feature. Throws `unsupported` with the packages to install.
  static func load(for need: String, _ subject: String) throws(FileError) {
    guard failure != nil else { return }
    let format = String(cString: drumdub_ffmpeg_format_package)
    let codec = String(cString: drumdub_ffmpeg_codec_package)
    throw FileError(
      .unsupported, subject, detail: "\(need) needs \(format): apt install \(format) \(codec)")
  }

  /// Returns FFmpeg's message for an error code.
  static func message(_ error: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 128)
    drumdub_ffmpeg_words(error, &buffer, Int32(buffer.count))
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
