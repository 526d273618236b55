import AudioBase
import AudioFiles
import BenchmarkInputs
import HostTools
import SystemBase

/// A temporary folder, removed when it is released: the home folder of programs, instead of the user's.
final class ScratchFolder {
  let path: String

  init() throws { path = try Scratch.makeFolder(for: "bench").shown }

  /// Creates a home folder with a library of this number of tracks.
  convenience init(tracks: Int) throws {
    try self.init()
    try makeFolder("data/drumdub")
    try SyntheticLibrary.write(tracks, to: filePath("data/drumdub/library.db"))
  }

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
    let demo = FilePath(try ProgramFinder.resource("Demo/First Light.flac"))
    let frames = try DecodedSound.frames(of: demo, seconds: 60, at: rate)
    return try write(frames, times: minutes, to: name, rate: rate, .flac16)
  }
}
