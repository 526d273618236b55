import AudioBase
import AudioFiles
import HostTools
import SystemBase
import TrackFeed

/// A temporary folder, removed when it is released: the home folder of programs, instead of the user's.
final class ScratchFolder {
  let path: String

  init() throws { path = try Scratch.makeFolder(for: "bench").shown }

  deinit { FileBytes.removeFolder(FilePath(path)) }

  /// The environment of a program with this home folder.
  var environment: [String] {
    [
      "HOME=\(path)", "XDG_CONFIG_HOME=\(path)/config", "XDG_DATA_HOME=\(path)/data",
      "XDG_STATE_HOME=\(path)/state", "XDG_CACHE_HOME=\(path)/cache", "XDG_RUNTIME_DIR=\(path)",
      "PATH=\(ProgramFinder.variable("PATH") ?? "/usr/bin:/bin")", "TERM=xterm-256color", "LANG=C.UTF-8",
    ]
  }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  func filePath(_ name: String) -> FilePath { FilePath(file(name)) }

  /// The socket of the remote control of a player with this home folder.
  var socket: FilePath { filePath("drumdub/mpd.sock") }

  @discardableResult
  func makeFolder(_ name: String) throws -> String {
    try FileBytes.makeFolder(filePath(name))
    return file(name)
  }

  func write(_ text: String, to name: String) throws {
    try AtomicFile.replace(filePath(name), with: Array(text.utf8))
  }

  /// Writes a sound, some times over. Returns the path of the file.
  @discardableResult
  func write(
    _ frames: [Frame], times: Int = 1, to name: String, rate: SampleRate = .standard,
    _ encoding: SndfileWriter.Encoding = .wavFloat
  ) throws -> String {
    let writer = try SndfileWriter(path: filePath(name), sampleRate: rate, encoding: encoding)
    for _ in 0..<times { try frames.withUnsafeBufferPointer { try writer.write($0) } }
    try writer.close()
    return file(name)
  }

  /// Writes music of this duration as 16-bit FLAC at 44.1 kHz: the demo, repeated. Returns the path of the file.
  @discardableResult
  func writeMusic(minutes: Int, to name: String = "track.flac") throws -> String {
    let rate = SampleRate(44_100)
    let demo = try ScratchFolder.frames(
      of: ProgramFinder.resource("Demo/First Light.flac"), seconds: 60, rate)
    return try write(demo, times: minutes, to: name, rate: rate, .flac16)
  }

  static func frames(of path: String, seconds: Double, _ rate: SampleRate = .standard) throws -> [Frame] {
    let stream = try TrackStream(
      TrackLocation(path: FilePath(path)), rate: rate, decoders: DecoderRegistry(),
      converters: SampleRateConverterMaker())
    return try stream.readAll(limit: FrameCount(seconds: seconds, at: rate))
  }
}
