import Glibc

/// A second way to the terminal, for what is long: it takes as much as there is room for, and never waits. Main thread.
///
/// What is on its way must be all through before anything else is written.
struct PictureOutput: ~Copyable {
  let descriptor: Int32
  private var pending: ArraySlice<UInt8> = []

  /// Nil where the terminal cannot be opened once more: only an opening of its own can be told not to wait.
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
    goOn()
  }

  /// Writes what there is room for.
  mutating func goOn() {
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

  /// Forgets what has not been written.
  mutating func drop() { pending = [] }
}
