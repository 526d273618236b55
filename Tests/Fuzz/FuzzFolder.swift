import AudioBase
import Glibc

/// A folder for what needs a name; emptied with the process.
enum FuzzFolder {
  static let path = make()

  /// The only names that anything gets in it.
  private static let names = ["kit.json", "library.db", "library.db-wal", "library.db-shm"]

  private static func make() -> FilePath {
    var template = Array("/tmp/drumdub-fuzz-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { preconditionFailure("mkdtemp") }
    atexit {
      for name in FuzzFolder.names { FileBytes.remove(FuzzFolder.path.appending(name)) }
      FuzzFolder.path.withCString { _ = rmdir($0) }
    }
    return FilePath(bytes: template.dropLast().map { UInt8(bitPattern: $0) })
  }
}
