import Glibc
import Synchronization

/// A program of the user, which is run to its end without input and output, within a time limit.
package struct ProgramRun: Hashable, Sendable {
  /// An absolute path, or a name that is searched in `PATH`.
  package var program: FilePath
  /// Variables beside those of this process.
  package var environment: [String: [UInt8]]

  package init(_ program: FilePath, environment: [String: [UInt8]] = [:]) {
    (self.program, self.environment) = (program, environment)
  }

  /// What has become of a program that did not end well.
  package enum Failure: Error, Hashable, Sendable {
    case notStarted(FileError)
    case exited(Int32)
    case signal(Int32)
    /// It was killed, with the programs of its group.
    case tookTooLong
  }

  /// Runs the program and waits for its end. Any thread but the main one.
  ///
  /// - Parameter limiter: kills the program after the time.
  package func run(withinSeconds seconds: Double, limiter: SerialWorker) throws(Failure) {
    let pid: pid_t
    do throws(FileError) { pid = try start() } catch { throw .notStarted(error) }
    let process = RunningProcess(pid)
    limiter.run(afterSeconds: seconds) { process.kill() }
    let (status, isKilled) = process.wait()
    if isKilled { throw .tookTooLong }
    if status & 0x7F != 0 { throw .signal(status & 0x7F) }
    let code = status >> 8 & 0xFF
    if code != 0 { throw .exited(code) }
  }

  private func start() throws(FileError) -> pid_t {
    try ProcessGroup.start(program, searchesPath: true, environment: environment) { files in
      posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
      posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
      posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    }
  }
}

/// A process that is killed only while it runs: its number may belong to another one afterwards.
private final class RunningProcess: Sendable {
  private let pid: pid_t
  private let state = Mutex((isRunning: true, isKilled: false))

  init(_ pid: pid_t) { self.pid = pid }

  func kill() {
    state.withLock { state in
      if !state.isRunning { return }
      state.isKilled = true
      _ = Glibc.kill(-pid, SIGKILL)
    }
  }

  /// Waits for the end. Returns the status of waitpid(2), and whether `kill` has ended the process.
  func wait() -> (status: Int32, isKilled: Bool) {
    // The process stays a zombie, so that its number belongs to no other one until the state is changed.
    var info = siginfo_t()
    while waitid(P_PID, id_t(pid), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    return state.withLock { state in
      state.isRunning = false
      var status: Int32 = 0
      waitpid(pid, &status, 0)
      return (status, state.isKilled)
    }
  }
}
