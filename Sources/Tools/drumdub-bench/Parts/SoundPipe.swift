import Glibc
import SystemBase

/// The read end of a named pipe with float32 sound.
final class SoundPipe {
  let descriptor: Int32
  private var samples = [Float](repeating: 0, count: 16_384)

  init(path: String) throws(Failure) {
    guard mkfifo(path, 0o600) == 0 else { throw Failure("mkfifo \(path): \(SystemError.text)") }
    descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure("open \(path): \(SystemError.text)") }
  }

  deinit { close(descriptor) }

  /// Reads the available sound.
  ///
  /// - Returns: the time of arrival; nil for silence.
  func read() throws(Failure) -> HostTime? {
    let count = Glibc.read(descriptor, &samples, samples.count * MemoryLayout<Float>.stride)
    let time = HostTime.now
    if count < 0 && errno == EAGAIN { return nil }
    guard count > 0 else { throw Failure("the program has closed its sound") }
    return samples[..<(count / MemoryLayout<Float>.stride)].contains { $0 != 0 } ? time : nil
  }
}
