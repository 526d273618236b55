import Glibc
import HostTools

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
    // Not pipes: a server that the program starts could keep those open.
    let files = try [Scratch.openFile(for: "test"), Scratch.openFile(for: "test")]
    defer { files.forEach { close($0) } }
    let child = try spawn([name] + arguments, environment: environment, output: files[0], errors: files[1])
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 && errno == EINTR {}
    let code = status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
    return Finished(status: code, output: contents(files[0]), errors: contents(files[1]))
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
