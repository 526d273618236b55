import Glibc
import SystemBase

/// Waits for a socket that another player serves: a connection to it ends with that player. Main thread.
final class WantedSocket {
  /// Seconds after which it is looked again without a connection.
  private static let pause = 1.0

  private let path: FilePath
  /// The descriptor of the connection; −1 if there is none.
  let descriptor: Int32
  let nextTry: HostTime?

  init(_ path: FilePath) {
    self.path = path
    descriptor = (try? LocalSocket.connect(to: path)) ?? -1
    nextTry = descriptor < 0 ? .now.advanced(bySeconds: WantedSocket.pause) : nil
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Returns the path if the other player has ended, or if that is not known and it is time to try.
  func becameFree() -> FilePath? {
    if let nextTry { return HostTime.now >= nextTry ? path : nil }
    // What arrives is the greeting.
    var bytes = [UInt8](repeating: 0, count: 1_024)
    while true {
      let count = read(descriptor, &bytes, bytes.count)
      if count > 0 || (count < 0 && errno == EINTR) { continue }
      return count < 0 && errno == EAGAIN ? nil : path
    }
  }
}
