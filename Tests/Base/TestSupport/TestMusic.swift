import SystemBase

/// Makes audio files in a folder.
package struct TestMusic {
  package let folder: TemporaryFolder

  package init() throws { folder = try TemporaryFolder() }

  /// Makes a 16-bit file of a tone of one second.
  package func wav(_ name: String = "tone.wav", rate: Int = 44_100, channels: Int = 2) throws -> FilePath {
    let path = folder.file(name)
    try Tool.run(
      "sox",
      [
        "-n", "-r", "\(rate)", "-c", "\(channels)", "-b", "16", path.shown, "synth", "1", "sine", "440",
        "gain", "-6",
      ])
    return path
  }

  package func flac(_ name: String, _ options: [String] = []) throws -> FilePath {
    let path = folder.file(name)
    try Tool.run("flac", ["-s", "-f"] + options + [try wav().shown, "-o", path.shown])
    return path
  }

  package func mp3(_ name: String, _ options: [String] = []) throws -> FilePath {
    let path = folder.file(name)
    try Tool.run("lame", ["--quiet", "-b", "128"] + options + [try wav().shown, path.shown])
    return path
  }

  package func ogg(_ name: String, _ options: [String] = []) throws -> FilePath {
    let path = folder.file(name)
    try Tool.run("oggenc", ["-Q", "-q", "1"] + options + [try wav().shown, "-o", path.shown])
    return path
  }

  package func opus(_ name: String, _ options: [String] = []) throws -> FilePath {
    let path = folder.file(name)
    try Tool.run(
      "opusenc", ["--quiet", "--bitrate", "48"] + options + [try wav(rate: 48_000).shown, path.shown])
    return path
  }

  /// Makes a file of any format that sox writes, by the extension of its name.
  package func converted(_ name: String, _ options: [String] = []) throws -> FilePath {
    let path = folder.file(name)
    try Tool.run("sox", [try wav().shown] + options + [path.shown])
    return path
  }
}
