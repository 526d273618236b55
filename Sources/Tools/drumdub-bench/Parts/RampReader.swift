import AudioBase
import Glibc
import SystemBase

/// Reads a pipe of float32 stereo and stores the arrival times.
final class RampReader {
  struct Chunk {
    var time: HostTime
    /// The index of the first frame, counted from the first one that was read.
    var frame: Int
    /// The position of that frame in the track; nil for silence.
    var place: Int?
  }

  private let descriptor: Int32
  private var bytes = [UInt8](repeating: 0, count: 65_536)

  init(path: String) throws(Failure) {
    guard mkfifo(path, 0o600) == 0 else { throw Failure("mkfifo \(path): \(SystemError.text)") }
    descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure("open \(path): \(SystemError.text)") }
  }

  deinit { close(descriptor) }

  /// Reads what the program writes.
  ///
  /// - Parameter note: called before each wait.
  func read(seconds: Double, note: () -> Void = {}) throws(Failure) -> [Chunk] {
    let end = HostTime.now.advanced(bySeconds: seconds)
    var chunks: [Chunk] = []
    var total = 0
    while HostTime.now < end {
      note()
      var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&watched, 1, 100) > 0 else { continue }
      let count = Glibc.read(descriptor, &bytes, bytes.count)
      let time = HostTime.now
      guard count > 0 else { continue }
      let stride = MemoryLayout<Frame>.stride
      let first = (total + stride - 1) / stride
      let offset = first * stride - total
      if offset + stride <= count {
        let frame = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Frame.self) }
        chunks.append(Chunk(time: time, frame: first, place: RampFrame.place(frame)))
      }
      total += count
    }
    guard chunks.contains(where: { $0.place != nil }) else { throw Failure("nothing was heard") }
    // The first second is excluded, since the clock needs it to settle.
    return chunks.filter { $0.time.seconds(since: chunks[0].time) > 1 }
  }
}
