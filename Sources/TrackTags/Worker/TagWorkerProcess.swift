import CSystem
import Glibc
import SystemBase

/// The one owner of a worker process: it ends with it.
struct TagWorkerProcess: ~Copyable {
  private let pid: pid_t
  private let requests: Int32
  private let answers: Int32
  private var isCollected = false

  init(_ command: TagWorkerCommand) throws(FileError) {
    let requests = try Pipe()
    let answers = try Pipe()
    pid = try TagWorkerProcess.spawn(command, input: requests.reading, output: answers.writing)
    self.requests = requests.takeWriting()
    self.answers = answers.takeReading()
  }

  /// A worker holds nothing that could be lost.
  deinit {
    close(requests)
    close(answers)
    if isCollected { return }
    kill(pid, SIGKILL)
    TagWorkerProcess.collect(pid)
  }

  func send(_ bytes: [UInt8]) -> Bool { PipeFrame.write(bytes, to: requests) }

  func receive(milliseconds: Int32) -> PipeFrame.Outcome {
    PipeFrame.read(from: answers, milliseconds: milliseconds)
  }

  /// The number of the signal that ended it; nil where it ended by itself, or has not ended.
  ///
  /// Waits for a tenth of a second at most.
  mutating func endingSignal() -> Int32? {
    var status: Int32 = 0
    for _ in 0..<100 where !isCollected {
      isCollected = waitpid(pid, &status, WNOHANG) != 0
      if !isCollected { usleep(1_000) }
    }
    return status & 0x7F == 0 ? nil : status & 0x7F
  }

  /// In its own process group: the terminal's Ctrl-C is for the program that started it. With nothing open but its two
  /// pipes: a scan must hold no other file of ours open, nor a worker the pipe of another.
  private static func spawn(
    _ command: TagWorkerCommand, input: Int32, output: Int32
  ) throws(FileError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    // What a crash prints is nothing for our screen.
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
    var words = [command.program.withCString { strdup($0) }] + command.arguments.map { strdup($0) } + [nil]
    var variables = environment()
    defer { (words + variables).forEach { free($0) } }
    var pid = pid_t()
    let result = command.program.withCString {
      posix_spawn(&pid, $0, &actions, &attributes, &words, &variables)
    }
    guard result == 0 else {
      throw FileError(errno: result, command.program.shown, call: "posix_spawn")
    }
    return pid
  }

  /// Our own, with no backtraces: they take seconds.
  private static func environment() -> [UnsafeMutablePointer<CChar>?] {
    var variables: [UnsafeMutablePointer<CChar>?] = []
    var next = environ
    while let variable = next.pointee {
      if strncmp(variable, "SWIFT_BACKTRACE=", 16) != 0 { variables.append(strdup(variable)) }
      next += 1
    }
    return variables + [strdup("SWIFT_BACKTRACE=enable=no"), nil]
  }

  /// Leaves no zombie. One that hangs in the kernel, on a dead network drive perhaps, is waited for elsewhere.
  private static func collect(_ pid: pid_t) {
    for _ in 0..<50 {
      if waitpid(pid, nil, WNOHANG) != 0 { return }
      usleep(1_000)
    }
    _ = WorkerThread(name: "reaper") { waitpid(pid, nil, 0) }
  }
}

/// The command line of a program that becomes a tag worker.
package struct TagWorkerCommand: Hashable, Sendable {
  package var program: FilePath
  package var arguments: [String]

  package init(program: FilePath, arguments: [String]) {
    self.program = program
    self.arguments = arguments
  }
}
