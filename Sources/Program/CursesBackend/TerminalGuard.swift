import CSystem
import CTerminalGuard
import Glibc
import SystemBase
import TerminalKit

/// The terminal of this process while another process draws on it and reads it. It is restored however this process ends,
/// and if the other process ends without restoring it. Main thread.
@MainActor package final class LentTerminal {
  private let descriptor: Int32
  private let saved: termios
  /// The bytes that restore the terminal, from the other process; nil while it does not use the terminal.
  private var restoring: [UInt8]?

  /// Stores the modes of the terminal.
  ///
  /// - Throws: `.notATerminal` unless standard input and output are terminals.
  package init(descriptor: Int32 = STDOUT_FILENO) throws(ScreenError) {
    var modes = termios()
    guard isatty(STDIN_FILENO) == 1, tcgetattr(descriptor, &modes) == 0 else { throw .notATerminal }
    self.descriptor = descriptor
    saved = modes
    TerminalGuard.install()
  }

  package func isUsed(restoredBy bytes: [UInt8]) {
    let bytes = Array(bytes.prefix(TerminalGuard.mostBytes))
    restoring = bytes
    TerminalGuard.arm(descriptor, saved, bytes)
  }

  package func isRestored() {
    restoring = nil
    TerminalGuard.disarm()
  }

  /// Restores the terminal after the end of the other process, unless that has done so.
  package func restore() {
    guard let bytes = restoring else { return }
    isRestored()
    var modes = termios()
    guard tcgetattr(descriptor, &modes) == 0, !modes.isEqual(to: saved) else { return }
    var output = NonblockingOutput(descriptor)
    output.finish(bytes)
    tcsetattr(descriptor, TCSANOW, [saved])
  }
}

extension termios {
  /// Returns whether the modes that programs change are equal.
  func isEqual(to other: termios) -> Bool {
    let both = [self, other].map { modes in
      let keys = withUnsafeBytes(of: modes.c_cc) { $0.map { UInt32($0) } }
      return [modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag] + keys
    }
    return both[0] == both[1]
  }
}

/// A terminal that delivers keys one by one without echo, while lines are written to it. Ctrl-C interrupts
/// the program. The terminal is restored however the program ends. Main thread.
@MainActor package final class PlainTerminal {
  private let descriptor: Int32
  private let saved: termios

  /// Fails if the descriptor is not a terminal.
  package init?(descriptor: Int32) {
    var modes = termios()
    guard isatty(descriptor) == 1, tcgetattr(descriptor, &modes) == 0 else { return nil }
    self.descriptor = descriptor
    saved = modes
    TerminalGuard.install()
    enter()
  }

  /// Sets the modes; also called after a stop.
  package func enter() {
    TerminalGuard.arm(descriptor, saved, [])
    var modes = saved
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(descriptor, TCSANOW, &modes)
  }

  package func leave() {
    tcsetattr(descriptor, TCSANOW, [saved])
    TerminalGuard.disarm()
  }
}

/// Restores the terminal however the program ends: by a signal, a trap or `exit`, but not by KILL.
///
/// Each thread of the program calls `drumdub_signal_stack()`; otherwise an overflow of its
/// stack ends the program without the handler. Main thread.
@MainActor package enum TerminalGuard {
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
@MainActor package enum DivertedErrors {
  /// The capacity of a pipe in bytes: pipe(7).
  private static let capacity = 1 << 16

  /// A descriptor that becomes readable when there is something to log; −1 if nothing was diverted yet.
  package static var descriptor: Int32 { drumdub_errors_descriptor() }

  /// Diverts standard error if it is this terminal.
  static func begin(on descriptor: Int32) { drumdub_errors_divert(descriptor) }

  static func end() {
    drumdub_errors_restore()
    log()
  }

  /// Moves what was written to the event log.
  package static func log() {
    let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
      let count = drumdub_errors_take(buffer.baseAddress, buffer.count)
      if count == 0 { return "" }
      return String(decoding: buffer.prefix(count).lazy.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
    if text.isEmpty { return }
    for line in text.split(separator: "\n") { EventLog.write(.program, "standard error: \(line)") }
  }
}
