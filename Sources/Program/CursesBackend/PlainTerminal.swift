import Glibc

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
