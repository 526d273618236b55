import HeardSound
import SystemBase
import TestSupport

extension TestTrack {
  /// Makes a WAV file, or one of the format that sox takes for the extension of its name.
  ///
  /// - Parameter comments: tags as `TITLE=…`, which WAV files have not.
  @discardableResult
  func write(to name: String, in sandbox: Sandbox, comments: [String] = []) throws -> FilePath {
    if name.hasSuffix(".wav") { return try sandbox.write(wav, to: name) }
    let raw = try sandbox.write(pcm, to: "\(name).raw")
    defer { FileBytes.remove(raw) }
    let target = sandbox.file(name)
    let format = ["-t", "raw", "-r", "48000", "-e", "signed", "-b", "24", "-c", "2"]
    try Tool.run(
      "sox",
      ["-D"] + format + [raw.shown] + comments.flatMap { ["--add-comment", $0] } + [target.shown])
    return target
  }
}
