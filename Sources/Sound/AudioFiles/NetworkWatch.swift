import CFFmpeg
import Glibc

/// Limits how long FFmpeg waits for the network, and ends its waiting. Any thread.
final class NetworkWatch: @unchecked Sendable {
  let raw: OpaquePointer
  let timeout: Double

  /// Creates a watch for one operation at a time, each of which may wait `timeout` seconds.
  init(timeout: Double) {
    guard let raw = drumdub_ffmpeg_watch_new(timeout) else { preconditionFailure("out of memory") }
    (self.raw, self.timeout) = (raw, timeout)
  }

  deinit { drumdub_ffmpeg_watch_free(raw) }

  /// Whether the last operation has waited too long.
  var isLate: Bool { drumdub_ffmpeg_is_late(raw) != 0 }

  /// Limits how long an operation waits to fewer seconds than usual, while it runs. The thread that waits.
  func limited<Result>(to seconds: Double, _ operation: () -> Result) -> Result {
    drumdub_ffmpeg_set_timeout(raw, min(seconds, timeout))
    defer { drumdub_ffmpeg_set_timeout(raw, timeout) }
    return operation()
  }

  func cancel() { drumdub_ffmpeg_cancel(raw) }

  /// Lets operations fail until this is called with false.
  func skip(_ isSkipped: Bool) { drumdub_ffmpeg_skip(raw, isSkipped ? 1 : 0) }
}

/// An error of FFmpeg at an address.
struct NetworkFailure: Error {
  private let number: Int32
  /// Whether the connection was not made.
  let isOpening: Bool

  init(_ number: Int32, isOpening: Bool) { (self.number, self.isOpening) = (number, isOpening) }

  /// Whether it may be any error of the network.
  var isGeneral: Bool { number == -EIO }
  /// Whether the server has sent something that is not sound.
  var isContent: Bool {
    number == drumdub_ffmpeg_no_stream || number == drumdub_ffmpeg_bad_content
  }
  var message: String { FFmpegLibrary.message(number) }
}
