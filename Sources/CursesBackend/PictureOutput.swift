import Glibc

/// A second, non-blocking descriptor of the terminal for long output such as pictures. Main thread.
///
/// The output must be complete before anything else is written to the terminal.
struct PictureOutput: ~Copyable {
  let descriptor: Int32
  private var pending: ArraySlice<UInt8> = []

  /// Fails if the terminal cannot be opened again: only a separate open file can be non-blocking.
  static func opened(_ terminal: Int32) -> PictureOutput? {
    var name = [CChar](repeating: 0, count: 256)
    guard ttyname_r(terminal, &name, name.count) == 0 else { return nil }
    let descriptor = open(name, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    return descriptor >= 0 ? PictureOutput(descriptor: descriptor) : nil
  }

  private init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  var isBusy: Bool { !pending.isEmpty }

  mutating func send(_ bytes: [UInt8]) {
    pending += bytes
    writePending()
  }

  /// Writes as much as the terminal accepts.
  mutating func writePending() {
    while !pending.isEmpty {
      let written = pending.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if written > 0 {
        pending = pending.dropFirst(written)
      } else if errno != EINTR {
        if errno != EAGAIN { pending = [] }
        return
      }
    }
    pending = []
  }

  /// Discards what has not been written.
  mutating func drop() { pending = [] }
}
