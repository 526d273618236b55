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

  /// Stores the modes of the terminal. Throws `.notATerminal` unless standard input and output are terminals.
  package init(descriptor: Int32 = STDOUT_FILENO) throws(ScreenError) {
    var modes = termios()
    guard isatty(STDIN_FILENO) == 1, tcgetattr(descriptor, &modes) == 0 else { throw .notATerminal }
    self.descriptor = descriptor
    saved = modes
    TerminalGuard.install()
  }

  /// Called when the other process uses the terminal, which these bytes restore.
  package func isUsed(restoredBy bytes: [UInt8]) {
    let bytes = Array(bytes.prefix(TerminalGuard.mostBytes))
    restoring = bytes
    TerminalGuard.arm(descriptor, saved, bytes)
  }

  /// Called when the other process has restored the terminal.
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

  /// Restores the modes of the terminal.
  package func leave() {
    tcsetattr(descriptor, TCSANOW, [saved])
    TerminalGuard.disarm()
  }
}
