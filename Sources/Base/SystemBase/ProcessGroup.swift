import CSystem
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

extension ProcessGroup {
  /// Starts a program in a process group of its own, so that Ctrl-C does not reach it, with the default actions of all
  /// signals. It has no open files of this process but 0 to 2. Any thread.
  ///
  /// - Parameters:
  ///   - program: a path; with `searchesPath`, a name that is searched in `PATH`, too.
  ///   - environment: variables beside those of this process, or in place of them.
  ///   - open: adds what the program has as standard input, output and error output.
  /// - Throws: if the program does not start.
  static func start(
    _ program: FilePath, _ arguments: [String] = [], searchesPath: Bool = false,
    environment: [String: [UInt8]], open: (inout posix_spawn_file_actions_t) -> Void
  ) throws(FileError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    open(&actions)
    drumdub_spawn_close_from(&actions, 3)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    setDefaults(&attributes)
    var words = [program.withCString { strdup($0) }] + arguments.map { strdup($0) } + [nil]
    var variables = variables(environment)
    defer { (words + variables).forEach { free($0) } }
    var pid = pid_t()
    let result = program.withCString { name in
      spawn {
        searchesPath
          ? posix_spawnp(&pid, name, &actions, &attributes, &words, &variables)
          : posix_spawn(&pid, name, &actions, &attributes, &words, &variables)
      }
    }
    guard result == 0 else { throw FileError(errno: result, program.shown, call: "posix_spawn") }
    return pid
  }

  private static func setDefaults(_ attributes: inout posix_spawnattr_t) {
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    posix_spawnattr_setpgroup(&attributes, 0)
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
  }

  /// Returns the variables of this process with changes, which the caller frees.
  private static func variables(_ changes: [String: [UInt8]]) -> [UnsafeMutablePointer<CChar>?] {
    var variables: [UnsafeMutablePointer<CChar>?] = []
    var next = environ
    while let variable = next.pointee {
      let isChanged = changes.keys.contains { strncmp(variable, "\($0)=", $0.utf8.count + 1) == 0 }
      if !isChanged { variables.append(strdup(variable)) }
      next += 1
    }
    for (name, value) in changes {
      variables.append(FilePath(bytes: Array("\(name)=".utf8) + value).withCString { strdup($0) })
    }
    return variables + [nil]
  }
}
