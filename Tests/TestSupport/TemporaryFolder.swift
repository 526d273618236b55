import AudioBase
import Glibc

/// A fresh folder that is gone, with all in it, when the test lets go of it.
package final class TemporaryFolder: Sendable {
  package let path: FilePath

  package init() throws {
    var template = Array("/tmp/drumdub-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw AudioError(errno: errno, "/tmp", call: "mkdtemp") }
    path = FilePath(bytes: template.dropLast().map { UInt8(bitPattern: $0) })
  }

  deinit { _ = try? Tool.run("rm", ["-rf", "--", path.shown]) }

  package func file(_ name: String) -> FilePath { path.appending(name) }

  @discardableResult
  package func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> FilePath {
    let path = file(name)
    let bytes = Array(bytes)
    let descriptor = path.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644) }
    guard descriptor >= 0 else { throw AudioError(errno: errno, path.shown, call: "open", writing: true) }
    defer { close(descriptor) }
    guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
      throw AudioError(errno: errno, path.shown, call: "write", writing: true)
    }
    return path
  }

  @discardableResult
  package func write(_ text: String, to name: String) throws -> FilePath { try write(text.utf8, to: name) }
}
