import AudioBase
import Glibc

/// A folder for what needs a name; emptied with the process.
enum FuzzFolder {
  static let path = make()

  private static func make() -> FilePath {
    var template = Array("/tmp/drumdub-fuzz-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { preconditionFailure("mkdtemp") }
    atexit {
      for name in ["library.db", "library.db-wal", "library.db-shm"] {
        FuzzFolder.path.appending(name).withCString { _ = unlink($0) }
      }
      FuzzFolder.path.withCString { _ = rmdir($0) }
    }
    return FilePath(bytes: template.dropLast().map { UInt8(bitPattern: $0) })
  }
}
