import Glibc

/// A terminal whose keys come one by one and unechoed, while lines are written to it as ever. Signals stay keys' own:
/// Ctrl-C interrupts. However the program ends, the terminal is left as it was. Main thread.
@MainActor package final class PlainTerminal {
  private let descriptor: Int32
  private let saved: termios

  /// Nil where the descriptor is no terminal.
  package init?(descriptor: Int32) {
    var modes = termios()
    guard isatty(descriptor) == 1, tcgetattr(descriptor, &modes) == 0 else { return nil }
    self.descriptor = descriptor
    saved = modes
    TerminalGuard.install()
    enter()
  }

  /// Takes the keys; also again after a stop.
  package func enter() {
    TerminalGuard.arm(descriptor, saved, [])
    var modes = saved
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(descriptor, TCSADRAIN, &modes)
  }

  package func leave() {
    tcsetattr(descriptor, TCSADRAIN, [saved])
    TerminalGuard.disarm()
  }
}
