import CSystem
import Glibc

extension Tool {
  /// Starts a program found in PATH. Its input is /dev/null, and it inherits no other file: it would keep pipes and sockets
  /// open that another test closes meanwhile.
  ///
  /// - Parameters:
  ///   - environment: entries `NAME=value`; nil for the environment of the test.
  ///   - output: the descriptor for its standard output; nil for /dev/null, also for its errors.
  package static func spawn(
    _ words: [String], environment: [String]? = nil, output: Int32? = nil, errors: Int32? = nil
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (descriptor, target) in zip(Int32(0)..., [nil, output, errors]) {
      if let target {
        posix_spawn_file_actions_adddup2(&actions, target, descriptor)
      } else {
        posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
      }
    }
    drumdub_spawn_close_from(&actions, 3)
    var attributes = defaultSignals()
    defer { posix_spawnattr_destroy(&attributes) }
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = (environment ?? []).map { strdup($0) } + [nil]
    defer { (arguments + variables).forEach { free($0) } }
    var child = pid_t()
    let result =
      environment == nil
      ? posix_spawnp(&child, words[0], &actions, &attributes, &arguments, environ)
      : posix_spawnp(&child, words[0], &actions, &attributes, &arguments, &variables)
    guard result == 0 else {
      throw Failure(description: "\(words[0]): \(String(cString: strerror(result)))")
    }
    return child
  }

  /// An empty signal mask, since test threads block signals and children would inherit that.
  private static func defaultSignals() -> posix_spawnattr_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    return attributes
  }
}
