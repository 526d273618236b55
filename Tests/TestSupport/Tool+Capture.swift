import Glibc

extension Tool {
  /// How a program ended and what it wrote.
  package struct Finished: Sendable {
    /// The exit code; of one that a signal ended, the signal's number, negative.
    package let status: Int32
    package let output: [UInt8]
    package let errors: [UInt8]

    package var text: String { String(decoding: output, as: UTF8.self) }
    /// What it wrote to standard error, by lines.
    package var errorLines: [String] {
      String(decoding: errors, as: UTF8.self).split(separator: "\n").map(String.init)
    }
  }

  /// Runs a program found in PATH to its end and takes what it writes; it reads from /dev/null.
  ///
  /// - Parameter environment: `NAME=value`; nil passes the test's own on.
  package static func capture(
    _ name: String, _ arguments: [String], environment: [String]? = nil
  ) throws -> Finished {
    let files = try [nameless(), nameless()]
    defer { files.forEach { close($0) } }
    let child = try spawn([name] + arguments, environment, output: files[0], errors: files[1])
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 && errno == EINTR {}
    let code = status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
    return Finished(status: code, output: contents(files[0]), errors: contents(files[1]))
  }

  /// Not a pipe: a server that the program starts could keep that open.
  private static func nameless() throws -> Int32 {
    var template = Array("/tmp/drumdub-test-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw Failure(description: "mkstemp") }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(template)
    return descriptor
  }

  private static func spawn(
    _ arguments: [String], _ environment: [String]?, output: Int32, errors: Int32
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, errors, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The threads that tests run on block signals, and children would inherit that.
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = (environment ?? []).map { strdup($0) } + [nil]
    defer { (words + variables).forEach { free($0) } }
    var child = pid_t()
    let result =
      environment == nil
      ? posix_spawnp(&child, arguments[0], &actions, &attributes, &words, environ)
      : posix_spawnp(&child, arguments[0], &actions, &attributes, &words, &variables)
    guard result == 0 else {
      throw Failure(description: "\(arguments[0]): \(String(cString: strerror(result)))")
    }
    return child
  }

  private static func contents(_ descriptor: Int32) -> [UInt8] {
    var text: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = pread(descriptor, &bytes, bytes.count, off_t(text.count))
      if count <= 0 { return text }
      text += bytes[..<count]
    }
  }
}
