import AudioBase
import Glibc

/// What became of a program: its exit status and what it said on standard error.
package struct ToolResult: Hashable, Sendable {
  package let status: Int32
  package let messages: String

  /// Runs a program by its path to its end.
  ///
  /// - Parameters:
  ///   - environment: more variables, as `NAME=value`.
  ///   - folder: where the messages are kept meanwhile.
  package static func of(
    _ program: String, _ arguments: [FilePath], environment: [String] = [], in folder: TemporaryFolder
  ) throws -> ToolResult {
    let log = folder.file("messages-of-the-program")
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, log.shown, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    var words = [strdup(program)] + arguments.map { $0.withCString { strdup($0) } } + [nil]
    var variables = (["PATH=/usr/bin:/bin"] + environment).map { strdup($0) } + [nil]
    defer { (words + variables).forEach { free($0) } }
    var child = pid_t()
    let result = posix_spawn(&child, program, &actions, nil, &words, &variables)
    guard result == 0 else {
      throw Tool.Failure(description: "\(program): \(String(cString: strerror(result)))")
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 && errno == EINTR {}
    // One that a signal has ended counts as no program should.
    let code = status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + status & 0x7F
    return ToolResult(
      status: code, messages: String(decoding: try FileBytes.read(log, limit: 1 << 20), as: UTF8.self))
  }
}
