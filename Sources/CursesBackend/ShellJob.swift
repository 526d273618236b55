import CTerminalGuard
import Glibc
import TerminalKit

/// The program as a job of the shell: stopped by Ctrl-Z, continued by `fg`. Main thread.
package struct ShellJob: Sendable {
  private let goesOn: Bool

  /// - Parameter goesOn: whether the program goes on when its job is stopped. Then it is split in two, and this must come
  ///   before there is any thread: the shell stops a process in front, which does nothing else.
  package init(goesOn: Bool) throws(ScreenError) {
    self.goesOn = goesOn
    guard goesOn else { return }
    guard drumdub_front_split() == 0 else {
      throw .systemCallFailed(call: "drumdub_front_split", errno: errno)
    }
  }

  /// Whether a shell with job control started the program.
  package var hasShell: Bool { drumdub_has_shell() != 0 }

  /// Whether the program is in the terminal's foreground group.
  package var isInForeground: Bool { drumdub_is_in_foreground(STDIN_FILENO) != 0 }

  /// Stops the program; the signal CONT follows when it continues. The terminal must be restored before.
  package func stop() {
    // The whole group, with the other programs of a pipeline.
    if goesOn { drumdub_front_stop() } else { kill(0, SIGSTOP) }
  }

  /// To be called on the signal CONT: a job that `bg` let go on without a terminal stops again.
  ///
  /// - Returns: whether the program is in the terminal's foreground group.
  package func isBack() -> Bool {
    if isInForeground { return true }
    if !goesOn { stop() }
    return false
  }
}
