import CTerminalGuard
import Glibc
import TerminalKit

/// The signals to the program, as bytes in a pipe that the main loop polls: WINCH INT TERM HUP TSTP CONT.
///
/// Created once, before the screen, because ncurses installs its own handlers if there are none. If an INT,
/// TERM or HUP is not read for two seconds, a further one restores the terminal and ends the program.
package struct SignalPipe: ~Copyable, Sendable {
  /// A descriptor that is readable when a signal is pending.
  package let descriptor: Int32

  package init() throws(ScreenError) {
    let descriptor = drumdub_signals_install()
    guard descriptor >= 0 else { throw .systemCallFailed(call: "drumdub_signals_install", errno: errno) }
    self.descriptor = descriptor
  }

  /// Returns the next signal, or nil if there is none.
  private func next() -> Int32? {
    let number = drumdub_signals_next(descriptor)
    return number > 0 ? number : nil
  }

  /// Returns all pending signals, so that the program can end without handling each.
  package func all() -> [Int32] {
    var signals: [Int32] = []
    while let signal = next() { signals.append(signal) }
    return signals
  }
}
