import Glibc
import Synchronization

/// Starts programs and sends signals to the process group, never at the same time.
///
/// `posix_spawn` blocks its caller until the child has called exec. If SIGSTOP reaches the child before that, the child
/// never calls exec, and the parent hangs and cannot be stopped either.
package enum ProcessGroup {
  private static let turn = Mutex(())

  /// Runs a function that starts a program. Any thread.
  package static func spawn<Result>(_ start: () -> Result) -> Result {
    turn.withLock { _ in start() }
  }

  /// Sends a signal to all processes of the group. Any thread.
  package static func signal(_ number: Int32) {
    turn.withLock { _ in _ = kill(0, number) }
  }
}
