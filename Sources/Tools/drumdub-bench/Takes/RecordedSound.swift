import AudioBase
import Glibc
import SystemBase

/// Reads the sound that a program writes to a file or a pipe.
final class RecordedSound {
  private let path: String
  /// The descriptor of the pipe; −1 for a file, which is read at the end.
  private let pipe: Int32
  private var bytes: [UInt8] = []
  /// The number of frames that had arrived, and the time at which the next one arrived.
  private var arrivals: [(frame: Int, time: HostTime)] = []

  init(path: String, isPipe: Bool) throws(Failure) {
    self.path = path
    if !isPipe {
      pipe = -1
      return
    }
    guard mkfifo(path, 0o600) == 0 else { throw Failure("mkfifo \(path): \(SystemError.text)") }
    pipe = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard pipe >= 0 else { throw Failure("open \(path): \(SystemError.text)") }
  }

  deinit { if pipe >= 0 { close(pipe) } }

  /// Reads the available sound.
  func readAvailable() {
    if pipe < 0 { return }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = read(pipe, &buffer, buffer.count), count > 0 {
      arrivals.append((bytes.count / MemoryLayout<Frame>.stride, .now))
      bytes += buffer[..<count]
    }
  }

  /// Returns all frames, beginning with frame 0 of the output.
  func frames() throws(Failure) -> [Frame] {
    readAvailable()
    if pipe >= 0 { return RecordedSound.frames(bytes[...]) }
    do throws(FileError) {
      let bytes = try FileBytes.read(FilePath(path), limit: 1 << 30)
      guard let data = bytes.firstRange(of: Array("data".utf8)) else { throw FileError(.damaged, path) }
      return RecordedSound.frames(bytes[(data.upperBound + 4)...])
    } catch {
      throw Failure(error)
    }
  }

  /// Returns a function from a time to the frame that was heard then. A recorder delivers frames at once or a little
  /// later; the earliest arrivals give the times.
  func heardFrame() throws(Failure) -> (HostTime) -> Int {
    guard let first = arrivals.first else { throw Failure("nothing was heard") }
    let start = arrivals.map {
      $0.time.seconds(since: first.time) - FrameCount($0.frame).seconds(at: .standard)
    }.percentile(10)
    return { FrameCount(seconds: $0.seconds(since: first.time) - start, at: .standard).value }
  }

  private static func frames(_ bytes: ArraySlice<UInt8>) -> [Frame] {
    bytes.withUnsafeBytes { raw in
      (0..<(raw.count / 8)).map { raw.loadUnaligned(fromByteOffset: $0 * 8, as: Frame.self) }
    }
  }
}
