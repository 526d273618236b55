import SystemBase
import TestSupport

extension TestSound {
  /// Whether there is an `ffmpeg` program to make files with.
  static let hasFFmpeg = (try? Tool.run("ffmpeg", ["-version"])) != nil

  func ffmpeg(in folder: TemporaryFolder, _ name: String, _ options: [String]) throws -> FilePath {
    try made(
      in: folder, name, by: "ffmpeg",
      ["-nostdin", "-v", "error", "-y", "-i", "IN", "-strict", "-2"] + options + ["OUT"])
  }
}
