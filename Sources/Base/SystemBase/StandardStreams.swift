import Glibc

/// Replaces the standard descriptors of this process. No other thread may use them meanwhile.
package enum StandardStreams {
  /// Makes other descriptors standard input and output.
  package static func use(input: Int32, output: Int32) {
    dup2(input, STDIN_FILENO)
    dup2(output, STDOUT_FILENO)
  }

  /// Makes `/dev/null` standard input and output.
  package static func useNothing() {
    let descriptor = open("/dev/null", O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    use(input: descriptor, output: descriptor)
    close(descriptor)
  }

  /// Writes errors to a new file; without it, to `/dev/null`.
  package static func logErrors(to path: FilePath) {
    try? FileBytes.makeFolder(path.directory, permissions: 0o700)
    var descriptor = path.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o600) }
    if descriptor < 0 { descriptor = open("/dev/null", O_RDWR | O_CLOEXEC) }
    guard descriptor >= 0 else { return }
    dup2(descriptor, STDERR_FILENO)
    close(descriptor)
  }

  /// Writes errors where the output goes.
  package static func sendErrorsToOutput() { dup2(STDOUT_FILENO, STDERR_FILENO) }
}
