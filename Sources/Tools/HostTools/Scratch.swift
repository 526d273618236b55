import Glibc
import SystemBase

/// Temporary folders under `$TMPDIR`, or /tmp without it.
package enum Scratch {
  private static let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"

  /// Makes an empty folder with the user in its name, which the caller removes.
  package static func makeFolder(for user: String) throws(FileError) -> FilePath {
    var template = template(user)
    guard mkdtemp(&template) != nil else {
      throw FileError(errno: errno, base, call: "mkdtemp", writing: true)
    }
    return FilePath(bytes: template.dropLast().map { UInt8(bitPattern: $0) })
  }

  /// Opens a file without a name, which is removed when it is closed.
  package static func openFile(for user: String) throws(FileError) -> Int32 {
    var template = template(user)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw FileError(errno: errno, base, call: "mkstemp", writing: true) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(template)
    return descriptor
  }

  private static func template(_ user: String) -> [CChar] {
    Array("\(base)/drumdub-\(user)-XXXXXX".utf8CString)
  }
}
