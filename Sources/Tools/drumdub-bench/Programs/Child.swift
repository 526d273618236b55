import Glibc
import HostTools
import SystemBase

/// A child process, which is ended with this program.
final class Child {
  private(set) var pid = pid_t()
  /// The status from `waitpid`; nil while it runs.
  private var status: Int32?

  /// Starts a program with a controlling terminal, or with `/dev/null`. A file may receive its output instead.
  init(
    _ program: String, _ arguments: [String], environment: [String], terminal: String? = nil,
    output: String? = nil
  ) throws {
    guard let program = ProgramFinder.find(program) else { throw Failure("\(program) is not installed") }
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

  /// Attributes for a new session, so that the first terminal it opens becomes its controlling terminal, with default
  /// signal handling. Real-time priority is not inherited, since busy loops would then block the machine.
  private static func attributes() -> posix_spawnattr_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    // 0x80 is POSIX_SPAWN_SETSID of spawn.h, which Swift does not import.
    posix_spawnattr_setflags(&attributes, 0x80 | Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSCHEDULER))
    posix_spawnattr_setschedpolicy(&attributes, SCHED_OTHER)
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    return attributes
  }

  /// Runs a program to its end, which must succeed. Returns the seconds that it needs.
  @discardableResult
  static func run(
    _ program: String, _ arguments: [String], environment: [String] = [], output: String? = nil
  ) throws -> Double {
    try seconds {
      let code = try Child(program, arguments, environment: environment, output: output).waitForEnd()
      guard code == 0 else {
        throw Failure("\(program) \(arguments.joined(separator: " ")): exit code \(code)")
      }
    }
  }

  var hasEnded: Bool {
    collect(waiting: false)
    return status != nil
  }

  /// Waits until the program ends. Returns its exit code; -1 if a signal ended it.
  func waitForEnd() -> Int32 {
    collect(waiting: true)
    guard let status, status & 0x7F == 0 else { return -1 }
    return (status >> 8) & 0xFF
  }

  /// Ends it with TERM, and with KILL after two seconds.
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
    if waitpid(pid, &found, waiting ? 0 : WNOHANG) == pid { status = found }
  }

  /// Returns the processor time of all its threads so far, user and system, in seconds.
  func processorSeconds() throws -> Double {
    var clock = clockid_t()
    let result = clock_getcpuclockid(pid, &clock)
    guard result == 0 else { throw Failure("clock_getcpuclockid: \(String(cString: strerror(result)))") }
    var time = timespec()
    guard clock_gettime(clock, &time) == 0 else { throw Failure.systemCall("clock_gettime") }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  var process: RunningProcess { RunningProcess(pid) }

  /// Returns its proportional set size (PSS) in megabytes. Source: proc(5), smaps.
  func memory() throws -> Double {
    guard let memory = process.memory else { throw Failure("the kernel states no PSS of process \(pid)") }
    return memory
  }
}

extension [Child] {
  /// Keeps each core busy by a low-priority process in an endless loop.
  static func busyCores() throws -> [Child] {
    try (0..<Swift.max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1)).map { _ in
      try Child("nice", ["-n", "19", "/bin/sh", "-c", "while :; do :; done"], environment: [])
    }
  }
}
