import CSystem
import CTerminalGuard
import Glibc
import SystemBase

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

/// Standard error while the screen is shown: what libraries write there goes into a pipe and from there to the event log,
/// and not to the screen. If the program ends suddenly, `TerminalGuard` writes it to the restored terminal. Main thread.
@MainActor enum DivertedErrors {
  /// The capacity of a pipe in bytes: pipe(7).
  private static let capacity = 1 << 16

  /// A descriptor that becomes readable when there is something to log; −1 if nothing was diverted yet.
  static var descriptor: Int32 { drumdub_errors_descriptor() }

  /// Diverts standard error if it is this terminal.
  static func begin(on descriptor: Int32) { drumdub_errors_divert(descriptor) }

  static func end() {
    drumdub_errors_restore()
    log()
  }

  /// Moves what was written to the event log.
  static func log() {
    let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
      let count = drumdub_errors_take(buffer.baseAddress, buffer.count)
      return String(decoding: buffer.prefix(count).lazy.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
    for line in text.split(separator: "\n") { EventLog.write(.program, "standard error: \(line)") }
  }
}
