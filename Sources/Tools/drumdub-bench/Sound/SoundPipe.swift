import AudioBase
import Glibc
import SystemBase

/// The read end of a named pipe of stereo float32 sound at 48 kHz.
final class SoundPipe {
  struct Block {
    var time: HostTime
    /// The index of its first frame, counted from the first one that was read.
    var first: Int
    var frames: [Frame]
  }

  let descriptor: Int32
  private var bytes = [UInt8](repeating: 0, count: 1 << 16)
  /// The bytes of a frame that has not arrived completely.
  private var rest: [UInt8] = []
  private var count = 0
  private var start: HostTime?
  /// For each block, the seconds from the arrival of the first one to its own, less the duration of the frames between.
  private var delays: [Double] = []

  init(path: String) throws {
    guard mkfifo(path, 0o600) == 0 else { throw Failure.systemCall("mkfifo \(path)") }
    descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure.systemCall("open \(path)") }
  }

  deinit { close(descriptor) }

  /// Waits for sound and reads it; nil if the time has passed without any.
  func read(milliseconds: Int32) -> Block? {
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&watched, 1, milliseconds) > 0 else { return nil }
    let size = Glibc.read(descriptor, &bytes, bytes.count)
    let time = HostTime.now
    guard size > 0 else { return nil }
    let stride = MemoryLayout<Frame>.stride
    let all = rest + bytes[..<size]
    let frames = all.withUnsafeBytes { all in
      (0..<all.count / stride).map { all.loadUnaligned(fromByteOffset: $0 * stride, as: Frame.self) }
    }
    rest = Array(all[(frames.count * stride)...])
    let begin = start ?? time
    start = begin
    delays.append(time.seconds(since: begin) - FrameCount(count).seconds(at: .standard))
    defer { count += frames.count }
    return Block(time: time, first: count, frames: frames)
  }

  /// Returns when a frame was heard that a recorder has written: it delivers frames at once or a little later, so that the
  /// earliest arrivals give the times. A percentile is used, since single blocks arrive early when a server catches up.
  func heard(_ frame: Int) -> HostTime {
    let seconds = FrameCount(frame).seconds(at: .standard)
    return (start ?? .now).advanced(bySeconds: delays.percentile(10) + seconds)
  }
}

/// A track whose every frame encodes its own position, below the threshold of the limiter.
enum PlaceTrack {
  static let length = 950_000

  static let frames: [Frame] = (0..<length).map { Frame(repeating: Float($0 + 1) / 1_000_000) }

  /// Returns the position; nil for silence.
  static func place(_ frame: Frame) -> Int? {
    let place = Int((frame.x * 1_000_000).rounded()) - 1
    return place >= 0 ? place : nil
  }
}
