import SystemBase
import TestSupport

extension TestSound {
  /// Whether tests that make their files with `ffmpeg` run.
  static let hasFFmpeg = Tool.mayUse("ffmpeg")

  func ffmpeg(in folder: TemporaryFolder, _ name: String, _ options: [String]) throws -> FilePath {
    try made(
      in: folder, name, by: "ffmpeg",
      ["-nostdin", "-v", "error", "-y", "-i", "IN", "-strict", "-2"] + options + ["OUT"])
  }
}
