import Glibc
import HostTools
import SystemBase

/// A folder for what needs a name; emptied with the process.
enum FuzzFolder {
  static let path = make()

  /// The only names that anything gets in it.
  private static let names = [
    "kit.json", "drumkit.xml", "kit.sfz", "b.sfz", "library.db", "library.db-wal", "library.db-shm",
    "damaged.db", "damaged.db-wal", "damaged.db-shm", "web",
  ]

  private static func make() -> FilePath {
    guard let path = try? Scratch.makeFolder(for: "fuzz") else { preconditionFailure("no scratch folder") }
    atexit {
      for name in FuzzFolder.names { FileBytes.remove(FuzzFolder.path.appending(name)) }
      FuzzFolder.path.withCString { _ = rmdir($0) }
    }
    return path
  }
}
