import Glibc

/// Runs programs with which tests make files.
package enum Tool {
  package struct Failure: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
  }

  /// Runs a program found in PATH to its end and discards its output.
  ///
  /// - Throws: `Failure` if it cannot be started or its exit code is not 0.
  package static func run(_ name: String, _ arguments: [String]) throws {
    let child = try spawn([name] + arguments)
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 && errno == EINTR {}
    guard status == 0 else {
      throw Failure(description: "\(name) \(arguments.joined(separator: " ")): status \(status)")
    }
  }
}
