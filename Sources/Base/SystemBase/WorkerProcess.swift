import CSystem
import Glibc

/// Owns a worker process, which ends with it.
package struct WorkerProcess: ~Copyable {
  private let pid: pid_t
  /// The socket whose other end is standard input and output of the process.
  private let socket: Int32
  private var isCollected = false

  package init(_ command: WorkerCommand) throws(FileError) {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else {
      throw FileError(errno: errno, "a socket", call: "socketpair")
    }
    defer { close(ends[1]) }
    do throws(FileError) {
      pid = try WorkerProcess.spawn(command, ends[1])
    } catch {
      close(ends[0])
      throw error
    }
    socket = ends[0]
  }

  /// Kills the process; it has no data that could be lost.
  deinit {
    close(socket)
    if isCollected { return }
    kill(pid, SIGKILL)
    WorkerProcess.collect(pid)
  }

  package func send(_ bytes: [UInt8]) -> Bool { PipeFrame.write(bytes, to: socket) }

  package func receive(milliseconds: Int32) -> PipeFrame.Outcome {
    PipeFrame.read(from: socket, milliseconds: milliseconds)
  }

  /// Returns the signal that ended the process; nil if it exited or is still running.
  ///
  /// Waits for a tenth of a second at most.
  package mutating func endingSignal() -> Int32? {
    var status: Int32 = 0
    for _ in 0..<100 where !isCollected {
      isCollected = waitpid(pid, &status, WNOHANG) != 0
      if !isCollected { usleep(1_000) }
    }
    return status & 0x7F == 0 ? nil : status & 0x7F
  }

  /// The environment of workers: without backtraces, which take seconds, and with as many freed pieces of memory kept as a file
  /// needs, where glibc keeps seven of each size (mallopt(3)): a twentieth less time for a scan.
  private static let environment = [
    "SWIFT_BACKTRACE": Array("enable=no".utf8),
    "GLIBC_TUNABLES": Array("glibc.malloc.tcache_count=1000".utf8),
  ]

  /// Starts the process with no other open files than its socket, so that it keeps neither files of the player nor sockets of
  /// other workers open.
  private static func spawn(_ command: WorkerCommand, _ socket: Int32) throws(FileError) -> pid_t {
    try ProcessGroup.start(
      command.program, command.arguments, environment: WorkerProcess.environment
    ) { files in
      posix_spawn_file_actions_adddup2(&files, socket, STDIN_FILENO)
      posix_spawn_file_actions_adddup2(&files, socket, STDOUT_FILENO)
      // The output of a crash must not appear on the screen.
      posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    }
  }

  /// Waits for the process so that no zombie remains; on another thread if it takes long, for instance on a
  /// lost network drive.
  private static func collect(_ pid: pid_t) {
    for _ in 0..<50 {
      if waitpid(pid, nil, WNOHANG) != 0 { return }
      usleep(1_000)
    }
    _ = WorkerThread(name: "reaper") { waitpid(pid, nil, 0) }
  }
}

/// The command line that starts a worker process.
package struct WorkerCommand: Hashable, Sendable {
  package var program: FilePath
  package var arguments: [String]

  package init(program: FilePath, arguments: [String]) {
    (self.program, self.arguments) = (program, arguments)
  }
}
