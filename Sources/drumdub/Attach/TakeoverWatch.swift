import Glibc
import Synchronization
import SystemBase

/// Lets another terminal take the screen over from one that accepts no output, such as that of a lost connection: the main
/// thread then hangs in a write and does not accept the connection.
///
/// A thread waits for connections. If the main thread does not serve one within a second, the thread discards what the
/// kernel holds for the terminal, until the main thread has left it.
final class TakeoverWatch: Sendable {
  private static let patience: Int32 = 1_000
  private static let pause: Int32 = 20

  private struct State {
    /// Counts the turns of the main loop.
    var turns = 0
    var isStopping = false
  }

  private let state = Mutex(State())
  private let stopping = WakeSignal()
  private let thread = Mutex<WorkerThread?>(nil)

  /// Starts the thread. To be called on the main thread.
  ///
  /// - Parameter listener: readable when a connection waits. It must live until `stop`.
  func start(_ listener: Int32) {
    let main = pthread_self()
    let worker = WorkerThread(name: "attach") { [self] in run(listener, main) }
    thread.withLock { $0 = worker }
  }

  func stop() {
    state.withLock { $0.isStopping = true }
    stopping.wake()
    thread.withLock { $0.take() }?.join()
  }

  /// The main thread runs, and has left a terminal that hangs. Main thread.
  func mainIsFree() { state.withLock { $0.turns += 1 } }

  private func run(_ listener: Int32, _ main: pthread_t) {
    while !state.withLock({ $0.isStopping }) {
      WakeSignal.wait(for: listener, or: stopping.descriptor)
      let turn = state.withLock { $0.turns }
      stopping.wait(milliseconds: TakeoverWatch.patience)
      guard TakeoverWatch.isReadable(listener) else { continue }
      while state.withLock({ $0.turns == turn && !$0.isStopping }) {
        tcflush(STDOUT_FILENO, TCOFLUSH)
        // A write that hangs notices the room only after a signal. This one has no other effect.
        pthread_kill(main, SIGWINCH)
        stopping.wait(milliseconds: TakeoverWatch.pause)
      }
    }
  }

  private static func isReadable(_ descriptor: Int32) -> Bool {
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&watched, 1, 0) > 0
  }
}
