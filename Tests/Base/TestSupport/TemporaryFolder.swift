import HostTools
import SystemBase

/// A temporary folder, which is removed with its content when it is released.
package final class TemporaryFolder: Sendable {
  package let path: FilePath

  package init() throws { path = try Scratch.makeFolder(for: "test") }

  deinit { _ = try? Tool.run("rm", ["-rf", "--", path.shown]) }

  package func file(_ name: String) -> FilePath { path.appending(name) }

  @discardableResult
  package func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> FilePath {
    try FileBytes.write(Array(bytes), to: file(name))
    return file(name)
  }

  @discardableResult
  package func write(_ text: String, to name: String) throws -> FilePath { try write(text.utf8, to: name) }

  /// Writes a program that can be executed at once. Another process makes the file: a program that another test is starting
  /// has what this process has open for writing, and such a file is not executed (ETXTBSY, execve(2)).
  @discardableResult
  package func writeProgram(_ text: String, to name: String) throws -> FilePath {
    let source = try write(text, to: "\(name).text")
    try Tool.run("install", ["-m", "700", source.shown, file(name).shown])
    return file(name)
  }
}
