import CSystem
import CTerminalGuard
import Glibc

/// Restores the terminal however the program ends: by a signal, a trap or `exit`, but not by KILL.
///
/// Each thread of the program calls `drumdub_signal_stack()`; otherwise an overflow of its
/// stack ends the program without the handler. Main thread.
@MainActor package enum TerminalGuard {
  /// The most bytes that the guard writes.
  static let mostBytes = Int(DRUMDUB_GUARD_CAPACITY)

  static func install() {
    drumdub_signal_stack()
    drumdub_guard_install()
  }

  /// Sets the bytes to write and the modes to set when the program ends.
  static func arm(_ descriptor: Int32, _ modes: termios, _ bytes: [UInt8]) {
    precondition(bytes.count <= mostBytes, "more than the guard holds")
    var modes = modes
    bytes.withUnsafeBytes { buffer in
      let start = buffer.assumingMemoryBound(to: CChar.self).baseAddress
      drumdub_guard_arm(descriptor, &modes, start, buffer.count)
    }
  }

  static func disarm() { drumdub_guard_disarm() }

  /// Restores the terminal before a message at the sudden end of the program. Any thread.
  package nonisolated static func restore() { drumdub_guard_restore() }
}
