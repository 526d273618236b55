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
    let child = try spawn([name] + arguments)
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 && errno == EINTR {}
    guard status == 0 else {
      throw Failure(description: "\(name) \(arguments.joined(separator: " ")): status \(status)")
    }
  }
}
