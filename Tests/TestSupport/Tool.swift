import Glibc

/// Runs the programs that tests make their files with.
package enum Tool {
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// Runs a program found in PATH to its end, its output thrown away.
  ///
  /// - Throws: `Failure` where it cannot be started or ends with another status than 0.
  package static func run(_ name: String, _ arguments: [String]) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor: Int32 in 0...2 {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    var words: [UnsafeMutablePointer<CChar>?] = ([name] + arguments).map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var child = pid_t()
    let result = posix_spawnp(&child, name, &actions, nil, &words, environ)
    guard result == 0 else { throw Failure(description: "\(name): \(String(cString: strerror(result)))") }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 && errno == EINTR {}
    guard status == 0 else {
      throw Failure(description: "\(name) \(arguments.joined(separator: " ")): status \(status)")
    }
  }
}
