import CSystem
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

  /// Starts the program in a process group of its own, so that Ctrl-C does not reach it.
  private func start() throws(FileError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    drumdub_spawn_close_from(&actions, 3)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    posix_spawnattr_setpgroup(&attributes, 0)
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    var words = [program.withCString { strdup($0) }, nil]
    var variables = variables()
    defer { (words + variables).forEach { free($0) } }
    var pid = pid_t()
    let result = program.withCString { name in
      ProcessGroup.spawn { posix_spawnp(&pid, name, &actions, &attributes, &words, &variables) }
    }
    guard result == 0 else { throw FileError(errno: result, program.shown, call: "posix_spawnp") }
    return pid
  }

  private func variables() -> [UnsafeMutablePointer<CChar>?] {
    var variables: [UnsafeMutablePointer<CChar>?] = []
    var next = environ
    while let variable = next.pointee {
      variables.append(strdup(variable))
      next += 1
    }
    for (name, value) in environment {
      variables.append(FilePath(bytes: Array("\(name)=".utf8) + value).withCString { strdup($0) })
    }
    return variables + [nil]
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
