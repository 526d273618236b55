import CTerminalGuard
import Glibc
import SystemBase
import TerminalKit

/// The program as a job of the shell: stopped by Ctrl-Z, continued by `fg`. Main thread.
package struct ShellJob: Sendable {
  private let runsWhileStopped: Bool

  /// - Parameter runsWhileStopped: whether the program continues while its job is stopped. It is then split into two
  ///   processes, so this must be called before any thread is started: the shell stops the foreground
  ///   process, which does nothing else.
  package init(runsWhileStopped: Bool) throws(ScreenError) {
    self.runsWhileStopped = runsWhileStopped
    guard runsWhileStopped else { return }
    guard drumdub_front_split() == 0 else {
      throw .systemCallFailed(call: "drumdub_front_split", errno: errno)
    }
  }

  /// Whether a shell with job control started the program.
  package var hasShell: Bool { drumdub_has_shell() != 0 }

  /// Whether the program is in the terminal's foreground group.
  private var isInForeground: Bool { drumdub_is_in_foreground(STDIN_FILENO) != 0 }

  /// Stops the program; the signal CONT follows when it continues. The terminal must be restored before.
  package func stop() {
    // The whole group, with the other programs of a pipeline.
    if runsWhileStopped { drumdub_front_stop() } else { ProcessGroup.signal(SIGSTOP) }
  }

  /// Handles the signal CONT: a job that `bg` has continued in the background stops again.
  ///
  /// - Returns: whether the program is in the terminal's foreground group.
  package func isBack() -> Bool {
    if isInForeground { return true }
    if !runsWhileStopped { stop() }
    return false
  }
}
