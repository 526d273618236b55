import Glibc
import SystemBase

/// A program started by this one, and ended with it.
final class Child {
  private(set) var pid = pid_t()
  /// What `waitpid` told of its end.
  private var status: Int32?

  /// - Parameters:
  ///   - terminal: the terminal that becomes its own; else it is given `/dev/null`.
  ///   - output: what it writes goes there instead.
  init(
    _ program: String, _ arguments: [String], environment: [String], terminal: String? = nil,
    output: String? = nil
  ) throws(Failure) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor: Int32 in 0...2 {
      let path = descriptor == 1 ? output ?? terminal : terminal
      posix_spawn_file_actions_addopen(&actions, descriptor, path ?? "/dev/null", O_RDWR, 0)
    }
    var attributes = Child.attributes()
    defer { posix_spawnattr_destroy(&attributes) }
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    var variables = environment.map { strdup($0) } + [nil]
    defer { (words + variables).forEach { free($0) } }
    let result = posix_spawn(&pid, program, &actions, &attributes, &words, &variables)
    guard result == 0 else { throw Failure("posix_spawn \(program): \(String(cString: strerror(result)))") }
  }

  deinit { end() }

  /// A session of its own, so that the first terminal it opens is its own too, and signals as they were at first.
  /// Whoever measures with real-time priority must not hand it on: idle loops would have the machine for themselves.
  private static func attributes() -> posix_spawnattr_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    // POSIX_SPAWN_SETSID (spawn.h), which is not imported.
    posix_spawnattr_setflags(&attributes, 0x80 | Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSCHEDULER))
    posix_spawnattr_setschedpolicy(&attributes, SCHED_OTHER)
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    return attributes
  }

  var hasEnded: Bool {
    collect(waiting: false)
    return status != nil
  }

  /// - Returns: its exit code; -1 where a signal ended it.
  func waitForEnd() -> Int32 {
    collect(waiting: true)
    guard let status, status & 0x7F == 0 else { return -1 }
    return (status >> 8) & 0xFF
  }

  /// Asks it to end, and makes it end where it has not within two seconds.
  func end(draining terminal: PseudoTerminal? = nil) {
    if hasEnded { return }
    kill(pid, SIGTERM)
    let start = HostTime.now
    while !hasEnded {
      if HostTime.now.seconds(since: start) > 2 { kill(pid, SIGKILL) }
      if let terminal { _ = terminal.read(milliseconds: 2) } else { usleep(2_000) }
    }
  }

  private func collect(waiting: Bool) {
    if status != nil { return }
    var found: Int32 = 0
    let result = waitpid(pid, &found, waiting ? 0 : WNOHANG)
    if result == pid { status = found }
  }
}
