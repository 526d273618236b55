import CTerminalGuard
import Glibc
import SystemBase
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

  /// Returns all pending signals, so that the program can end without handling each.
  package func all() -> [Int32] {
    var signals: [Int32] = []
    while true {
      let signal = drumdub_signals_next(descriptor)
      if signal <= 0 { return signals }
      signals.append(signal)
    }
  }
}

/// The program as a job of the shell: stopped by Ctrl-Z, continued by `fg`. Main thread.
package struct ShellJob: Sendable {
  /// Whether the shell has a process of its own to wait for, so that the program can leave its job.
  package private(set) var hasFrontProcess: Bool

  /// Prepares the process for job control of the shell. `hasFrontProcess`: whether the program continues while its
  /// job is stopped. It is then split into two processes, so this must be called before any thread is started: the
  /// shell stops the foreground process, which does nothing else.
  package init(hasFrontProcess: Bool) throws(ScreenError) {
    self.hasFrontProcess = hasFrontProcess
    guard hasFrontProcess else { return }
    guard drumdub_front_split() == 0 else {
      throw .systemCallFailed(call: "drumdub_front_split", errno: errno)
    }
  }

  /// Whether a shell with job control started the program.
  package var hasShell: Bool { drumdub_has_shell() != 0 }

  private var isInForeground: Bool { drumdub_is_in_foreground(STDIN_FILENO) != 0 }

  /// Stops the program; the signal CONT follows when it continues. The terminal must be restored before.
  package func stop() {
    // The whole group, with the other programs of a pipeline.
    if hasFrontProcess { drumdub_front_stop() } else { ProcessGroup.signal(SIGSTOP) }
  }

  /// Handles the signal CONT: a job that `bg` has continued in the background stops again. Returns whether the
  /// program is in the terminal's foreground group.
  package func isBack() -> Bool {
    if isInForeground { return true }
    if !hasFrontProcess { stop() }
    return false
  }

  /// Ends the job: the shell continues, and this process has a session of its own, without a terminal. Without a front
  /// process nothing changes.
  package mutating func leave() {
    guard hasFrontProcess else { return }
    hasFrontProcess = false
    drumdub_front_leave()
  }
}

/// The start of a program that runs in the background, as the process that the user has started sees it.
package struct BackgroundStart: ~Copyable, Sendable {
  private let report: Int32

  /// Splits the program into two processes. The call returns in the new one, which has a session of its own and no
  /// terminal: its input and output are `/dev/null`, its errors go to those of the old one. The old process waits
  /// until the new one reports that it runs, prints a line with its number to standard output, and exits with 0; if
  /// the new one ends before, with its exit code. Must be called before threads are started. `words`: printed in
  /// front of the number of the process, and behind it.
  package init(words: (String, String)) throws(ScreenError) {
    report = drumdub_background_split(words.0, words.1)
    guard report >= 0 else { throw .systemCallFailed(call: "drumdub_background_split", errno: errno) }
  }

  deinit { close(report) }

  /// Reports that the program runs: the old process ends. Closes the descriptors that were inherited.
  package consuming func isDone() { drumdub_background_done(report) }
}
