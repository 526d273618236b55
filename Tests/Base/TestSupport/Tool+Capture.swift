import Glibc
import HostTools

extension Tool {
  /// The exit code and the output of a program.
  package struct Finished: Sendable {
    /// The exit code, or the negative number of the signal that ended the program.
    package let status: Int32
    package let output: [UInt8]
    package let errors: [UInt8]

    package var text: String { String(decoding: output, as: UTF8.self) }
    /// The lines of standard error.
    package var errorLines: [String] {
      String(decoding: errors, as: UTF8.self).split(separator: "\n").map(String.init)
    }
  }

  /// Runs a program found in PATH to its end and captures its output. Its input is /dev/null.
  ///
  /// - Parameter environment: entries `NAME=value`; nil for the environment of the test.
  package static func capture(
    _ name: String, _ arguments: [String], environment: [String]? = nil
  ) throws -> Finished {
    // Files instead of pipes, since a server that the program starts could keep pipes open.
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
