import CSystem
import CTerminalGuard
import Glibc

/// Leaves the terminal as it was, however the program ends: by a signal, by a trap, by `exit`.
///
/// Only KILL cannot be helped. Each thread of the program calls `drumdub_signal_stack()`, or an overflow of its
/// stack ends without the handler. Main thread.
@MainActor enum TerminalGuard {
  static func install() {
    drumdub_signal_stack()
    drumdub_guard_install()
  }

  /// From now on, the end of the program writes these bytes and sets these modes.
  static func arm(_ descriptor: Int32, _ modes: termios, _ bytes: [UInt8]) {
    precondition(bytes.count <= Int(DRUMDUB_GUARD_CAPACITY), "more than the guard holds")
    var modes = modes
    bytes.withUnsafeBytes { buffer in
      let start = buffer.assumingMemoryBound(to: CChar.self).baseAddress
      drumdub_guard_arm(descriptor, &modes, start, buffer.count)
    }
  }

  static func disarm() { drumdub_guard_disarm() }
}
